import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import {
  requireCountable,
  scattersOf,
  specialStride,
  specialOf,
  specialTails,
  type EnumeratedReels,
  type Enumeration,
  type SpinKind,
} from './enumeration.ts'
import { seenReelsOf, shownCounts } from './seen-reels.ts'
import { enumerateTumbles } from './tumble-enumeration.ts'
import { enumerateWays } from './ways-enumeration.ts'

/**
 * Enumerates the whole reel cycle. Every combination of stops is counted exactly once; counts are whole numbers below
 * 2^53, so nothing is rounded. Throws RangeError where they would not be.
 */
export function enumerate(compiled: CompiledGame, reels: CompiledReels, spin: SpinKind = 'base'): Enumeration {
  if (compiled.tumble) return enumerateTumbles(compiled, reels, spin)
  const { mode, rows, scatter, holdAndWin } = compiled
  const parts = seenReelsOf(compiled, reels).map((seen): Enumeration & { weight: number } => {
    const scatters = shownCounts(seen.windows, rows, scatter.symbol)
    const coins = shownCounts(seen.windows, rows, holdAndWin?.coin ?? -1)
    const specials = scatters.map((counts, reel) =>
      [...counts].map((count, stop) => specialOf(count, coins[reel]?.[stop] ?? 0)),
    )
    if (mode.kind === 'lines') return { ...enumerateLines(compiled, { ...seen, specials }), weight: seen.weight }
    if (mode.kind === 'ways') return { ...enumerateWays(compiled, { ...seen, specials }), weight: seen.weight }
    throw new RangeError(`Wins by ${mode.kind} of ${compiled.game.code} are not enumerated.`)
  })
  const [only] = parts
  if (only && parts.length === 1) return only
  const cycle = parts.reduce((sum, part) => sum + part.cycle * part.weight, 0)
  const bySpecial: Map<number, number>[] = []
  for (const part of parts) {
    part.bySpecial.forEach((histogram, special) => {
      const sums = (bySpecial[special] ??= new Map<number, number>())
      for (const [pay, stops] of histogram) sums.set(pay, (sums.get(pay) ?? 0) + stops * part.weight)
    })
  }
  requireCountable(cycle)
  return { cycle, bySpecial: Array.from(bySpecial, (histogram) => histogram ?? new Map<number, number>()) }
}

/** Whether the spins of a game are enumerated by closed rules, in seconds: lines and ways that do not tumble. */
export function hasEnumeratedSpins({ mode, tumble, wild, walking }: CompiledGame): boolean {
  if (tumble !== null || walking !== null) return false
  return mode.kind === 'ways' || (mode.kind === 'lines' && wild.factors === null)
}

const noBytes = new Uint8Array()
const noNumbers = new Uint16Array()

/**
 * Lines, reel by reel from the left. When no line can win more after some stops, all continuations are counted at once:
 * their number and their special symbols are known.
 */
function enumerateLines(compiled: CompiledGame, reels: EnumeratedReels): Enumeration {
  const { mode, rows, reels: width, wild } = compiled
  if (mode.kind !== 'lines' || wild.factors) throw new RangeError('Lines with factors are not enumerated.')
  const { next, ended, pay, symbolCount } = mode.table
  const lineCount = mode.lines.length / width
  const largest = lineCount * pay.reduce((most, units) => Math.max(most, units), 0)
  const tails = specialTails(reels.specials)
  // The special numbers that occur, each with a dense histogram while counting.
  const dense = (tails[0] ?? []).map((stops) => (stops > 0 ? new Float64Array(largest + 1) : null))
  // The lines still open before each reel: their numbers and their states, one row of memory per reel.
  const openLines = Array.from({ length: width + 1 }, () => new Uint16Array(lineCount))
  const openStates = Array.from({ length: width + 1 }, () => new Uint16Array(lineCount))
  openLines[0]?.forEach((_, line, lines) => (lines[line] = line))
  const rowsOfReel = Array.from({ length: width }, (_, reel) =>
    Uint8Array.from({ length: lineCount }, (_unused, line) => mode.lines[line * width + reel] ?? 0),
  )
  // Without coins the special numbers have few gaps: a plain list of them is faster by a tenth than the entries that occur.
  const hasGaps = (tails[0] ?? []).length > specialStride
  const tailEntries = tails.map((tail) => tail.flatMap((stops, special) => (stops > 0 ? [{ special, stops }] : [])))

  const descend = (reel: number, open: number, paid: number, special: number): void => {
    const window = reels.windows[reel] ?? noBytes
    const specials = reels.specials[reel] ?? []
    const lineRows = rowsOfReel[reel] ?? noBytes
    const lines = openLines[reel] ?? noNumbers
    const states = openStates[reel] ?? noNumbers
    const nextLines = openLines[reel + 1] ?? noNumbers
    const nextStates = openStates[reel + 1] ?? noNumbers
    const tail = tails[reel + 1] ?? []
    const entries = tailEntries[reel + 1] ?? []
    for (let stop = 0; stop < specials.length; stop++) {
      let stillOpen = 0
      let nowPaid = paid
      for (let index = 0; index < open; index++) {
        const line = lines[index] ?? 0
        const symbol = window[stop * rows + (lineRows[line] ?? 0)] ?? 0
        const state = next[(states[index] ?? 0) * symbolCount + symbol] ?? 0
        if (ended[state] === 1) {
          nowPaid += pay[state] ?? 0
        } else {
          nextLines[stillOpen] = line
          nextStates[stillOpen] = state
          stillOpen += 1
        }
      }
      const shown = special + (specials[stop] ?? 0)
      if (stillOpen > 0) {
        descend(reel + 1, stillOpen, nowPaid, shown)
      } else if (!hasGaps) {
        for (let more = 0; more < tail.length; more++) {
          const histogram = dense[shown + more]
          if (histogram) histogram[nowPaid] = (histogram[nowPaid] ?? 0) + (tail[more] ?? 0)
        }
      } else {
        for (let index = 0; index < entries.length; index++) {
          const more = entries[index]
          const histogram = more && dense[shown + more.special]
          if (histogram) histogram[nowPaid] = (histogram[nowPaid] ?? 0) + more.stops
        }
      }
    }
  }
  const cycle = reels.lengths.reduce((product, length) => product * length, 1)
  requireCountable(cycle)
  descend(0, lineCount, 0, 0)
  return { cycle, bySpecial: dense.map(sparse) }
}

function sparse(histogram: Float64Array | null): Map<number, number> {
  const stops = new Map<number, number>()
  histogram?.forEach((count, pay) => {
    if (count > 0) stops.set(pay, count)
  })
  return stops
}

/** Of all stops of the cycle, those that pay anything. */
export function hitsPerCycle({ scatter }: CompiledGame, { bySpecial }: Enumeration): number {
  return bySpecial.reduce((hits, histogram, special) => {
    const paysAnyway = (scatter.pays[scattersOf(special)] ?? 0) > 0
    let sum = hits
    for (const [pay, stops] of histogram) if (pay > 0 || paysAnyway) sum += stops
    return sum
  }, 0)
}
