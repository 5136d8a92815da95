import type { CompiledGame, CompiledReels } from '#domain/games/slot/compiled.ts'
import { spinsAwarded } from '#domain/games/slot/play.ts'
import { enumerate } from './enumerate.ts'

/** All that one turn of a reel set can pay: of `cycle` stops, `stops` pay `pay` units and do or do not award spins. */
export type WinHistogram = { cycle: number; wins: Win[] }
export type Win = { pay: number; awards: boolean; stops: number }

/**
 * The win histogram of a reel set by full enumeration, scatters included, before any multiplier; smallest pay first.
 */
export function winHistogram(compiled: CompiledGame, reels: CompiledReels): WinHistogram {
  const { cycle, byScatters } = enumerate(compiled, reels)
  const wins = new Map<string, Win>()
  byScatters.forEach((histogram, count) => {
    const awards = spinsAwarded(compiled, count, 0) > 0
    const scatterPay = compiled.scatter.pays[count] ?? 0
    histogram.forEach((stops, linePay) => {
      if (stops === 0) return
      const pay = linePay + scatterPay
      const key = `${pay} ${awards}`
      const win = wins.get(key) ?? { pay, awards, stops: 0 }
      win.stops += stops
      wins.set(key, win)
    })
  })
  const sorted = [...wins.values()].sort(
    (one, other) => one.pay - other.pay || Number(one.awards) - Number(other.awards),
  )
  return { cycle, wins: sorted }
}

/** Mean and mean square of the pay, and the chance of an award; over all stops, or those with (without) an award. */
export function moments(
  { cycle, wins }: WinHistogram,
  awards?: boolean,
): { chance: number; mean: number; square: number } {
  const counted = wins.filter((win) => awards === undefined || win.awards === awards)
  const sumOf = (value: (win: Win) => number) => counted.reduce((sum, win) => sum + value(win), 0) / cycle
  return {
    chance: sumOf((win) => win.stops),
    mean: sumOf((win) => win.stops * win.pay),
    square: sumOf((win) => win.stops * win.pay ** 2),
  }
}

/** The largest pay of a reel set in units; 0 when there is none. */
export function largestPay({ wins }: WinHistogram, awards?: boolean): number {
  return wins.reduce((most, win) => (awards === undefined || win.awards === awards ? Math.max(most, win.pay) : most), 0)
}
