import type { CompiledGame, CompiledReels } from '#domain/games/slot/compiled.ts'
import { convolve, countOf } from './exact.ts'

/**
 * What every stop of a reel cycle pays. `byScatters[count][linePay]` is the number of stops that show so many scatters
 * and pay so many units on the lines, before any multiplier.
 */
export type Enumeration = { cycle: number; byScatters: Float64Array[] }

const noBytes = new Uint8Array()
const noNumbers = new Uint16Array()

/**
 * Enumerates the whole reel cycle, reel by reel from the left. When no line can win more after some stops, all
 * continuations are counted at once: their number and their scatters are known. Every combination of stops is counted
 * exactly once. Counts are whole numbers below 2^53, so nothing is rounded.
 */
export function enumerate(compiled: CompiledGame, reels: CompiledReels): Enumeration {
  const { table, rows, reels: width } = compiled
  const { next, ended, pay, symbolCount } = table
  const lineCount = compiled.lines.length / width
  const largest = lineCount * pay.reduce((most, units) => Math.max(most, units), 0)
  const tails = scatterTails(reels)
  const byScatters = (tails[0] ?? []).map(() => new Float64Array(largest + 1))
  // The lines still open before each reel: their numbers and their states, one row of memory per reel.
  const openLines = Array.from({ length: width + 1 }, () => new Uint16Array(lineCount))
  const openStates = Array.from({ length: width + 1 }, () => new Uint16Array(lineCount))
  openLines[0]?.forEach((_, line, lines) => (lines[line] = line))
  const rowsOfReel = Array.from({ length: width }, (_, reel) =>
    Uint8Array.from({ length: lineCount }, (_unused, line) => compiled.lines[line * width + reel] ?? 0),
  )

  const descend = (reel: number, open: number, paid: number, scattersSoFar: number): void => {
    const window = reels.windows[reel] ?? noBytes
    const scatters = reels.scatters[reel] ?? noBytes
    const lineRows = rowsOfReel[reel] ?? noBytes
    const lines = openLines[reel] ?? noNumbers
    const states = openStates[reel] ?? noNumbers
    const nextLines = openLines[reel + 1] ?? noNumbers
    const nextStates = openStates[reel + 1] ?? noNumbers
    const tail = tails[reel + 1] ?? []
    for (let stop = 0; stop < scatters.length; stop++) {
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
      const shown = scattersSoFar + (scatters[stop] ?? 0)
      if (stillOpen > 0) {
        descend(reel + 1, stillOpen, nowPaid, shown)
      } else {
        for (let more = 0; more < tail.length; more++) {
          const histogram = byScatters[shown + more]
          if (histogram) histogram[nowPaid] = (histogram[nowPaid] ?? 0) + (tail[more] ?? 0)
        }
      }
    }
  }
  descend(0, lineCount, 0, 0)
  return { cycle: reels.lengths.reduce((product, length) => product * length, 1), byScatters }
}

/** `tails[reel][count]`: the combinations of stops of this reel and those right of it that show so many scatters. */
function scatterTails(reels: CompiledReels): number[][] {
  const tails: number[][] = [[1]]
  for (let reel = reels.scatters.length - 1; reel >= 0; reel--) {
    tails.unshift(convolve(countOf(reels.scatters[reel] ?? new Uint8Array(1)), tails[0] ?? [1]))
  }
  return tails
}

/** Of all stops of the cycle, those that pay anything. */
export function hitsPerCycle({ scatter }: CompiledGame, { byScatters }: Enumeration): number {
  return byScatters.reduce((hits, histogram, count) => {
    const paysAnyway = (scatter.pays[count] ?? 0) > 0
    return hits + histogram.reduce((sum, stops, linePay) => sum + (linePay > 0 || paysAnyway ? stops : 0), 0)
  }, 0)
}
