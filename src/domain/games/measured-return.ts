/**
 * What a game has returned so far, compared with its par sheet. Stakes differ, so the deviation of the total pay follows from the
 * squares of the stakes: a round of stake s pays s times a multiple whose mean and deviation the par sheet has.
 */

/** What was counted over rounds of one version, in ten-thousandths of the unit; `stakeSquares` is the sum of the squares of the stakes. */
export type CountedRounds = { rounds: bigint; stake: bigint; stakeSquares: bigint; pay: bigint }

/** Fewer rounds say nothing: one large win moves their return too far. */
export const fewestRounds = 10_000n
/** More deviations than that from the expected pay are an alarm. */
export const mostDeviations = 4

export type MeasuredReturn = {
  /** The part of the stakes that was paid, in parts per million. */
  returnPpm: number
  /** How many deviations the pay is above what the par sheet expects of these stakes; negative: below. */
  deviations: number
  /** Whether it is so far from the par sheet that somebody must look. */
  isOff: boolean
}

/** Compares counted rounds with the mean and deviation of the game; null before the first round. */
export function measureReturn(
  { rounds, stake, stakeSquares, pay }: CountedRounds,
  expected: { returnPpm: number; deviation: number },
): MeasuredReturn | null {
  if (rounds === 0n) return null
  const above = Number(pay * 1_000_000n - BigInt(expected.returnPpm) * stake) / 1e6
  const deviations = above / (expected.deviation * Math.sqrt(Number(stakeSquares)))
  return {
    returnPpm: Number((pay * 1_000_000n) / stake),
    deviations,
    isOff: rounds >= fewestRounds && Math.abs(deviations) > mostDeviations,
  }
}
