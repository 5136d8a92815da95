import type { Amount } from '#domain/money.ts'

/**
 * How much a win is made of. All of it is measured against the stake of the whole round: a tumble or a free spin has no
 * stake of its own.
 */

/** 0: no lettering. 1 to 4: the win has reached the multiple of the stake in `tierTimes`. */
export type Tier = 0 | 1 | 2 | 3 | 4

/** From how many times the stake a win has lettering of its tier. */
export const tierTimes = [5n, 15n, 40n, 100n] as const

/** Whether there is anything to celebrate. A pay at or below the stake has no sound, light, count-up or lettering. */
export function isCelebrated(pay: Amount, stake: Amount): boolean {
  return pay > stake
}

export function tierOf(pay: Amount, stake: Amount): Tier {
  return tierTimes.filter((times) => pay >= stake * times).length as Tier
}

/** How many times the stake a pay is, to two decimals, rounded down as in the history: no win is shown as more than it was. */
export function timesStake(pay: Amount, stake: Amount): number {
  return stake === 0n ? 0 : Number((pay * 100n) / stake) / 100
}

const countMs = { least: 1200, most: 8000 }
/** From this multiple of the stake on the count-up lasts longest. */
const longestTimes = 200

/** How long a win counts up: 1.2 s for the smallest, 8 s for the largest; 0 at or below the stake. */
export function countUpMs(pay: Amount, stake: Amount): number {
  if (!isCelebrated(pay, stake)) return 0
  const share = Math.log(timesStake(pay, stake)) / Math.log(longestTimes)
  return Math.round(countMs.least + (countMs.most - countMs.least) * Math.min(1, Math.max(0, share)))
}
