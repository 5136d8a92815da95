import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import { spinsAwarded } from '#domain/games/slot/free-spins.ts'
import { enumerate } from './enumerate.ts'
import { coinsOf, scattersOf, type SpinKind } from './enumeration.ts'

/**
 * All that one turn of a reel set can pay: of `cycle` stops, `stops` pay `pay` units and start the same features: free
 * spins or not, hold-and-win with so many coins (0: not), picks or not.
 */
export type WinHistogram = { cycle: number; wins: Win[] }
/** A pay, and what the spin that pays it starts. */
export type Win = { pay: number; awards: boolean; coins: number; picks: boolean; stops: number }

const histograms = new WeakMap<CompiledGame, Map<string, WinHistogram>>()

/**
 * The win histogram of a reel set by full enumeration, scatters included, before any multiplier but the ladder of
 * tumbles; smallest pay first. Only the paid spin starts other features than free spins.
 */
export function winHistogram(compiled: CompiledGame, reels: CompiledReels, spin: SpinKind = 'base'): WinHistogram {
  const known = histograms.get(compiled) ?? new Map<string, WinHistogram>()
  histograms.set(compiled, known)
  const key = `${reels.name} ${spin}`
  const found = known.get(key)
  if (found) return found
  const made = countedWins(compiled, reels, spin)
  known.set(key, made)
  return made
}

function countedWins(compiled: CompiledGame, reels: CompiledReels, spin: SpinKind): WinHistogram {
  const { scatter, holdAndWin, pick } = compiled
  const { cycle, bySpecial } = enumerate(compiled, reels, spin)
  const wins = new Map<string, Win>()
  bySpecial.forEach((histogram, special) => {
    const scatters = scattersOf(special)
    const awards = spinsAwarded(compiled, scatters, 0) > 0
    const scatterPay = scatter.pays[scatters] ?? 0
    const isPaid = spin === 'base'
    const coins = isPaid && holdAndWin && coinsOf(special) >= holdAndWin.rule.trigger.count ? coinsOf(special) : 0
    const picks = isPaid && pick !== null && scatters >= pick.rule.trigger.count
    for (const [winPay, stops] of histogram) {
      const pay = winPay + scatterPay
      const key = `${pay} ${awards} ${coins} ${picks}`
      const win = wins.get(key) ?? { pay, awards, coins, picks, stops: 0 }
      win.stops += stops
      wins.set(key, win)
    }
  })
  const sorted = [...wins.values()].sort(
    (one, other) => one.pay - other.pay || Number(one.awards) - Number(other.awards) || one.coins - other.coins,
  )
  return { cycle, wins: sorted }
}

/** Mean and mean square of the pay, and the chance, over the wins that are counted. */
export function moments(
  { cycle, wins }: WinHistogram,
  isCounted: (win: Win) => boolean = () => true,
): { chance: number; mean: number; square: number } {
  const counted = wins.filter(isCounted)
  const sumOf = (value: (win: Win) => number) => counted.reduce((sum, win) => sum + value(win), 0) / cycle
  return {
    chance: sumOf((win) => win.stops),
    mean: sumOf((win) => win.stops * win.pay),
    square: sumOf((win) => win.stops * win.pay ** 2),
  }
}

/** The largest pay of the wins that are counted, in units; 0 when there is none. */
export function largestPay({ wins }: WinHistogram, isCounted: (win: Win) => boolean = () => true): number {
  return wins.reduce((most, win) => (isCounted(win) ? Math.max(most, win.pay) : most), 0)
}
