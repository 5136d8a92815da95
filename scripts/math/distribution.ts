import type { CompiledFreeSpins, CompiledGame } from '#domain/games/slot/compiled.ts'
import type { FreeSpins } from '#domain/games/game.ts'
import { zeroWave, transform, type Wave } from './fourier.ts'
import { corridorOf } from './corridor.ts'
import { hasExactReturn } from './exact.ts'
import { moments, winHistogram, type Win, type WinHistogram } from './histogram.ts'
import { both, largerOf, largestFreeSpins, largestHold, largestOf, largestPicks, type Largest } from './largest.ts'
import { featureHistogram, paidHistogram, type Measurement } from './measurement.ts'
import { holdMoments, holdWaves, pickMoments, pickWave } from './prize-waves.ts'

/** How a whole round can end: the paid spin with all its features, after the cap. Money in units. */
export type RoundDistribution = {
  mean: number
  deviation: number
  /** The largest possible win before the cap: where it is below, no cap is needed. */
  largest: number
  /** The decimal logarithm of the chance of the largest win after the cap; -Infinity below 1e-12 where there is a cap. */
  largestLogChance: number
  /** What the cap cuts of the mean. */
  cut: number
  /** `chanceOf(from, to)` is the chance that a round pays at least `from` and less than `to` units. */
  chanceOf: (from: number, to: number) => number
  /** Of so many rounds, the bounds between which their pay together falls with a given chance, in units. */
  corridor: (rounds: number) => (chance: number) => { low: number; high: number }
}

/** Whether the distribution of a round is computed; sticky wilds and special symbols tie free spins to one another. */
export function hasRoundDistribution(compiled: CompiledGame): boolean {
  const rule = compiled.freeSpins?.rule
  if (
    rule?.wilds === 'sticky' ||
    rule?.expanding ||
    compiled.mode.kind === 'cluster' ||
    compiled.mode.kind === 'anywhere'
  )
    return false
  return hasExactReturn(compiled)
}

/**
 * The exact distribution of a round, up to the rounding of doubles (about 1e-12), from the enumerated spins: features
 * are added up in the Fourier domain, where adding independent pays is multiplying. Computed once per compiled game.
 * With a measurement its parts stand in for what is not computed. Throws RangeError for a game that has neither
 * (`hasRoundDistribution`).
 */
export function roundDistribution(compiled: CompiledGame, measurement: Measurement | null = null): RoundDistribution {
  const cached = distributions.get(measurement ?? compiled)
  if (cached) return cached
  if (!measurement && !hasRoundDistribution(compiled))
    throw new RangeError(`Rounds of ${compiled.game.code} have no computed distribution.`)
  const made = computedDistribution(compiled, measurement)
  distributions.set(measurement ?? compiled, made)
  return made
}

const distributions = new WeakMap<CompiledGame | Measurement, RoundDistribution>()

/** The most places of a distribution: 32 MiB a wave. */
const mostPlaces = 2 ** 21

/** What a whole feature of free spins pays, in units. */
type FeatureLaw = {
  moments: Moments
  /** Every pay is a sum of some of these. */
  pays: number[]
  largest: () => Largest
  /** The transform of the distribution; places are multiples of `step` units. */
  wave: (step: number, size: number) => Wave
}

function computedDistribution(compiled: CompiledGame, measurement: Measurement | null): RoundDistribution {
  const { cap } = compiled
  const base =
    measurement && measurement.paid.length > 0
      ? paidHistogram(measurement.paid)
      : winHistogram(compiled, compiled.base, 'base')
  const feature = measurement?.feature
    ? measuredLaw(featureHistogram(measurement.feature))
    : compiled.freeSpins && computedLaw(compiled, compiled.freeSpins)
  const whole = roundMoments(compiled, base, feature)
  const largest = largestRound(compiled, base, feature)
  const pays = [cap, ...base.wins.map(({ pay }) => pay), ...(feature?.pays ?? []), ...prizesOf(compiled)]
  const step = pays.reduce(commonDivisor, 0) || 1
  const single = roundChances(compiled, base, feature, { step, largest: largest.pay, mean: whole.mean })
  const size = single.length
  // The transform's rounding may be a little below 0 where hardly any round reaches the cap.
  const cut = largest.pay > cap ? Math.max(0, cutAt(single, cap / step, largest.pay / step) * step) : 0
  const mean = whole.mean - cut
  const chanceOf = (from: number, to: number) => {
    const places = single.subarray(Math.ceil(from / step), Math.min(size, Math.ceil(to / step)))
    return places.reduce((sum, chance) => sum + chance, 0)
  }
  const deviation = cut > 0 ? deviationOf(single, step, mean) : whole.deviation
  // Beyond the cap or the largest round there is only rounding.
  const chances = single.subarray(0, Math.min(size, Math.min(largest.pay, cap) / step + 1))
  return {
    mean,
    deviation,
    largest: largest.pay,
    largestLogChance: largest.pay < cap ? largest.logChance : Math.log10(aboveRounding(chanceOf(cap, cap + 1))),
    cut,
    chanceOf,
    corridor: (rounds) => corridorOf({ chances, step, mean, deviation }, rounds),
  }
}

/**
 * The chances of a round without the cap, by place. They are computed on as many places as hold four times the cap, and on
 * twice as many until what pays more, and is folded onto the lower places, takes nothing from the mean.
 */
function roundChances(
  compiled: CompiledGame,
  base: WinHistogram,
  feature: FeatureLaw | null,
  { step, largest, mean }: { step: number; largest: number; mean: number },
): Float64Array {
  const enough = 2 ** Math.ceil(Math.log2(largest / step + 1))
  let size = Math.min(enough, 2 ** Math.ceil(Math.log2((4 * compiled.cap) / step + 1)))
  for (;;) {
    const chances = transform(roundWave(compiled, base, feature, step, size), true).re
    const found = chances.reduce((sum, chance, place) => sum + chance * place * step, 0)
    if (size >= Math.min(enough, mostPlaces) || Math.abs(found - mean) < 1e-10 * mean) return chances
    size *= 2
  }
}

/** A chance that came through the Fourier domain; 0 where it is nothing but rounding. */
function aboveRounding(chance: number): number {
  return chance < 1e-12 ? 0 : chance
}

/** Free spins that do not depend on one another, from the enumerated spin. */
function computedLaw(compiled: CompiledGame, { rule, reels }: CompiledFreeSpins): FeatureLaw {
  const free = timesMultiplier(winHistogram(compiled, reels, 'free'), rule.multiplier)
  return {
    moments: featureMoments(free, rule),
    pays: free.wins.map(({ pay }) => pay),
    largest: () => largestFreeSpins(free, rule),
    wave: (step, size) =>
      featureWave(
        waveOf(free, ({ awards }) => !awards, step, size),
        waveOf(free, ({ awards }) => awards, step, size),
        rule,
      ),
  }
}

/** Whole features as they were counted. */
function measuredLaw(features: WinHistogram): FeatureLaw {
  return {
    moments: moments(features),
    pays: features.wins.map(({ pay }) => pay),
    largest: () => largestOf(features),
    wave: (step, size) => waveOf(features, () => true, step, size),
  }
}

function waveOf(histogram: WinHistogram, isPart: (win: Win) => boolean, step: number, size: number): Wave {
  const wave = zeroWave(size)
  for (const win of histogram.wins) {
    const place = win.pay / step
    if (isPart(win)) wave.re[place % size] = (wave.re[place % size] ?? 0) + win.stops / histogram.cycle
  }
  return transform(wave)
}

/**
 * Moves all chances above the place of the cap to it, up to the place of the largest round; what is beyond is rounding
 * and becomes 0. Returns the mean number of places that this takes away.
 */
function cutAt(chances: Float64Array, place: number, largest: number): number {
  let cut = 0
  let moved = 0
  for (let at = place + 1; at <= Math.min(largest, chances.length - 1); at++) {
    cut += (at - place) * (chances[at] ?? 0)
    moved += chances[at] ?? 0
  }
  chances[place] = (chances[place] ?? 0) + moved
  chances.fill(0, place + 1)
  return cut
}

function deviationOf(chances: Float64Array, step: number, mean: number): number {
  const square = chances.reduce((sum, chance, place) => sum + chance * (place * step) ** 2, 0)
  return Math.sqrt(square - mean ** 2)
}

/** All that a paid spin can start, by what its wins say; each kind once. */
function startsOf({ wins }: WinHistogram): Pick<Win, 'awards' | 'coins' | 'picks'>[] {
  const byKey = new Map(
    wins.map(({ awards, coins, picks }) => [`${awards} ${coins} ${picks}`, { awards, coins, picks }]),
  )
  return [...byKey.values()]
}

function startsSame(one: Pick<Win, 'awards' | 'coins' | 'picks'>) {
  return (win: Win): boolean => win.awards === one.awards && win.coins === one.coins && win.picks === one.picks
}

function prizesOf({ holdAndWin, pick }: CompiledGame): number[] {
  return [...(holdAndWin?.values.values ?? []), holdAndWin?.rule.full ?? 0, ...(pick?.prizes.values ?? [])]
}

type Moments = { mean: number; square: number }

/** The mean and deviation of a round from those of the paid spin and of what each kind of it starts. */
function roundMoments(compiled: CompiledGame, base: WinHistogram, law: FeatureLaw | null) {
  let { mean, square } = moments(base)
  for (const start of startsOf(base)) {
    const parts = [
      ...(start.awards && law ? [law.moments] : []),
      ...(start.coins > 0 ? [holdMoments(compiled, start.coins)] : []),
      ...(start.picks ? [pickMoments(compiled)] : []),
    ]
    if (parts.length === 0) continue
    const feature = parts.reduce((sum, part) => ({
      mean: sum.mean + part.mean,
      square: sum.square + 2 * sum.mean * part.mean + part.square,
    }))
    const spin = moments(base, startsSame(start))
    mean += spin.chance * feature.mean
    square += 2 * spin.mean * feature.mean + spin.chance * feature.square
  }
  return { mean, deviation: Math.sqrt(square - mean ** 2) }
}

/** The moments of what free spins pay, free spin by free spin from the last one backwards. */
function featureMoments(free: WinHistogram, rule: FreeSpins): Moments {
  const dull = moments(free, ({ awards }) => !awards)
  const lucky = moments(free, ({ awards }) => awards)
  const nothing: Moments = { mean: 0, square: 0 }
  const computed = new Map<string, Moments>()
  const restAfter = (played: number, awarded: number): Moments => {
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
  return restAfter(0, rule.spins)
}

/** Every spin of the luckiest round at its largest; the spins are independent, so this round can happen. */
function largestRound(compiled: CompiledGame, base: WinHistogram, feature: FeatureLaw | null): Largest {
  return startsOf(base)
    .map((start) =>
      [
        ...(start.awards && feature ? [feature.largest()] : []),
        ...(start.coins > 0 ? [largestHold(compiled, start.coins)] : []),
        ...(start.picks ? [largestPicks(compiled)] : []),
      ].reduce(both, largestOf(base, startsSame(start))),
    )
    .reduce(largerOf)
}

/** The transform of the distribution of one round; places are multiples of `step` units. */
function roundWave(
  compiled: CompiledGame,
  base: WinHistogram,
  law: FeatureLaw | null,
  step: number,
  size: number,
): Wave {
  const starts = startsOf(base)
  const feature = law && starts.some(({ awards }) => awards) ? law.wave(step, size) : null
  const hold = starts.some(({ coins }) => coins > 0) ? holdWaves(compiled, step, size) : null
  const round = zeroWave(size)
  for (const start of starts) {
    const factors = [
      ...(start.awards && feature ? [feature] : []),
      ...(start.coins > 0 && hold ? [hold(start.coins)] : []),
      ...(start.picks ? [pickWave(compiled, step, size)] : []),
    ]
    addWave(round, factors.reduce(multiplied, waveOf(base, startsSame(start), step, size)))
  }
  return round
}

function multiplied(one: Wave, other: Wave): Wave {
  for (let index = 0; index < one.re.length; index++) {
    const [re, im] = [one.re[index] ?? 0, one.im[index] ?? 0]
    const [otherRe, otherIm] = [other.re[index] ?? 0, other.im[index] ?? 0]
    one.re[index] = re * otherRe - im * otherIm
    one.im[index] = re * otherIm + im * otherRe
  }
  return one
}

function addWave(sum: Wave, part: Wave): void {
  for (let index = 0; index < sum.re.length; index++) {
    sum.re[index] = (sum.re[index] ?? 0) + (part.re[index] ?? 0)
    sum.im[index] = (sum.im[index] ?? 0) + (part.im[index] ?? 0)
  }
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

function timesMultiplier({ cycle, wins }: WinHistogram, multiplier: number): WinHistogram {
  return { cycle, wins: wins.map((win) => ({ ...win, pay: win.pay * multiplier })) }
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}
