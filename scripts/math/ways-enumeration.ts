import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import { requireCountable, specialTails, type EnumeratedReels, type Enumeration } from './enumeration.ts'
import { shownCounts } from './seen-reels.ts'

/**
 * What a reel can show of the symbols that still win: `cells[i]` cells of the i-th of them (wilds by their factors),
 * with a special number, by `stops` of its stops.
 */
type ReelClass = { cells: readonly number[]; special: number; stops: number }

/** A stop of a reel; with factors once for each sum that its wilds can have. */
type Stop = { counts: readonly number[]; wilds: number; special: number; stops: number }

/**
 * Enumerates ways reel by reel from the left. Stops that show the same of the symbols that can still win are one class
 * and walked once, with their number; when none can win more, all continuations are counted at once.
 */
export function enumerateWays(compiled: CompiledGame, reels: EnumeratedReels): Enumeration {
  const { mode, reels: width } = compiled
  if (mode.kind !== 'ways') throw new RangeError('Only ways are enumerated by classes.')
  const { pays, symbols } = mode.table
  const stops = reels.windows.map((_, reel) => stopsOf(compiled, reels, reel, symbols))
  const scale = stops.map(
    (ofReel, reel) => ofReel.reduce((sum, stop) => sum + stop.stops, 0) / (reels.lengths[reel] ?? 1),
  )
  const cycle = reels.lengths.reduce((product, length, reel) => product * length * (scale[reel] ?? 1), 1)
  requireCountable(cycle)
  const tails = specialTails(reels.specials).map((tail, reel) =>
    tail.flatMap((count, special) =>
      count > 0 ? [{ special, stops: count * scale.slice(reel).reduce((product, one) => product * one, 1) }] : [],
    ),
  )
  const classes = createClasses(stops)
  const bySpecial: Map<number, number>[] = []
  const note = (special: number, paid: number, count: number) => {
    const histogram = (bySpecial[special] ??= new Map<number, number>())
    histogram.set(paid, (histogram.get(paid) ?? 0) + count)
  }

  const payOf = (place: number, count: number) => pays[(symbols[place] ?? 0) * (width + 1) + count] ?? 0
  // `alive` are places in `symbols`, `paths` how many ways each has so far.
  const descend = (
    reel: number,
    alive: readonly number[],
    paths: readonly number[],
    paid: number,
    special: number,
    count: number,
  ): void => {
    if (alive.length === 0 || reel === width) {
      const rest = alive.reduce((sum, place, at) => sum + (paths[at] ?? 0) * payOf(place, width), paid)
      for (const tail of tails[reel] ?? []) note(special + tail.special, rest, count * tail.stops)
      return
    }
    for (const one of classes(reel, alive)) {
      const stillAlive: number[] = []
      const stillPaths: number[] = []
      let nowPaid = paid
      for (let at = 0; at < alive.length; at++) {
        const place = alive[at] ?? 0
        const cells = one.cells[at] ?? 0
        if (cells > 0) {
          stillAlive.push(place)
          stillPaths.push((paths[at] ?? 0) * cells)
        } else nowPaid += (paths[at] ?? 0) * payOf(place, reel)
      }
      descend(reel + 1, stillAlive, stillPaths, nowPaid, special + one.special, count * one.stops)
    }
  }
  const all = [...symbols.keys()]
  descend(
    0,
    all,
    all.map(() => 1),
    0,
    0,
    1,
  )
  return { cycle, bySpecial: Array.from(bySpecial, (histogram) => histogram ?? new Map<number, number>()) }
}

/** The stops of a reel with the number of cells of each symbol. */
function stopsOf(
  { wild, rows }: CompiledGame,
  reels: EnumeratedReels,
  reel: number,
  symbols: readonly number[],
): Stop[] {
  const counts = symbols.map((symbol) => shownCounts(reels.windows, rows, symbol)[reel] ?? new Uint8Array())
  const wilds = shownCounts(reels.windows, rows, wild.symbol)[reel] ?? new Uint8Array()
  const most = wild.factors ? Math.max(...wilds) : 0
  return [...wilds].flatMap((count, stop) =>
    factorSums(wild.factors, count, most).map(({ sum, weight }) => ({
      counts: counts.map((ofSymbol) => ofSymbol[stop] ?? 0),
      wilds: sum,
      special: reels.specials[reel]?.[stop] ?? 0,
      stops: weight,
    })),
  )
}

/** The sums that the factors of `count` wilds can have, with weights that add up to the total weight to the `most`. */
function factorSums(
  factors: CompiledGame['wild']['factors'],
  count: number,
  most: number,
): { sum: number; weight: number }[] {
  if (!factors) return [{ sum: count, weight: 1 }]
  let sums = new Map([[0, factors.total ** (most - count)]])
  for (let wild = 0; wild < count; wild++) {
    const after = new Map<number, number>()
    for (const [sum, weight] of sums) {
      factors.values.forEach((factor, index) => {
        after.set(sum + factor, (after.get(sum + factor) ?? 0) + weight * (factors.weights[index] ?? 0))
      })
    }
    sums = after
  }
  return [...sums].map(([sum, weight]) => ({ sum, weight }))
}

/** The classes of a reel for the symbols (places in the list of paying ones) that still win, each set computed once. */
function createClasses(stops: readonly (readonly Stop[])[]) {
  const known = new Map<string, ReelClass[]>()
  return (reel: number, alive: readonly number[]): ReelClass[] => {
    const key = `${reel} ${alive.join()}`
    const found = known.get(key)
    if (found) return found
    const byCells = new Map<string, ReelClass>()
    for (const { counts, wilds, special, stops: count } of stops[reel] ?? []) {
      const cells = alive.map((place) => (counts[place] ?? 0) + wilds)
      const name = `${cells.join()} ${special}`
      const same = byCells.get(name)
      if (same) same.stops += count
      else byCells.set(name, { cells, special, stops: count })
    }
    const made = [...byCells.values()]
    known.set(key, made)
    return made
  }
}
