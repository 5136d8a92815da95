import { readFileSync } from 'node:fs'
import { drawFrom, type Draw } from '#domain/games/draw.ts'
import { capOf, type Game } from '#domain/games/game.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import { playFreeSpins } from '#domain/games/slot/free-spins.ts'
import { playUntilFreeSpins } from '#domain/games/slot/play.ts'
import { newRound } from '#domain/games/slot/round-state.ts'
import { cipherStream, nodeSha256Hex } from './chance.ts'
import { convolveExactly, countOf, productExactly, sumExactly } from './counting.ts'
import { spinMeans } from './exact.ts'
import { moments, type Win, type WinHistogram } from './histogram.ts'
import { z999 } from './interval.ts'
import { rational, toNumber } from './rational.ts'
import { shownCounts } from './seen-reels.ts'

/**
 * What a machine's simulation counted, where its rounds have no computed distribution. The two parts of a round are
 * simulated apart, because one round in 150 would play free spins otherwise and they make most of the variance:
 *
 * - `paid`: rounds up to their free spins. Left out where the paid spin is enumerated.
 * - `feature`: free spins that begin with the award of a paid spin. The award is the same for every trigger and nothing of
 *   the paid spin is left when they begin, so their pay F is independent of the paid part (P, T), T = 1 for a trigger.
 *
 * Paid parts are simulated by strata: those whose stops show fewer scatters than one too few, one too few, and enough.
 * The chance of a stratum follows from the strips, and within one T hardly varies: only what falls into view changes it.
 * Stops are drawn until they are in the stratum, so within it they have the distribution of the game.
 *
 * A round pays min(P + T F, cap): both parts are played without the cap, and it is applied to their sum. The mean over all
 * pairs of a paid part and a feature, strata weighed by their chances, is an unbiased estimate of the return. With P and F
 * cut off at the cap, its variance is the sum over the strata of chance^2 Var(P + T E F) / rounds, and
 * P(T = 1)^2 Var(F) / features, but for a term with both numbers in the denominator, and for the cap on the sum, which
 * brings values nearer to one another.
 */
export type Measurement = {
  mathHash: string
  seed: string
  paid: PaidStratum[]
  feature: FeaturePart | null
}

/** Pays in units, each with the number of times that it occurred: `[pay, count]`, ascending. */
export type Counted = [number, number][]

/** Paid parts whose stops show from `least` to `most` scatters, with the chance of such stops. */
export type Stratum = { least: number; most: number; chance: number }

export type PaidStratum = Stratum & {
  blocks: number
  /** Of the first block alone, so that a test can play it again. */
  first: PaidCounts
  all: PaidCounts
}

export type PaidCounts = {
  rounds: number
  /** Rounds that award no free spins, and those that do. */
  pays: Counted
  paysWithAward: Counted
  /** Rounds with hold-and-win, picks and walking wilds, and what these paid. */
  holds: number
  holdPay: number
  picks: number
  pickPay: number
  walks: number
  walkPay: number
}

export type FeaturePart = { blocks: number; first: FeatureCounts; all: FeatureCounts }
export type FeatureCounts = { features: number; pays: Counted; freeSpins: number }

/** How many rounds a block has; where the stops of a stratum are rare, most of the time goes into drawing them. */
export function blockRounds({ chance }: Stratum): number {
  return chance < 0.02 ? 4_000 : 100_000
}

export const featureBlockRounds = 4_000

const folder = new URL('../../docs/par/', import.meta.url)

/** The file of a machine's measurement, from the root of the repository. */
export function measurementPath({ code }: Pick<Game, 'code'>): string {
  return `docs/par/${code}.log`
}

/** The committed measurement of a machine; null when there is none for its present mathematics. */
export function measurementOf(game: Game): Measurement | null {
  const known = measurements.get(game)
  if (known) return known
  const read = readMeasurement(game)
  if (read) measurements.set(game, read)
  return read
}

const measurements = new WeakMap<Game, Measurement>()

function readMeasurement(game: Game): Measurement | null {
  let text: string
  try {
    text = readFileSync(new URL(`${game.code}.log`, folder), 'utf8')
  } catch {
    return null
  }
  const measurement = JSON.parse(text) as Measurement
  return measurement.mathHash === mathHashOf(game, nodeSha256Hex) ? measurement : null
}

/** The strata of a game's paid parts: by the scatters of the stops, or a single one where there are no free spins. */
export function strataOf(compiled: CompiledGame): Stratum[] {
  const { base, reels, rows, freeSpins } = compiled
  const most = reels * rows
  if (!freeSpins) return [{ least: 0, most, chance: 1 }]
  const counts = scatterCounts(compiled)
    .map((shown) => countOf(shown).map(BigInt))
    .reduce(convolveExactly, [1n])
  const cycle = productExactly(base.lengths.map(BigInt))
  const { count } = freeSpins.rule.trigger
  const bounds = [
    { least: 0, most: count - 2 },
    { least: count - 1, most: count - 1 },
    { least: count, most },
  ]
  return bounds
    .map((bound) => ({
      ...bound,
      chance: toNumber(rational(sumExactly(counts.slice(bound.least, bound.most + 1)), cycle)),
    }))
    .filter(({ chance }) => chance > 0)
}

function scatterCounts({ base, rows, scatter }: CompiledGame): Uint8Array[] {
  return shownCounts(base.windows, rows, scatter.symbol)
}

/** One block of paid parts: the same seed, stratum and number, the same counts. */
export function playPaidBlock(game: Game, seed: string, stratum: Stratum, block: number): PaidCounts {
  const compiled = withoutCap(game)
  const draw = drawFrom(cipherStream(`measure ${game.code} ${seed} paid from ${stratum.least} block ${block}`))
  const drawOfRound = drawWithStops(compiled, stratum, draw)
  const pays = new Map<number, number>()
  const paysWithAward = new Map<number, number>()
  const rounds = blockRounds(stratum)
  const counts = { rounds, holds: 0, holdPay: 0, picks: 0, pickPay: 0, walks: 0, walkPay: 0 }
  for (let index = 0; index < rounds; index++) {
    const round = newRound(compiled, drawOfRound(), null)
    const histogram = playUntilFreeSpins(round) > 0 ? paysWithAward : pays
    histogram.set(round.total, (histogram.get(round.total) ?? 0) + 1)
    counts.holds += Number(round.coins > 0)
    counts.holdPay += round.holdPay
    counts.picks += Number(round.picks > 0)
    counts.pickPay += round.pickPay
    counts.walks += Number(round.respins > 0)
    counts.walkPay += round.respinPay
  }
  return { ...counts, pays: sorted(pays), paysWithAward: sorted(paysWithAward) }
}

/** Prepares the draw of each round: its first results, the stops of the paid spin, are in the stratum. */
function drawWithStops(compiled: CompiledGame, { least, most }: Stratum, draw: Draw): () => Draw {
  const { lengths } = compiled.base
  const shown = scatterCounts(compiled)
  const stops = lengths.map(() => 0)
  let next = 0
  const stopsFirst: Draw = (below) => (next < stops.length ? (stops[next++] ?? 0) : draw(below))
  return () => {
    let scatters = -1
    while (scatters < least || scatters > most) {
      scatters = 0
      for (let reel = 0; reel < stops.length; reel++) {
        const stop = draw(lengths[reel] ?? 1)
        stops[reel] = stop
        scatters += shown[reel]?.[stop] ?? 0
      }
    }
    next = 0
    return stopsFirst
  }
}

/** One block of features. */
export function playFeatureBlock(game: Game, seed: string, block: number): FeatureCounts {
  const compiled = withoutCap(game)
  const draw = drawFrom(cipherStream(`measure ${game.code} ${seed} feature ${block}`))
  const pays = new Map<number, number>()
  let freeSpins = 0
  for (let index = 0; index < featureBlockRounds; index++) {
    const round = newRound(compiled, draw, null)
    playFreeSpins(round, compiled.freeSpins?.rule.spins ?? 0)
    pays.set(round.total, (pays.get(round.total) ?? 0) + 1)
    freeSpins += round.freeSpins
  }
  return { features: featureBlockRounds, freeSpins, pays: sorted(pays) }
}

/**
 * The paid parts as the histogram that an enumeration would give, over a cycle of 1: counts are the chances of the strata
 * divided among their rounds. Only free spins are still to come.
 */
export function paidHistogram(paid: readonly PaidStratum[]): WinHistogram {
  const wins = new Map<string, Win>()
  for (const { chance, all } of paid) {
    const addPays = (pays: Counted, awards: boolean) => {
      for (const [pay, count] of pays) {
        const win = wins.get(`${pay} ${awards}`) ?? { pay, awards, coins: 0, picks: false, stops: 0 }
        win.stops += (chance * count) / all.rounds
        wins.set(`${pay} ${awards}`, win)
      }
    }
    addPays(all.pays, false)
    addPays(all.paysWithAward, true)
  }
  return { cycle: 1, wins: [...wins.values()].sort((one, other) => one.pay - other.pay) }
}

/** The mean of a count over all strata, for one paid spin. */
export function paidMean(paid: readonly PaidStratum[], count: (counts: PaidCounts) => number): number {
  return paid.reduce((sum, { chance, all }) => sum + (chance * count(all)) / all.rounds, 0)
}

/** Whole features as a histogram. */
export function featureHistogram({ all }: FeaturePart): WinHistogram {
  const wins = all.pays.map(([pay, stops]) => ({ pay, awards: false, coins: 0, picks: false, stops }))
  return { cycle: all.features, wins }
}

/** How often the paid part awards free spins: exact where the paid spin is enumerated, else as measured. */
export function triggerRateOf(game: Game, { paid }: Measurement): number {
  if (paid.length > 0)
    return paidMean(paid, ({ paysWithAward }) => paysWithAward.reduce((sum, [, count]) => sum + count, 0))
  const compiled = compile(game)
  const { awards, cycle } = spinMeans(compiled, compiled.base, 'base')
  return toNumber(rational(awards, cycle))
}

/**
 * The terms of the variance of the mean, in units squared, each for one round of its stratum and one feature. More than the
 * cap counts as the cap in either part: that leaves min(P + T F, cap) the same.
 */
export function variancesOf(game: Game, measurement: Measurement): { paid: number[]; feature: number } {
  const cap = capOf(game)
  const { paid, feature } = measurement
  const features = feature ? moments(cappedAt(featureHistogram(feature), cap)) : { mean: 0, square: 0 }
  return {
    paid: paid.map((stratum) => {
      const histogram = cappedAt(paidHistogram([{ ...stratum, chance: 1 }]), cap)
      const all = moments(histogram)
      const lucky = moments(histogram, ({ awards }) => awards)
      const mean = all.mean + lucky.chance * features.mean
      const square = all.square + 2 * features.mean * lucky.mean + lucky.chance * features.mean ** 2
      return stratum.chance ** 2 * (square - mean ** 2)
    }),
    feature: triggerRateOf(game, measurement) ** 2 * (features.square - features.mean ** 2),
  }
}

/** Half the width of the 99.9 % interval of the measured mean, in units. */
export function halfWidthOf(game: Game, measurement: Measurement): number {
  const variances = variancesOf(game, measurement)
  const { paid, feature } = measurement
  const ofPaid = paid.reduce((sum, { all }, index) => sum + (variances.paid[index] ?? 0) / all.rounds, 0)
  return z999 * Math.sqrt(ofPaid + variances.feature / (feature?.all.features ?? 1))
}

function cappedAt({ cycle, wins }: WinHistogram, cap: number): WinHistogram {
  return { cycle, wins: wins.map((win) => ({ ...win, pay: Math.min(win.pay, cap) })) }
}

function withoutCap(game: Game): CompiledGame {
  return { ...compile(game), cap: Number.POSITIVE_INFINITY }
}

function sorted(pays: ReadonlyMap<number, number>): Counted {
  return [...pays].sort(([one], [other]) => one - other)
}
