import type { RaceOutcome } from '../outcome.ts'
import { runners } from './draw-race.ts'

/** A runner that comes in among so many first ones has the mark `place-…`. */
export const placesPaid = 3

/** Every order of the first three. */
export const firstThrees: readonly (readonly [first: number, second: number, third: number])[] = runners.flatMap(
  (first) =>
    runners.flatMap((second) =>
      runners
        .filter((third) => new Set([first, second, third]).size === 3)
        .map((third) => [first, second, third] as const),
    ),
)

/** The kinds of bets on a race, in the order of its spots. */
export const raceBets = ['win', 'place', 'quinella', 'exacta', 'trifecta'] as const
export type RaceBet = (typeof raceBets)[number]

/**
 * `win-4`: runner 4 comes in first. `place-4`: among the first three. `quinella-2-5`: 2 and 5 are the first two, in any order; the lower
 * number is named first. `exacta-5-2`: 5 is first and 2 second. `trifecta-5-2-1`: the first three in this order.
 */
export function marksOfRace({ order }: RaceOutcome): string[] {
  const [first = 0, second = 0, third = 0] = order
  return [
    `win-${first}`,
    ...order.slice(0, placesPaid).map((runner) => `place-${runner}`),
    `quinella-${Math.min(first, second)}-${Math.max(first, second)}`,
    `exacta-${first}-${second}`,
    `trifecta-${first}-${second}-${third}`,
  ]
}

/** The sets of marks that occur: those of each order of the first three, in the order of `firstThrees`. */
export const raceMarkSets: readonly (readonly string[])[] = firstThrees.map((order) =>
  marksOfRace({ kind: 'race', order }),
)

/** Every mark, by the kinds of bets and the numbers of the runners. */
export const raceMarks: readonly string[] = raceBets.flatMap((bet) =>
  [...new Set(raceMarkSets.flat())].filter((mark) => mark.startsWith(`${bet}-`)).toSorted(),
)
