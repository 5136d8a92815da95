import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import { linesOf } from '#domain/games/game.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { nodeSha256Hex } from './chance.ts'
import { hasRoundDistribution } from './distribution.ts'
import { hasEnumeratedSpins } from './enumerate.ts'
import type { ExactReturn } from './exact.ts'
import { largestPay, moments, winHistogram } from './histogram.ts'
import type { SpinKind } from './enumeration.ts'
import type { Machine } from './machines.ts'
import { measurementPath } from './measurement.ts'
import { oneShortChance, playedRoundsOf, triggerOf } from './played.ts'
import { hasSpinStatistics, spinStatistics, type SpinStatistics } from './spin-statistics.ts'
import { add, times, rational, toDecimal } from './rational.ts'
import { returnsOf, type Returns } from './returns.ts'

export type ParSheet = ReturnType<typeof parSheetOf>

const decimals = 12

/**
 * All that is published of a game's mathematics, computed afresh, for the rest from the machine's measurement. Returns and
 * pays are parts or multiples of the stake; what is exact is a decimal string cut off after twelve digits, beside its
 * fraction; the rest are doubles, rounded. Throws RangeError where a measurement is needed and missing.
 */
export function parSheetOf({ game, names, targets }: Machine) {
  const compiled = compile(game)
  const returns = returnsOf(game)
  if (!returns) throw new RangeError(`${game.code} needs a measurement: npm run math -- measure ${game.code} --full`)
  const { round } = returns
  const largest = Math.min(round.largest, compiled.cap)
  const inStakes = (units: number) => rounded(units / game.unitsPerStake)
  const bandEdges = [0, 1, 5, 20, 100, 1000]
    .map((stakes) => stakes * game.unitsPerStake)
    .filter((edge) => edge < largest)
  const isHit = 1 - round.chanceOf(0, 1)
  return {
    code: game.code,
    version: game.version,
    title: names.en,
    mathHash: mathHashOf(game, nodeSha256Hex),
    grid: game.grid,
    winMode: game.winMode.kind,
    lines: linesOf(game).length,
    unitsPerStake: game.unitsPerStake,
    stakes: game.stakes,
    return: returnSheet(compiled, returns, targets.jackpotPpm ?? 0),
    ...(returns.measurement && { measurement: measurementSheet(game, returns) }),
    deviation: inStakes(round.deviation),
    hitRate: rounded(isHit),
    /** The share of the paying rounds that pay at most their stake. */
    hitsAtOrBelowStake: rounded(round.chanceOf(1, game.unitsPerStake + 1) / isHit),
    feature: featureSheet(compiled, returns),
    reelsUsed: reelsUsed(compiled),
    ...(triggerOf(compiled) && { oneShort: oneShortSheet(compiled) }),
    largestWin: inStakes(largest),
    largestWinOneIn: oneIn(round.largestLogChance),
    ...(round.largest > largest && !returns.measurement && { uncappedWin: inStakes(round.largest) }),
    isCapped: round.largest >= compiled.cap,
    maxWin: game.maxWinTimesStake,
    mostDraws: compiled.drawsLimit,
    winBands: [
      { from: 0, to: 0, chance: roundedChance(round.chanceOf(0, 1)) },
      ...bandEdges.map((edge, index) => ({
        above: edge / game.unitsPerStake,
        upTo: inStakes(bandEdges[index + 1] ?? largest),
        chance: roundedChance(round.chanceOf(edge + 1, (bandEdges[index + 1] ?? largest) + 1)),
      })),
    ],
    corridors: [1_000, 10_000, 100_000, 1_000_000].map((rounds) => ({
      rounds,
      ...corridorSheet(round.corridor(rounds), rounds, game.unitsPerStake),
    })),
    symbols: symbolSheet(compiled, returns.exact),
    paytable: game.paytable,
    sizes: 'sizes' in game.winMode ? game.winMode.sizes : game.grid.reels,
    reels: Object.fromEntries(
      reelSetsToShow(compiled).map(({ name, reels, spin }) => [name, reelSheet(compiled, reels, spin)]),
    ),
  }
}

/** The return and its parts. What an exact mean covers is cut off, the rest is rounded. */
function returnSheet(compiled: CompiledGame, returns: Returns, jackpotPpm: number) {
  const { exact, cut, half } = returns
  const units = BigInt(compiled.game.unitsPerStake) * 10n ** 15n
  // What the cap takes is known to about 1e-12 only.
  const afterCap = exact && add(exact.total, rational(-BigInt(Math.round(cut * Number(units))), units))
  const withShare = (ppm: number) =>
    afterCap ? toDecimal(add(afterCap, rational(ppm, 1_000_000)), decimals) : (returns.total + ppm / 1e6).toFixed(6)
  const partOf = (name: 'base' | 'feature' | 'hold' | 'pick', measured: number) =>
    exact ? toDecimal(exact[name], decimals) : measured.toFixed(6)
  return {
    total: withShare(0),
    isExact: exact !== null,
    ...(half !== null && !exact && { halfWidth: Number(half.toFixed(7)) }),
    base: partOf('base', returns.base),
    freeSpins: partOf('feature', returns.freeSpins),
    ...(compiled.holdAndWin && { holdAndWin: partOf('hold', returns.holdAndWin) }),
    ...(compiled.pick && { pick: partOf('pick', returns.picks) }),
    ...(compiled.walking && { walkingWilds: returns.walkingWilds.toFixed(6) }),
    ...(cut > 0 && { cut: rounded(cut) }),
    jackpots: (jackpotPpm / 1e6).toFixed(6),
    withJackpots: withShare(jackpotPpm),
    ...(exact && { numerator: exact.total.numerator.toString(), denominator: exact.total.denominator.toString() }),
  }
}

/** What was simulated, and how its mean compares with the exact one where there is one. */
function measurementSheet(game: Machine['game'], { measurement, half, round }: Returns) {
  return {
    file: measurementPath(game),
    seed: measurement?.seed ?? '',
    paidRounds: measurement?.paid.reduce((sum, { all }) => sum + all.rounds, 0) ?? 0,
    features: measurement?.feature?.all.features ?? 0,
    mean: Number((round.mean / game.unitsPerStake).toFixed(7)),
    halfWidth: Number((half ?? 0).toFixed(7)),
  }
}

/** How often the features begin, and what one pays. */
function featureSheet({ freeSpins }: CompiledGame, returns: Returns) {
  const { rates, exact } = returns
  const rate = rates.freeSpins + rates.holdAndWin + rates.picks + rates.walkingWilds
  const exactRate = exact && [exact.triggerRate, exact.holdRate, exact.pickRate].reduce(add)
  const pay = returns.freeSpins + returns.holdAndWin + returns.picks + returns.walkingWilds
  return {
    triggerRate: exactRate ? toDecimal(exactRate, decimals) : rate.toFixed(9),
    spinsPerFeature: rounded(1 / rate),
    /** Of each kind, one in so many paid spins. */
    oneIn: Object.fromEntries(
      Object.entries(rates).flatMap(([kind, one]) => (one > 0 ? [[kind, rounded(1 / one)]] : [])),
    ),
    ...(freeSpins && {
      freeSpinsPerFeature: exact
        ? toDecimal(exact.freeSpinsPerFeature, decimals)
        : returns.freeSpinsPerFeature.toFixed(6),
    }),
    meanPay: rounded(pay / rate),
  }
}

/** The reel set of each kind of spin; hold-and-win and picks spin no reels. */
function reelsUsed({ base, freeSpins, walking }: CompiledGame): Record<string, string> {
  return {
    'paid spin': base.name,
    ...(walking && { 'respins of walking wilds': walking.reels.name }),
    ...(freeSpins && { 'free spins': freeSpins.reels.name }),
  }
}

/** One symbol too few for the feature: how often rounds showed it, beside the chance that the strips imply. */
function oneShortSheet(compiled: CompiledGame) {
  const { rounds, oneShort } = playedRoundsOf(compiled.game)
  return { implied: toDecimal(oneShortChance(compiled), decimals), shown: oneShort, ofRounds: rounds }
}

/** One round in so many, as a number of two digits and a power of ten where it is long; null where it is not known. */
function oneIn(logChance: number): string | null {
  if (!Number.isFinite(logChance)) return null
  const power = Math.floor(-logChance)
  const times = 10 ** (-logChance - power)
  return power < 9 ? String(Math.round(10 ** -logChance)) : `${times.toFixed(1)} × 10^${power}`
}

function corridorSheet(corridor: (chance: number) => { low: number; high: number }, rounds: number, units: number) {
  const bounds = (chance: number) => {
    const { low, high } = corridor(chance)
    return { low: (low / units / rounds).toFixed(4), high: (high / units / rounds).toFixed(4) }
  }
  return { in95Of100: bounds(0.95), in99Of100: bounds(0.99) }
}

/** The reel sets, each with the kind of its spin where spins are enumerated and do not depend on others. */
function reelSetsToShow(compiled: CompiledGame): { name: string; reels: CompiledReels; spin: SpinKind | null }[] {
  const { base, freeSpins, walking } = compiled
  const isIndependent = hasRoundDistribution(compiled)
  const isEnumerated = isIndependent || hasEnumeratedSpins(compiled)
  return [
    { name: 'base', reels: base, spin: isEnumerated ? 'base' : null },
    ...(walking ? [{ name: 'walking', reels: walking.reels, spin: null }] : []),
    ...(freeSpins ? [{ name: 'free', reels: freeSpins.reels, spin: isIndependent ? ('free' as const) : null }] : []),
  ]
}

/** A reel set: its strips, and what a spin on it can pay before the multiplier. */
function reelSheet(compiled: CompiledGame, reels: CompiledReels, spin: SpinKind | null) {
  const cycle = reels.lengths.reduce((product, length) => product * BigInt(length), 1n)
  const shape = { stripLengths: reels.lengths, cycle: Number(cycle) }
  if (!spin) return shape
  const histogram = winHistogram(compiled, reels, spin)
  const { mean, square } = moments(histogram)
  const units = compiled.game.unitsPerStake
  return {
    ...shape,
    cycle: histogram.cycle,
    meanPay: rounded(mean / units),
    deviation: rounded(Math.sqrt(square - mean ** 2) / units),
    hitRate: rounded(1 - moments(histogram, ({ pay }) => pay === 0).chance),
    largestPay: largestPay(histogram) / units,
  }
}

/** Of each enumerated reel set, the stops of the cycle by the units that they pay; null where none is enumerated. */
export function winHistogramsOf(game: Machine['game']): Record<string, Record<string, number>> | null {
  const compiled = compile(game)
  const histograms = reelSetsToShow(compiled).flatMap(({ name, reels, spin }) => {
    if (!spin) return []
    const stops: Record<string, number> = {}
    for (const win of winHistogram(compiled, reels, spin).wins) stops[win.pay] = (stops[win.pay] ?? 0) + win.stops
    return [[name, stops] as const]
  })
  return histograms.length > 0 ? Object.fromEntries(histograms) : null
}

/**
 * What each symbol adds to the return, as a part of the stake; a line of wilds alone counts for the wild. Free spins that
 * depend on one another have no such parts.
 */
function symbolSheet(compiled: CompiledGame, exact: ExactReturn | null) {
  const { game, freeSpins } = compiled
  if (!hasSpinStatistics(compiled)) return []
  const perStake = rational(1, game.unitsPerStake)
  const base = symbolPays(spinStatistics(compiled, compiled.base))
  const freeReels = hasRoundDistribution(compiled) && freeSpins && exact ? freeSpins.reels : null
  const free = freeReels ? symbolPays(spinStatistics(compiled, freeReels)) : null
  const freeSpinsPerRound = exact ? times(exact.triggerRate, exact.freeSpinsPerFeature) : rational(0)
  return game.symbols.map(({ id, kind }, symbol) => {
    const inBase = times(perStake, base(symbol))
    const multiplier = rational(freeSpins?.rule.multiplier ?? 1)
    const inFree = free ? times(times(perStake, multiplier), times(freeSpinsPerRound, free(symbol))) : null
    return {
      id,
      kind,
      base: toDecimal(inBase, decimals),
      ...(inFree && { freeSpins: toDecimal(inFree, decimals) }),
    }
  })
}

function symbolPays({ pays, cycle }: SpinStatistics) {
  return (symbol: number) => rational(pays[symbol] ?? 0n, cycle)
}

/** Ten significant digits, few enough that the rounding of doubles does not affect them. */
function rounded(value: number): number {
  return Number(value.toPrecision(10))
}

/** A chance that came through the Fourier domain is good to about 1e-14, however small it is itself. */
function roundedChance(chance: number): number {
  return Number(chance.toFixed(12))
}
