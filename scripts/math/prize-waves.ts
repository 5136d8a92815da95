import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { WeightedList } from '#domain/games/slot/weighted.ts'
import { transform, zeroWave, type Wave } from './fourier.ts'
import { finalCoins } from './hold-chain.ts'
import { toNumber } from './rational.ts'

/** What hold-and-win and picks add to the distribution of a round: sums of a number of equally distributed prizes. */

type Moments = { mean: number; square: number }

/** The moments of what hold-and-win pays when it begins with so many coins, in units. */
export function holdMoments({ holdAndWin, reels, rows }: CompiledGame, coins: number): Moments {
  if (!holdAndWin) return { mean: 0, square: 0 }
  const one = listMoments(holdAndWin.values)
  const cells = reels * rows
  return finalCoins(holdAndWin.rule, cells, coins).reduce(
    (sum, chance, count) => {
      const full = count === cells ? holdAndWin.rule.full : 0
      const mean = count * one.mean + full
      const variance = count * (one.square - one.mean ** 2)
      const share = toNumber(chance)
      return { mean: sum.mean + share * mean, square: sum.square + share * (variance + mean ** 2) }
    },
    { mean: 0, square: 0 },
  )
}

export function pickMoments({ pick }: CompiledGame): Moments {
  if (!pick) return { mean: 0, square: 0 }
  const one = listMoments(pick.prizes)
  const mean = pick.rule.picks * one.mean
  return { mean, square: pick.rule.picks * (one.square - one.mean ** 2) + mean ** 2 }
}

/** The transforms of what hold-and-win pays, by the coins it begins with; places are multiples of `step` units. */
export function holdWaves(
  { holdAndWin, reels, rows }: CompiledGame,
  step: number,
  size: number,
): (coins: number) => Wave {
  if (!holdAndWin) throw new RangeError('The game has no hold-and-win.')
  const cells = reels * rows
  const value = listWave(holdAndWin.values, step, size)
  const full = zeroWave(size)
  full.re[(holdAndWin.rule.full / step) % size] = 1
  transform(full)
  return (coins) => holdWave(finalCoins(holdAndWin.rule, cells, coins).map(toNumber), value, full)
}

/** `chances`: of each number of coins at the end; `value` and `full`: the transforms of one coin and of a full window. */
function holdWave(chances: readonly number[], value: Wave, full: Wave): Wave {
  const size = value.re.length
  const cells = chances.length - 1
  const sum = zeroWave(size)
  for (let index = 0; index < size; index++) {
    const [valueRe, valueIm] = [value.re[index] ?? 0, value.im[index] ?? 0]
    // Horner's rule from the fullest window down to the coins of the start.
    let re = (chances[cells] ?? 0) * (full.re[index] ?? 0)
    let im = (chances[cells] ?? 0) * (full.im[index] ?? 0)
    for (let count = cells - 1; count >= 0; count--) {
      const next = re * valueRe - im * valueIm + (chances[count] ?? 0)
      im = re * valueIm + im * valueRe
      re = next
    }
    sum.re[index] = re
    sum.im[index] = im
  }
  return sum
}

export function pickWave({ pick }: CompiledGame, step: number, size: number): Wave {
  if (!pick) throw new RangeError('The game has no picks.')
  const prize = listWave(pick.prizes, step, size)
  const sum = zeroWave(size)
  for (let index = 0; index < size; index++) {
    let [re, im] = [1, 0]
    for (let count = 0; count < pick.rule.picks; count++) {
      const next = re * (prize.re[index] ?? 0) - im * (prize.im[index] ?? 0)
      im = re * (prize.im[index] ?? 0) + im * (prize.re[index] ?? 0)
      re = next
    }
    sum.re[index] = re
    sum.im[index] = im
  }
  return sum
}

function listMoments({ values, weights, total }: WeightedList): Moments {
  const sumOf = (value: (pay: number) => number) =>
    values.reduce((sum, pay, index) => sum + value(pay) * (weights[index] ?? 0), 0) / total
  return { mean: sumOf((pay) => pay), square: sumOf((pay) => pay ** 2) }
}

function listWave({ values, weights, total }: WeightedList, step: number, size: number): Wave {
  const wave = zeroWave(size)
  values.forEach((pay, index) => {
    const place = (pay / step) % size
    wave.re[place] = (wave.re[place] ?? 0) + (weights[index] ?? 0) / total
  })
  return transform(wave)
}
