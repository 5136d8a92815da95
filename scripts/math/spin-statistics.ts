import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import type { LineTable } from '#domain/games/slot/lines.ts'
import type { WaysTable } from '#domain/games/slot/ways.ts'
import { linesOf } from '#domain/games/game.ts'
import { convolveExactly, countOf, productExactly, sumExactly } from './counting.ts'
import { rational, times, type Rational } from './rational.ts'
import { seenReelsOf, shownCounts, type SeenReels } from './seen-reels.ts'

/** Statistics of one spin of a reel set before any multiplier; whole numbers, to be divided by `cycle`. */
export type SpinStatistics = {
  cycle: bigint
  /** Units that each symbol pays, by index; a line of wilds alone counts for the wild. */
  pays: bigint[]
  /** `scatters[count]`: of the cycle, how often so many scatters are in view. */
  scatters: bigint[]
  /** The same for the coins of hold-and-win. */
  coins: bigint[]
}

/**
 * Computed without enumerating combinations of stops, and exact for cycles of any length: reels are independent, so the
 * mean of a line follows from how often each reel shows each symbol and the state table, and that of a way from the mean
 * number of cells per reel. Throws RangeError for what has no such form: tumbles, clusters, wins anywhere, and wilds
 * with factors on lines.
 */
export function spinStatistics(compiled: CompiledGame, reels: CompiledReels): SpinStatistics {
  if (!hasSpinStatistics(compiled)) throw new RangeError(`A spin of ${compiled.game.code} has no closed form.`)
  const parts = seenReelsOf(compiled, reels).map((seen) => ({ seen, part: partOf(compiled, seen) }))
  const total = BigInt(parts[0]?.seen.totalWeight ?? 1)
  const sumOf = (value: (part: SpinStatistics) => bigint[]): bigint[] =>
    parts.map(({ seen, part }) => value(part).map((count) => count * BigInt(seen.weight))).reduce(addLists)
  return {
    cycle: (parts[0]?.part.cycle ?? 1n) * total,
    pays: sumOf(({ pays }) => pays),
    scatters: sumOf(({ scatters }) => scatters),
    coins: sumOf(({ coins }) => coins),
  }
}

/** Whether a spin of the game has a closed form. */
export function hasSpinStatistics({ mode, tumble, wild }: CompiledGame): boolean {
  if (tumble !== null) return false
  return mode.kind === 'ways' || (mode.kind === 'lines' && wild.factors === null)
}

/** The mean pay of a spin in units. */
export function meanPay({ pays, cycle }: SpinStatistics): Rational {
  return rational(sumExactly(pays), cycle)
}

function partOf(compiled: CompiledGame, seen: SeenReels): SpinStatistics {
  const { rows, scatter, holdAndWin, game } = compiled
  const lengths = seen.lengths.map(BigInt)
  const countsOf = (symbol: number) =>
    shownCounts(seen.windows, rows, symbol)
      .map((counts) => countOf(counts).map(BigInt))
      .reduce(convolveExactly, [1n])
  const scatters = countsOf(scatter.symbol)
  const wins = winsOf(compiled, seen, lengths)
  const pays = game.symbols.map((_, symbol) => wins.pays[symbol] ?? 0n)
  if (scatter.symbol >= 0) {
    pays[scatter.symbol] = sumExactly(
      scatters.map((stops, count) => stops * BigInt(scatter.pays[count] ?? 0) * wins.scale),
    )
  }
  const scaled = (counts: bigint[]) => counts.map((count) => count * wins.scale)
  return {
    cycle: productExactly(lengths) * wins.scale,
    pays,
    scatters: scaled(scatters),
    coins: scaled(countsOf(holdAndWin?.coin ?? -1)),
  }
}

/** Units by symbol over `scale` cycles; the scale makes room for the chances of factors. */
type Wins = { pays: bigint[]; scale: bigint }

function winsOf(compiled: CompiledGame, seen: SeenReels, lengths: bigint[]): Wins {
  const { mode } = compiled
  if (mode.kind === 'lines') {
    return { pays: linePays(compiled, mode.table, rowWeights(compiled, seen), lengths), scale: 1n }
  }
  if (mode.kind === 'ways') return wayPays(compiled, mode.table, seen, lengths)
  throw new RangeError(`Wins by ${mode.kind} have no closed form.`)
}

/** `weights[reel][row][symbol]`: how many of a reel's stops show a symbol on a row. */
export type RowWeights = readonly (readonly (readonly bigint[])[])[]

export function rowWeights({ game, rows }: CompiledGame, seen: SeenReels): RowWeights {
  return seen.windows.map((window) =>
    Array.from({ length: rows }, (_, row) => {
      const counts = game.symbols.map(() => 0)
      for (let place = row; place < window.length; place += rows) {
        counts[window[place] ?? 0] = (counts[window[place] ?? 0] ?? 0) + 1
      }
      return counts.map(BigInt)
    }),
  )
}

/** The units that lines pay by symbol, over all combinations that the weights count. `lengths` are their sums. */
export function linePays(
  compiled: CompiledGame,
  table: LineTable,
  weights: RowWeights,
  lengths: readonly bigint[],
): bigint[] {
  const lines = linesOf(compiled.game)
  const pays = compiled.game.symbols.map(() => 0n)
  const byWeights = new Map<string, { line: readonly number[]; lines: bigint }>()
  // Where the rows of a reel are equally frequent, as on any bare strip, all lines have the same mean.
  const rowName = weights.map((rows) => rows.map((row) => row.join()))
  for (const line of lines) {
    const key = line.map((row, reel) => rowName[reel]?.[row]).join(';')
    const same = byWeights.get(key)
    if (same) same.lines += 1n
    else byWeights.set(key, { line, lines: 1n })
  }
  for (const { line, lines: count } of byWeights.values()) {
    const ends = lineEnds(
      table,
      line.map((row, reel) => weights[reel]?.[row] ?? []),
      lengths,
    )
    ends.forEach((stops, state) => {
      const symbol = table.symbol[state] ?? 0
      pays[symbol] = (pays[symbol] ?? 0n) + stops * BigInt(table.pay[state] ?? 0) * count
    })
  }
  return pays
}

/** How many walks end in each state. */
function lineEnds(
  { next, ended, symbolCount }: LineTable,
  weights: readonly (readonly bigint[])[],
  lengths: readonly bigint[],
): bigint[] {
  let ends: bigint[] = Array.from(ended, (_, state) => (state === 0 ? 1n : 0n))
  weights.forEach((counts, reel) => {
    const after = Array.from(ended, () => 0n)
    for (let state = 0; state < ended.length; state++) {
      const walks = ends[state] ?? 0n
      if (walks === 0n) continue
      if (ended[state] === 1) {
        after[state] = (after[state] ?? 0n) + walks * (lengths[reel] ?? 1n)
        continue
      }
      for (let symbol = 0; symbol < symbolCount; symbol++) {
        const count = counts[symbol] ?? 0n
        const to = next[state * symbolCount + symbol] ?? 0
        if (count > 0n) after[to] = (after[to] ?? 0n) + walks * count
      }
    }
    ends = after
  })
  return ends
}

/**
 * The mean number of ways of a symbol over its first n reels is the product of the mean numbers of cells; the run ends
 * there when the next reel has none.
 */
function wayPays({ game, rows, wild }: CompiledGame, table: WaysTable, seen: SeenReels, lengths: bigint[]): Wins {
  const { reels } = game.grid
  // The mean factor of a wild is `factorSum` / `factorWeight`; a reel multiplies by it at most once.
  const factorWeight = BigInt(wild.factors?.total ?? 1)
  const factorSum = BigInt(
    wild.factors?.values.reduce((sum, factor, index) => sum + factor * (wild.factors?.weights[index] ?? 0), 0) ?? 1,
  )
  const scale = factorWeight ** BigInt(reels)
  const wilds = shownCounts(seen.windows, rows, table.wild)
  const pays = game.symbols.map(() => 0n)
  for (const symbol of table.symbols) {
    const shown = shownCounts(seen.windows, rows, symbol)
    // By reel: the cells over all its stops, times `factorWeight`, and the stops without any.
    const cells = shown.map((counts, reel) =>
      sumExactly(
        [...counts].map((count, stop) => BigInt(count) * factorWeight + BigInt(wilds[reel]?.[stop] ?? 0) * factorSum),
      ),
    )
    const empty = shown.map((counts, reel) =>
      BigInt([...counts].filter((count, stop) => count + (wilds[reel]?.[stop] ?? 0) === 0).length),
    )
    for (let count = 1; count <= reels; count++) {
      const pay = BigInt(table.pays[symbol * (reels + 1) + count] ?? 0)
      if (pay === 0n) continue
      const end = count < reels ? (empty[count] ?? 0n) * factorWeight : 1n
      const rest = productExactly(lengths.slice(count + 1)) * factorWeight ** BigInt(Math.max(0, reels - count - 1))
      pays[symbol] = (pays[symbol] ?? 0n) + pay * productExactly(cells.slice(0, count)) * end * rest
    }
  }
  return { pays, scale }
}

function addLists(one: bigint[], other: bigint[]): bigint[] {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one]
  return long.map((value, index) => value + (short[index] ?? 0n))
}

/** A mean multiplied by a whole number. */
export function timesWhole(mean: Rational, factor: number): Rational {
  return times(mean, rational(factor))
}
