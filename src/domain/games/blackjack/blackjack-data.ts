import { object, oneOf, shape, type Shape } from '../data-shape.ts'
import { isCount, readObject } from '../pasted-text.ts'
import type { Fault } from '../slot/structure.ts'
import { isName } from '../table/series-id.ts'
import { blackjackHashOf, type BlackjackGame } from './game.ts'

/** The data of blackjack in a pasted text: `docs/fairness.md`, section 14.2. It need not be canonical. */

export type ReadBlackjackData =
  | { kind: 'data'; game: BlackjackGame; mathHash: string }
  | { kind: 'fault'; fault: Fault }

/** The data in a text, or their first fault; null when the text is something else, as the record of a round. */
export function readBlackjackData(text: string): ReadBlackjackData | null {
  const found = readObject(text)
  if (found === null || found['kind'] !== 'blackjack' || 'mathHash' in found) return null
  const [fault] = blackjackShape(found, '')
  if (fault) return { kind: 'fault', fault }
  const game = found as unknown as BlackjackGame
  return { kind: 'data', game, mathHash: blackjackHashOf(game) }
}

/** More units than any house pays for a stake; all sums stay far below 2^53. */
const mostUnits = 1_000_000

/** With so many hands even one deck has enough cards for a round, since nine hands take at most 31 points each. */
const mostHands = 8

const within = (least: number, most = Number.MAX_SAFE_INTEGER): Shape =>
  shape((value) => isCount(value) && value >= least && value <= most, `is not within ${least} to ${most}`)

const blackjackShape = object({
  code: shape((value) => typeof value === 'string' && isName(value), 'is not spelt as a code'),
  version: within(1),
  kind: oneOf('blackjack'),
  decks: within(1, 16),
  dealerSoft17: oneOf('stand', 'hit'),
  unitsPerStake: within(1, mostUnits),
  blackjackReturns: within(0, mostUnits),
  insuranceStake: within(1, mostUnits),
  insuranceReturns: within(0, mostUnits),
  mostHands: within(1, mostHands),
})
