/** Complex numbers side by side: `re[i] + im[i] i`. */
export type Wave = { re: Float64Array; im: Float64Array }

/** A wave of `size` zeros. */
export function zeroWave(size: number): Wave {
  return { re: new Float64Array(size), im: new Float64Array(size) }
}

/**
 * The discrete Fourier transform in place, radix 2. With `backward` the inverse, divided by the size. Throws RangeError
 * when the size is no power of two.
 */
export function transform(wave: Wave, backward = false): Wave {
  const { re, im } = wave
  const size = re.length
  if (size < 1 || (size & (size - 1)) !== 0) throw new RangeError(`${size} is no power of two.`)
  reverseBits(wave)
  const turn = (backward ? 2 : -2) * Math.PI
  const cosines = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((turn * index) / size))
  const sines = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin((turn * index) / size))
  for (let half = 1; half < size; half *= 2) {
    const step = size / (2 * half)
    for (let start = 0; start < size; start += 2 * half) {
      for (let offset = 0; offset < half; offset++) {
        const cosine = cosines[offset * step] ?? 0
        const sine = sines[offset * step] ?? 0
        const low = start + offset
        const high = low + half
        const highRe = (re[high] ?? 0) * cosine - (im[high] ?? 0) * sine
        const highIm = (re[high] ?? 0) * sine + (im[high] ?? 0) * cosine
        const lowRe = re[low] ?? 0
        const lowIm = im[low] ?? 0
        re[low] = lowRe + highRe
        im[low] = lowIm + highIm
        re[high] = lowRe - highRe
        im[high] = lowIm - highIm
      }
    }
  }
  if (backward) {
    for (let index = 0; index < size; index++) {
      re[index] = (re[index] ?? 0) / size
      im[index] = (im[index] ?? 0) / size
    }
  }
  return wave
}

function reverseBits({ re, im }: Wave): void {
  let reversed = 0
  for (let index = 1; index < re.length; index++) {
    let bit = re.length >> 1
    for (; reversed & bit; bit >>= 1) reversed ^= bit
    reversed ^= bit
    if (index < reversed) {
      const [swapRe, swapIm] = [re[index] ?? 0, im[index] ?? 0]
      re[index] = re[reversed] ?? 0
      im[index] = im[reversed] ?? 0
      re[reversed] = swapRe
      im[reversed] = swapIm
    }
  }
}
