/**
 * Sound as numbers: tones, noises and rooms added to a track, without files, clock or chance, so that a test hears
 * exactly what the window plays.
 */

/** Samples a second. Nothing here sounds above 12 kHz. */
export const sampleRate = 24_000

/** A mono track. In one that loops, what rings beyond its end is heard at its beginning. */
export type Track = { samples: Float32Array<ArrayBuffer>; loops: boolean }

export function newTrack(seconds: number, loops = false): Track {
  return { samples: new Float32Array(Math.round(seconds * sampleRate)), loops }
}

/** An overtone: its multiple of the frequency, its strength, and its share of the length. */
export type Partial = readonly [ratio: number, gain: number, length: number]

export type Tone = {
  /** In seconds. */
  at: number
  lasts: number
  /** In Hz; `slideTo` is the pitch at the end. */
  frequency: number
  slideTo?: number
  gain: number
  /** Seconds to the full strength; then it fades evenly to a thousandth. */
  attack?: number
  partials?: readonly Partial[]
}

const pure: readonly Partial[] = [[1, 1, 1]]
const highest = sampleRate * 0.46

export function addTone(track: Track, tone: Tone): void {
  for (const [ratio, gain, length] of tone.partials ?? pure) {
    const frequency = tone.frequency * ratio
    if (Math.max(frequency, (tone.slideTo ?? 0) * ratio) > highest) continue
    addSine(track, {
      from: Math.round(tone.at * sampleRate),
      count: Math.round(tone.lasts * length * sampleRate),
      frequency,
      slideTo: tone.slideTo === undefined ? frequency : tone.slideTo * ratio,
      gain: tone.gain * gain,
      attack: Math.max(1, Math.round((tone.attack ?? 0.004) * sampleRate)),
    })
  }
}

type Sine = { from: number; count: number; frequency: number; slideTo: number; gain: number; attack: number }

function addSine(track: Track, { from, count, frequency, slideTo, gain, attack }: Sine): void {
  const fade = 10 ** (-3 / Math.max(1, count))
  const bend = (slideTo / frequency) ** (1 / Math.max(1, count))
  const turn = (2 * Math.PI * frequency) / sampleRate
  const next = bend === 1 ? evenSine(turn) : slidingSine(turn, bend)
  let strength = gain
  for (let index = 0; index < count; index += 1) {
    const ramp = index < attack ? index / attack : 1
    put(track, from + index, next() * strength * ramp)
    strength *= fade
  }
}

/** A sine by rotation: a third of the work of computing each. */
function evenSine(turn: number): () => number {
  const twice = 2 * Math.cos(turn)
  let before = Math.sin(-turn)
  let now = 0
  return () => {
    const value = now
    now = twice * now - before
    before = value
    return value
  }
}

function slidingSine(turn: number, bend: number): () => number {
  let phase = 0
  let step = turn
  return () => {
    const value = Math.sin(phase)
    phase += step
    step *= bend
    return value
  }
}

function put({ samples, loops }: Track, at: number, value: number): void {
  const { length } = samples
  if (at < length) samples[at] = (samples[at] ?? 0) + value
  else if (loops) samples[at % length] = (samples[at % length] ?? 0) + value
}

export type Noise = {
  at: number
  lasts: number
  gain: number
  /** The band in Hz. */
  low: number
  high: number
  /** Seconds to the full strength; `rises`: it grows to the end instead of fading. */
  attack?: number
  rises?: true
  seed?: number
}

export function addNoise(track: Track, noise: Noise): void {
  const { at, lasts, gain, low, high, rises, seed = 1 } = noise
  const count = Math.round(lasts * sampleRate)
  const attack = Math.max(1, Math.round((noise.attack ?? 0.002) * sampleRate))
  const band = bandOf(low, high)
  const next = grains(seed)
  const from = Math.round(at * sampleRate)
  for (let index = 0; index < count; index += 1) {
    const share = index / count
    const strength = rises ? share ** 2 * Math.min(1, (1 - share) * 40) : 10 ** (-3 * share)
    const ramp = index < attack ? index / attack : 1
    put(track, from + index, band(next()) * gain * strength * ramp)
  }
}

/** Evenly loud noise through the whole track; `swell` (0 to 1 of the track) is its strength there. */
export function addBed(
  track: Track,
  { low, high, gain, seed = 1 }: Pick<Noise, 'low' | 'high' | 'gain' | 'seed'>,
  swell: (share: number) => number,
): void {
  const { length } = track.samples
  const band = bandOf(low, high)
  const next = grains(seed)
  // The end is cross-faded into what came before the beginning, so that the loop has no seam.
  const seam = Math.min(Math.round(sampleRate * 0.5), length >> 1)
  const before = Array.from({ length: seam }, () => band(next()))
  for (let index = 0; index < length; index += 1) {
    const own = band(next())
    const left = length - index
    const mixed =
      left > seam
        ? own
        : own * Math.sqrt(left / seam) + (before[seam - left] ?? 0) * Math.sqrt(Math.max(0, 1 - left / seam))
    put(track, index, mixed * gain * swell(index / length))
  }
}

/** A band-pass of one pole on each side, twice. */
function bandOf(low: number, high: number): (value: number) => number {
  const share = (frequency: number) => 1 - Math.exp((-2 * Math.PI * frequency) / sampleRate)
  const [up, down] = [share(Math.min(high, highest)), share(low)]
  const state = [0, 0, 0, 0]
  return (value) => {
    let out = value
    for (const stage of [0, 2] as const) {
      state[stage] = (state[stage] ?? 0) + up * (out - (state[stage] ?? 0))
      state[stage + 1] = (state[stage + 1] ?? 0) + down * ((state[stage] ?? 0) - (state[stage + 1] ?? 0))
      out = (state[stage] ?? 0) - (state[stage + 1] ?? 0)
    }
    return out
  }
}

/** Even numbers from -1 to 1 that follow from the seed. */
export function grains(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2_147_483_648 - 1
  }
}

const combs = [0.0297, 0.0371, 0.0411, 0.0437]
const passes = [0.005, 0.0017]

/** Lays the track into a room: four combs and two all-passes. `seconds` is how long it rings. */
export function addRoom(track: Track, seconds: number, mix: number): void {
  const { samples, loops } = track
  const wet = new Float32Array(samples.length)
  for (const delay of combs) comb(samples, wet, delay, seconds, loops)
  for (const delay of passes) allPass(wet, delay, loops)
  for (const [index, value] of wet.entries()) samples[index] = (samples[index] ?? 0) + value * mix
}

function comb(source: Float32Array, wet: Float32Array, delay: number, seconds: number, loops: boolean): void {
  const reach = Math.round(delay * sampleRate)
  const feedback = 10 ** ((-3 * delay) / seconds)
  const line = new Float32Array(reach)
  const { length } = source
  // A loop is run through once before it is heard, so that its end rings into its beginning.
  for (let pass = loops ? 0 : 1, at = 0; pass < 2; pass += 1) {
    for (let index = 0; index < length; index += 1) {
      const out = line[at] ?? 0
      line[at] = (source[index] ?? 0) + out * feedback
      if (pass === 1) wet[index] = (wet[index] ?? 0) + out / combs.length
      at = at + 1 === reach ? 0 : at + 1
    }
  }
}

function allPass(wet: Float32Array, delay: number, loops: boolean): void {
  const reach = Math.round(delay * sampleRate)
  const line = new Float32Array(reach)
  const source = wet.slice()
  const { length } = source
  for (let pass = loops ? 0 : 1, at = 0; pass < 2; pass += 1) {
    for (let index = 0; index < length; index += 1) {
      const held = line[at] ?? 0
      const value = (source[index] ?? 0) + held * 0.5
      line[at] = value
      if (pass === 1) wet[index] = held - value * 0.5
      at = at + 1 === reach ? 0 : at + 1
    }
  }
}

const fadeSeconds = 0.012

/** Brings the track to its loudest sample, and one that ends to silence at its end. */
export function finish({ samples, loops }: Track, peak: number): Float32Array<ArrayBuffer> {
  let most = 0
  for (const value of samples) most = Math.max(most, Math.abs(value))
  const gain = most === 0 ? 0 : peak / most
  const fade = loops ? 0 : Math.round(fadeSeconds * sampleRate)
  for (const [index, value] of samples.entries()) {
    const left = samples.length - 1 - index
    samples[index] = value * gain * (left < fade ? left / fade : 1)
  }
  return samples
}
