/**
 * What members gained by drawn rounds that were not booked as drawn (docs/decisions/039-drawn-rounds.md). Who cannot know a result gains
 * nothing in the mean by staking otherwise on it; who knows it gains with each.
 */

/** A stake in ten-thousandths of the unit, and the multiple of it that the round pays, with the mean and deviation of its game. */
export type Weighed = { stake: number; multiple: number; mean: number; deviation: number }

/**
 * A drawn round, and what was booked under its number instead: null where nothing was. `isSameResult`: the same game and seeds gave
 * both, so the multiple is the same. `jackpot`: what the booked round was paid besides; its chance is so small that its mean is left out.
 */
export type Forgone = { drawn: Weighed; booked: Weighed | null; isSameResult: boolean; jackpot: number }

/** Fewer say nothing. */
export const fewestForgone = 5
/** More deviations than that above nothing are an alarm. */
export const mostGain = 4

export type DrawnGain = {
  count: number
  /** The gain over the mean in deviations, which is about 0 for callers who do not know results. */
  deviations: number
  isOff: boolean
}

/** Adds up drawn rounds that were not booked as drawn. */
export function drawnGainOf(rounds: readonly Forgone[]): DrawnGain {
  let gain = 0
  let variance = 0
  for (const { drawn, booked, isSameResult, jackpot } of rounds) {
    gain += jackpot
    const { stake, multiple, mean, deviation } = drawn
    if (booked !== null && isSameResult) {
      // One result at two stakes.
      gain += (booked.stake - stake) * (multiple - mean)
      variance += ((booked.stake - stake) * deviation) ** 2
      continue
    }
    gain -= stake * (multiple - mean)
    variance += (stake * deviation) ** 2
    if (booked === null) continue
    gain += booked.stake * (booked.multiple - booked.mean)
    variance += (booked.stake * booked.deviation) ** 2
  }
  const deviations = variance === 0 ? 0 : gain / Math.sqrt(variance)
  return { count: rounds.length, deviations, isOff: rounds.length >= fewestForgone && deviations > mostGain }
}
