import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { FreeSpins } from '#domain/games/game.ts'
import { zeroWave, transform, type Wave } from './fourier.ts'
import { largestPay, moments, winHistogram, type WinHistogram } from './histogram.ts'

/** How a whole round can end: the paid spin with all its free spins. Money in units. */
export type RoundDistribution = {
  mean: number
  deviation: number
  /** The largest possible win, so that no cap is needed to enforce a lower one. */
  largest: number
  /** `chanceOf(from, to)` is the chance that a round pays at least `from` and less than `to` units. */
  chanceOf: (from: number, to: number) => number
  /** The bounds between which the pay of so many rounds together falls with the given chance, in units. */
  corridor: (rounds: number, chance: number) => { low: number; high: number }
}

/**
 * The exact distribution of a round, up to the rounding of doubles (about 1e-12), from the enumerated spins: free spins
 * are added up in the Fourier domain, where adding independent pays is multiplying. Computed once per compiled game.
 */
export function roundDistribution(compiled: CompiledGame): RoundDistribution {
  const cached = distributions.get(compiled)
  if (cached) return cached
  const made = computedDistribution(compiled)
  distributions.set(compiled, made)
  return made
}

const distributions = new WeakMap<CompiledGame, RoundDistribution>()

function computedDistribution(compiled: CompiledGame): RoundDistribution {
  const base = winHistogram(compiled, compiled.base)
  const feature = compiled.freeSpins
  const free = feature ? timesMultiplier(winHistogram(compiled, feature.reels), feature.rule.multiplier) : null
  const { mean, deviation } = roundMoments(base, free, feature?.rule ?? null)
  const largest = largestRound(base, free, feature?.rule ?? null)
  const step = [...base.wins, ...(free?.wins ?? [])].reduce((divisor, win) => commonDivisor(divisor, win.pay), 0) || 1
  // Wide enough for the largest round, and for sixteen deviations of a million rounds.
  const size = 2 ** Math.ceil(Math.log2(Math.max(largest + step, 16 * 1000 * deviation) / step))
  const wave = roundWave(base, free, feature?.rule ?? null, step, size)
  const single = transform({ re: wave.re.slice(), im: wave.im.slice() }, true).re
  return {
    mean,
    deviation,
    largest,
    chanceOf: (from, to) => {
      const places = single.subarray(Math.ceil(from / step), Math.min(size, Math.ceil(to / step)))
      return places.reduce((sum, chance) => sum + chance, 0)
    },
    corridor: (rounds, chance) => corridorOf(wave, rounds, chance, (rounds * mean) / step, step),
  }
}

/** The mean and deviation of a round from those of its spins, free spin by free spin from the last one backwards. */
function roundMoments(base: WinHistogram, free: WinHistogram | null, rule: FreeSpins | null) {
  const whole = moments(base)
  if (!free || !rule) return { mean: whole.mean, deviation: Math.sqrt(whole.square - whole.mean ** 2) }
  const dull = moments(free, false)
  const lucky = moments(free, true)
  type Rest = { mean: number; square: number }
  const nothing: Rest = { mean: 0, square: 0 }
  const computed = new Map<string, Rest>()
  const restAfter = (played: number, awarded: number): Rest => {
    if (played === awarded) return nothing
    const key = `${played} ${awarded}`
    const found = computed.get(key)
    if (found) return found
    const onDull = restAfter(played + 1, awarded)
    const onLucky = restAfter(played + 1, Math.min(awarded + rule.spins, rule.spinsLimit))
    const rest = {
      mean: dull.mean + lucky.mean + dull.chance * onDull.mean + lucky.chance * onLucky.mean,
      square:
        dull.square +
        2 * dull.mean * onDull.mean +
        dull.chance * onDull.square +
        lucky.square +
        2 * lucky.mean * onLucky.mean +
        lucky.chance * onLucky.square,
    }
    computed.set(key, rest)
    return rest
  }
  const feature = restAfter(0, rule.spins)
  const start = moments(base, true)
  const mean = whole.mean + start.chance * feature.mean
  const square = whole.square + 2 * start.mean * feature.mean + start.chance * feature.square
  return { mean, deviation: Math.sqrt(square - mean ** 2) }
}

/** Every spin of the luckiest round at its largest; the spins are independent, so this round can happen. */
function largestRound(base: WinHistogram, free: WinHistogram | null, rule: FreeSpins | null): number {
  if (!free || !rule) return largestPay(base)
  const awards = Math.ceil(rule.spinsLimit / rule.spins) - 1
  const lucky = largestPay(free, true)
  const feature = awards * lucky + (rule.spinsLimit - awards) * largestPay(free)
  return Math.max(largestPay(base), largestPay(base, true) + feature)
}

/** The transform of the distribution of one round; places are multiples of `step` units. */
function roundWave(
  base: WinHistogram,
  free: WinHistogram | null,
  rule: FreeSpins | null,
  step: number,
  size: number,
): Wave {
  const waveOf = (histogram: WinHistogram, awards: boolean): Wave => {
    const wave = zeroWave(size)
    for (const win of histogram.wins) {
      const place = win.pay / step
      if (win.awards === awards) wave.re[place] = (wave.re[place] ?? 0) + win.stops / histogram.cycle
    }
    return transform(wave)
  }
  const round = waveOf(base, false)
  const start = waveOf(base, true)
  const feature = free && rule ? featureWave(waveOf(free, false), waveOf(free, true), rule) : null
  for (let index = 0; index < size; index++) {
    const [startRe, startIm] = [start.re[index] ?? 0, start.im[index] ?? 0]
    const [re, im] = feature ? [feature.re[index] ?? 0, feature.im[index] ?? 0] : [1, 0]
    round.re[index] = (round.re[index] ?? 0) + startRe * re - startIm * im
    round.im[index] = (round.im[index] ?? 0) + startRe * im + startIm * re
  }
  return round
}

/** The transform of what a feature pays: at each frequency, all ways the awards can fall, spin after spin. */
function featureWave(dull: Wave, lucky: Wave, rule: FreeSpins): Wave {
  const size = dull.re.length
  const sum = zeroWave(size)
  const levels = Math.ceil(rule.spinsLimit / rule.spins)
  const awardedAt = (level: number) => Math.min(rule.spinsLimit, (level + 1) * rule.spins)
  const re = new Float64Array(levels + 1)
  const im = new Float64Array(levels + 1)
  for (let index = 0; index < size; index++) {
    const [dullRe, dullIm] = [dull.re[index] ?? 0, dull.im[index] ?? 0]
    const [luckyRe, luckyIm] = [lucky.re[index] ?? 0, lucky.im[index] ?? 0]
    re.fill(0)
    im.fill(0)
    re[0] = 1
    for (let played = 0; played < rule.spinsLimit; played++) {
      // From the highest level down, so that what moves up is not moved twice. At the limit an award adds no spins.
      for (let level = levels - 1; level >= 0; level--) {
        if (awardedAt(level) <= played) continue
        const [atRe, atIm] = [re[level] ?? 0, im[level] ?? 0]
        const last = level === levels - 1
        const stayRe = last ? dullRe + luckyRe : dullRe
        const stayIm = last ? dullIm + luckyIm : dullIm
        re[level] = atRe * stayRe - atIm * stayIm
        im[level] = atRe * stayIm + atIm * stayRe
        if (last) continue
        re[level + 1] = (re[level + 1] ?? 0) + atRe * luckyRe - atIm * luckyIm
        im[level + 1] = (im[level + 1] ?? 0) + atRe * luckyIm + atIm * luckyRe
      }
    }
    sum.re[index] = re.reduce((total, part) => total + part, 0)
    sum.im[index] = im.reduce((total, part) => total + part, 0)
  }
  return sum
}

/**
 * The transform to the power of `rounds` is that of their sum, folded onto the places; the fold is opened around the
 * mean.
 */
function corridorOf(wave: Wave, rounds: number, chance: number, meanPlace: number, step: number) {
  const size = wave.re.length
  const power = zeroWave(size)
  for (let index = 0; index < size; index++) {
    const [re, im] = [wave.re[index] ?? 0, wave.im[index] ?? 0]
    const length = Math.hypot(re, im) ** rounds
    const angle = Math.atan2(im, re) * rounds
    power.re[index] = length * Math.cos(angle)
    power.im[index] = length * Math.sin(angle)
  }
  const sums = transform(power, true).re
  const first = Math.max(0, Math.round(meanPlace) - size / 2)
  const placeBelow = (share: number): number => {
    let sum = 0
    for (let place = first; place < first + size; place++) {
      sum += sums[place % size] ?? 0
      if (sum >= share) return place
    }
    return first + size - 1
  }
  return { low: placeBelow((1 - chance) / 2) * step, high: placeBelow((1 + chance) / 2) * step }
}

function timesMultiplier({ cycle, wins }: WinHistogram, multiplier: number): WinHistogram {
  return { cycle, wins: wins.map((win) => ({ ...win, pay: win.pay * multiplier })) }
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}
