import { rankOf, type Card } from '../cards.ts'
import type { BaccaratOutcome } from '../outcome.ts'
import { pointsOf } from './hands.ts'

/** `banker-6`: the banker won with a total of 6. A pair is two first cards of one rank. */
export const baccaratMarks = ['player', 'banker', 'tie', 'banker-6', 'player-pair', 'banker-pair'] as const

/** The sets of marks that occur: every way to win, with and without each pair. */
export const baccaratMarkSets: readonly (readonly string[])[] = [
  ['player'],
  ['banker'],
  ['banker', 'banker-6'],
  ['tie'],
].flatMap((winner) =>
  [[], ['player-pair'], ['banker-pair'], ['player-pair', 'banker-pair']].map((pairs) => [...winner, ...pairs]),
)

/** The marks of an outcome. */
export function marksOfBaccarat({ player, banker }: BaccaratOutcome): string[] {
  const [ofPlayer, ofBanker] = [pointsOf(player), pointsOf(banker)]
  return [
    ofPlayer > ofBanker ? 'player' : ofBanker > ofPlayer ? 'banker' : 'tie',
    ...(ofBanker === 6 && ofPlayer < 6 ? ['banker-6'] : []),
    ...(isPair(player) ? ['player-pair'] : []),
    ...(isPair(banker) ? ['banker-pair'] : []),
  ]
}

function isPair([first, second]: readonly Card[]): boolean {
  return first !== undefined && second !== undefined && rankOf(first) === rankOf(second)
}
