import type { CompiledFreeSpins, CompiledGame } from '#domain/games/slot/compiled.ts'
import { linesOf } from '#domain/games/game.ts'
import { spinsAwarded } from '#domain/games/slot/free-spins.ts'
import { convolveExactly, productExactly, sumExactly } from './counting.ts'
import { add, rational, times, type Rational } from './rational.ts'
import { seenReelsOf, shownCounts } from './seen-reels.ts'
import { linePays, rowWeights } from './spin-statistics.ts'

/** The mean length of a feature: the sum over i of the chance that an i-th free spin is played. */
export function freeSpinsPerFeature(compiled: CompiledGame, awards: bigint, cycle: bigint): Rational {
  const rule = compiled.freeSpins?.rule
  if (!rule) return rational(0)
  // `weights` holds, over cycle^played, the chance to have played so many spins and been awarded so many.
  let weights = new Map([[rule.spins, 1n]])
  let sum = 0n
  for (let played = 0; played < rule.spinsLimit; played++) {
    const after = new Map<number, bigint>()
    let alive = 0n
    for (const [awarded, weight] of weights) {
      if (awarded <= played) continue
      alive += weight
      const more = awarded + spinsAwarded(compiled, rule.trigger.count, awarded)
      after.set(more, (after.get(more) ?? 0n) + weight * awards)
      after.set(awarded, (after.get(awarded) ?? 0n) + weight * (cycle - awards))
    }
    sum = sum * cycle + alive
    weights = after
  }
  return rational(sum, cycle ** BigInt(rule.spinsLimit - 1))
}

/** What the special symbol adds to the mean of a free spin: on all lines, for the number of reels that show it. */
export function meanSpecialPay(compiled: CompiledGame, { reels, specials }: CompiledFreeSpins): Rational {
  if (!specials) return rational(0)
  const { game, rows } = compiled
  const lines = BigInt(linesOf(game).length)
  let sum = rational(0)
  for (const seen of seenReelsOf(compiled, reels)) {
    const cycle = productExactly(seen.lengths.map(BigInt)) * BigInt(seen.totalWeight)
    specials.values.forEach((symbol, index) => {
      const shown = shownCounts(seen.windows, rows, symbol)
        .map((counts) => counts.filter((count) => count > 0).length)
        .map((stops, reel) => [BigInt((seen.lengths[reel] ?? 0) - stops), BigInt(stops)])
        .reduce(convolveExactly, [1n])
      const pays = game.paytable[game.symbols[symbol]?.id ?? ''] ?? []
      const units = sumExactly(shown.map((stops, count) => stops * BigInt(pays[count - 1] ?? 0))) * lines
      const chance = rational((specials.weights[index] ?? 0) * seen.weight, specials.total)
      sum = add(sum, times(chance, rational(units, cycle)))
    })
  }
  return sum
}

/**
 * The mean pay of a whole feature with sticky wilds, before its multiplier. Such free spins award none, and reels are
 * independent: in spin t a cell whose reel of L stops has its wild there in W of them is wild with the chance
 * 1 − ((L − W) / L)^t, and shows another symbol with the chance of that symbol times ((L − W) / L)^(t − 1).
 */
export function meanStickyPay(compiled: CompiledGame, { reels, rule }: CompiledFreeSpins): Rational {
  const { mode, wild } = compiled
  if (mode.kind !== 'lines') throw new RangeError(`Sticky wilds of ${compiled.game.code} have no closed form.`)
  let mean = rational(0)
  for (const seen of seenReelsOf(compiled, reels)) {
    const weights = rowWeights(compiled, seen)
    const lengths = seen.lengths.map(BigInt)
    for (let spin = 1; spin <= rule.spins; spin++) {
      const all = lengths.map((length) => length ** BigInt(spin))
      const spinWeights = weights.map((rows, reel) =>
        rows.map((counts) => {
          const free = (lengths[reel] ?? 0n) - (counts[wild.symbol] ?? 0n)
          return counts.map((count, symbol) =>
            symbol === wild.symbol ? (all[reel] ?? 0n) - free ** BigInt(spin) : count * free ** BigInt(spin - 1),
          )
        }),
      )
      const pay = sumExactly(linePays(compiled, mode.table, spinWeights, all))
      mean = add(mean, times(rational(seen.weight, seen.totalWeight), rational(pay, productExactly(all))))
    }
  }
  return mean
}
