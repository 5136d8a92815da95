/** WAV files of one channel with 16 bits a sample, and what can be measured of them. */

/** A file as players read it. */
export function wavOf(samples: Float32Array, rate: number): DataView {
  const file = new DataView(new ArrayBuffer(44 + samples.length * 2))
  const write = (text: string, at: number) => {
    for (const [index, letter] of [...text].entries()) file.setUint8(at + index, letter.charCodeAt(0))
  }
  write('RIFF', 0)
  file.setUint32(4, 36 + samples.length * 2, true)
  write('WAVEfmt ', 8)
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, rate, true)
  file.setUint32(28, rate * 2, true)
  file.setUint16(32, 2, true)
  file.setUint16(34, 16, true)
  write('data', 36)
  file.setUint32(40, samples.length * 2, true)
  for (const [index, value] of samples.entries()) {
    file.setInt16(44 + index * 2, Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))), true)
  }
  return file
}

export type Heard = {
  seconds: number
  /** The loudest sample, 1 at most, and how many are at the limit. */
  peak: number
  clipped: number
  /** The mean level in dB below the limit, and the level of the loudest tenth of a second. */
  level: number
  loudest: number
  /** The mean of all samples: 0 without a direct current. */
  offset: number
  /** The first and the last sample, and the largest step between two. */
  first: number
  last: number
  steepest: number
  /** The middle of the spectrum's power in Hz, and the shares of it below 30 Hz and above 9 kHz. */
  centre: number
  rumble: number
  hiss: number
}

/** Reads a file of `wavOf` and measures it. */
export function measureWav(file: DataView): Heard {
  const rate = file.getUint32(24, true)
  const count = file.getUint32(40, true) / 2
  const samples = Float64Array.from({ length: count }, (_, index) => file.getInt16(44 + index * 2, true) / 32_767)
  const tenth = Math.round(rate / 10)
  const power = powerOf(samples)
  let loudest = 0
  for (let at = 0; at < count; at += tenth) loudest = Math.max(loudest, powerOf(samples.subarray(at, at + tenth)))
  const size = Math.min(2 ** 14, 2 ** Math.ceil(Math.log2(count)))
  const spectrum = spectrumOf(samples, size)
  const hertz = (bin: number) => (bin * rate) / size
  const sum = (fits: (frequency: number) => boolean) =>
    spectrum.reduce((total, value, bin) => (fits(hertz(bin)) ? total + value : total), 0)
  const whole = sum(() => true)
  return {
    seconds: count / rate,
    peak: samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    clipped: samples.filter((value) => Math.abs(value) >= 0.999).length,
    level: 10 * Math.log10(power),
    loudest: 10 * Math.log10(loudest),
    offset: samples.reduce((total, value) => total + value, 0) / count,
    first: samples[0] ?? 0,
    last: samples.at(-1) ?? 0,
    steepest: samples.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - (samples[index - 1] ?? value))),
      0,
    ),
    centre: spectrum.reduce((total, value, bin) => total + value * hertz(bin), 0) / whole,
    rumble: sum((frequency) => frequency < 30) / whole,
    hiss: sum((frequency) => frequency > 9000) / whole,
  }
}

function powerOf(samples: Float64Array): number {
  let total = 0
  for (const value of samples) total += value * value
  return total / Math.max(1, samples.length)
}

/** The power by frequency of all windows of `size` samples, by a fast Fourier transform. */
function spectrumOf(samples: Float64Array, size: number): Float64Array {
  const total = new Float64Array(size / 2)
  for (let from = 0; from < samples.length; from += size) {
    const real = new Float64Array(size)
    const imaginary = new Float64Array(size)
    for (let index = 0; index < size && from + index < samples.length; index += 1) {
      const taper = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size)
      real[index] = (samples[from + index] ?? 0) * (samples.length > size ? taper : 1)
    }
    transform(real, imaginary)
    for (let bin = 0; bin < size / 2; bin += 1) {
      total[bin] = (total[bin] ?? 0) + (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2
    }
  }
  return total
}

function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length
  for (let index = 1, other = 0; index < size; index += 1) {
    let bit = size >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (index < other) {
      for (const part of [real, imaginary]) [part[index], part[other]] = [part[other] ?? 0, part[index] ?? 0]
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const turn = (-2 * Math.PI) / length
    for (let index = 0; index < length / 2; index += 1) {
      const cos = Math.cos(turn * index)
      const sin = Math.sin(turn * index)
      for (let low = index; low < size; low += length) {
        const high = low + length / 2
        const a = real[high] ?? 0
        const b = imaginary[high] ?? 0
        const x = a * cos - b * sin
        const y = a * sin + b * cos
        real[high] = (real[low] ?? 0) - x
        imaginary[high] = (imaginary[low] ?? 0) - y
        real[low] = (real[low] ?? 0) + x
        imaginary[low] = (imaginary[low] ?? 0) + y
      }
    }
  }
}
