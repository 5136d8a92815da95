import { transform, zeroWave } from './fourier.ts'

/** A round's chances by place, each place `step` units; mean and deviation in units. */
export type Chances = { chances: Float64Array; step: number; mean: number; deviation: number }

/** The most places that the sum of many rounds is computed on. */
const mostPlaces = 2 ** 18

/**
 * For so many rounds together: the bounds between which their pay falls with a given chance, in units. The transform of one
 * round to the power of `rounds` is that of their sum, folded onto the places; the fold is opened around the mean. Where
 * sixteen deviations of the sum are more than the places hold, a place is several steps wide; a pay between two places
 * is divided among them, so that the mean stays and the deviation of a
 * million rounds grows by less than a thousandth.
 */
export function corridorOf(round: Chances, rounds: number): (chance: number) => { low: number; high: number } {
  const { chances, mean, deviation } = round
  const wide = Math.max(16 * deviation * Math.sqrt(rounds), 2 * chances.length * round.step)
  const step = round.step * Math.ceil(wide / mostPlaces / round.step)
  const size = 2 ** Math.ceil(Math.log2(wide / step))
  const wave = zeroWave(size)
  chances.forEach((one, place) => {
    const at = (place * round.step) / step
    const low = Math.floor(at)
    const part = at - low
    wave.re[low] = (wave.re[low] ?? 0) + one * (1 - part)
    if (part > 0) wave.re[low + 1] = (wave.re[low + 1] ?? 0) + one * part
  })
  transform(wave)
  const power = zeroWave(size)
  for (let index = 0; index < size; index++) {
    const [re, im] = [wave.re[index] ?? 0, wave.im[index] ?? 0]
    const length = Math.hypot(re, im) ** rounds
    const angle = Math.atan2(im, re) * rounds
    power.re[index] = length * Math.cos(angle)
    power.im[index] = length * Math.sin(angle)
  }
  const sums = transform(power, true).re
  const first = Math.max(0, Math.round((rounds * mean) / step) - size / 2)
  const placeBelow = (share: number): number => {
    let sum = 0
    for (let place = first; place < first + size; place++) {
      sum += sums[place % size] ?? 0
      if (sum >= share) return place
    }
    return first + size - 1
  }
  return (chance) => ({ low: placeBelow((1 - chance) / 2) * step, high: placeBelow((1 + chance) / 2) * step })
}
