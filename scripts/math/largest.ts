import type { FreeSpins } from '#domain/games/game.ts'
import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { WeightedList } from '#domain/games/slot/weighted.ts'
import { finalCoins } from './hold-chain.ts'
import { largestPay, type Win, type WinHistogram } from './histogram.ts'
import { toNumber } from './rational.ts'

/** The most that something can pay, in units, and the decimal logarithm of the chance of just that. */
export type Largest = { pay: number; logChance: number }

const nothing: Largest = { pay: 0, logChance: 0 }

/** The largest pay of the wins that are counted; chance 0 when there are none. */
export function largestOf(histogram: WinHistogram, isCounted: (win: Win) => boolean = () => true): Largest {
  const pay = largestPay(histogram, isCounted)
  const stops = histogram.wins.reduce((sum, win) => (win.pay === pay && isCounted(win) ? sum + win.stops : sum), 0)
  return { pay, logChance: Math.log10(stops / histogram.cycle) }
}

/** The largest feature of free spins, spin by spin: where both a spin with an award and one without lead to it, both count. */
export function largestFreeSpins(free: WinHistogram, rule: FreeSpins): Largest {
  const dull = largestOf(free, ({ awards }) => !awards)
  const lucky = largestOf(free, ({ awards }) => awards)
  const known = new Map<string, Largest>()
  const restAfter = (played: number, awarded: number): Largest => {
    if (played === awarded) return nothing
    const key = `${played} ${awarded}`
    const found = known.get(key)
    if (found) return found
    const rest = largerOf(
      both(dull, restAfter(played + 1, awarded)),
      both(lucky, restAfter(played + 1, Math.min(awarded + rule.spins, rule.spinsLimit))),
    )
    known.set(key, rest)
    return rest
  }
  return restAfter(0, rule.spins)
}

/** A full window of the dearest coins, from so many at the start. */
export function largestHold({ holdAndWin, reels, rows }: CompiledGame, coins: number): Largest {
  if (!holdAndWin) return nothing
  const cells = reels * rows
  const full = finalCoins(holdAndWin.rule, cells, coins)[cells]
  const coin = largestValue(holdAndWin.values)
  return {
    pay: cells * coin.pay + holdAndWin.rule.full,
    logChance: Math.log10(full ? toNumber(full) : 0) + cells * coin.logChance,
  }
}

export function largestPicks({ pick }: CompiledGame): Largest {
  if (!pick) return nothing
  const prize = largestValue(pick.prizes)
  return { pay: pick.rule.picks * prize.pay, logChance: pick.rule.picks * prize.logChance }
}

/** Of two that exclude one another the larger; of two equal ones the chances add up. An impossible one does not count. */
export function largerOf(one: Largest, other: Largest): Largest {
  if (other.logChance === Number.NEGATIVE_INFINITY) return one
  if (one.logChance === Number.NEGATIVE_INFINITY || other.pay > one.pay) return other
  if (one.pay > other.pay) return one
  const [high, low] = [Math.max(one.logChance, other.logChance), Math.min(one.logChance, other.logChance)]
  return { pay: one.pay, logChance: high + Math.log10(1 + 10 ** (low - high)) }
}

/** Of two independent ones the sum. */
export function both(one: Largest, other: Largest): Largest {
  return { pay: one.pay + other.pay, logChance: one.logChance + other.logChance }
}

function largestValue({ values, weights, total }: WeightedList): Largest {
  const pay = Math.max(...values)
  const weight = values.reduce((sum, value, index) => (value === pay ? sum + (weights[index] ?? 0) : sum), 0)
  return { pay, logChance: Math.log10(weight / total) }
}
