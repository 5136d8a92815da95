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
  const tables = tablesOf(size)
  exchange(re, tables.reversed)
  exchange(im, tables.reversed)
  combine({ wave, tables, sign: backward ? 1 : -1 }, 0, size)
  if (backward) {
    for (let index = 0; index < size; index++) {
      re[index] = (re[index] ?? 0) / size
      im[index] = (im[index] ?? 0) / size
    }
  }
  return wave
}

/**
 * The cosines and sines of the parts of a half turn, in `half` parts from the place `half` on, for each power of two; and the place
 * of each number with its bits reversed.
 */
type Tables = { cosines: Float64Array; sines: Float64Array; reversed: Uint32Array }

/** Those of the size that was transformed last; a distribution takes dozens of transforms of one size. */
let last: Tables | null = null

function tablesOf(size: number): Tables {
  if (last?.reversed.length === size) return last
  const made = { cosines: new Float64Array(size), sines: new Float64Array(size), reversed: new Uint32Array(size) }
  const half = size >> 1
  for (let part = 0; part < half; part++) {
    made.cosines[half + part] = Math.cos((2 * Math.PI * part) / size)
    made.sines[half + part] = Math.sin((2 * Math.PI * part) / size)
  }
  // A coarser level has every second part of the finer one.
  for (let parts = half / 2; parts >= 1; parts /= 2) {
    for (let part = 0; part < parts; part++) {
      made.cosines[parts + part] = made.cosines[2 * (parts + part)] ?? 0
      made.sines[parts + part] = made.sines[2 * (parts + part)] ?? 0
    }
  }
  for (let index = 1; index < size; index++) {
    made.reversed[index] = ((made.reversed[index >> 1] ?? 0) >> 1) + ((index & 1) === 1 ? half : 0)
  }
  last = made
  return made
}

function exchange(numbers: Float64Array, reversed: Uint32Array): void {
  for (let index = 1; index < numbers.length; index++) {
    const place = reversed[index] ?? 0
    if (index >= place) continue
    const kept = numbers[index] ?? 0
    numbers[index] = numbers[place] ?? 0
    numbers[place] = kept
  }
}

type Work = { wave: Wave; tables: Tables; sign: number }

/** Numbers that the caches of a processor hold. */
const mostAtOnce = 2 ** 12

/** Combines a part of the wave, each half before the whole, so that what was just computed is still in the caches. */
function combine(work: Work, first: number, length: number): void {
  if (length <= mostAtOnce) {
    for (let half = 1; half < length; half *= 2) join(work, first, first + length, half)
    return
  }
  combine(work, first, length / 2)
  combine(work, first + length / 2, length / 2)
  join(work, first, first + length, length / 2)
}

/** Joins neighbouring transforms of `half` numbers, from `first` to before `end`. */
function join({ wave: { re, im }, tables: { cosines, sines }, sign }: Work, first: number, end: number, half: number) {
  for (let start = first; start < end; start += 2 * half) {
    for (let offset = 0; offset < half; offset++) {
      const cosine = cosines[half + offset] ?? 0
      const sine = sign * (sines[half + offset] ?? 0)
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
