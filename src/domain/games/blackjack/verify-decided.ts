import { amountFromWire, amountToWire } from '#domain/money.ts'
import { longestShown, recordCheck, sameEvents, type RecordCheck } from '../record-check.ts'
import { recordedDraw, type RecordedDraw } from '../recorded-draw.ts'
import { amountOfUnits } from '../round.ts'
import { fromHex, sha256, toHex } from '../sha256.ts'
import { cardText, cardsInDeck } from '../table/cards.ts'
import type { Verdict } from '../verify-round.ts'
import type { DecidedRecord } from './decided-record.ts'
import { blackjackHashOf, blackjackStakeFits, leastBlackjackStake, type BlackjackGame } from './game.ts'
import { replay, settlementOf, type ActionRefusal } from './round.ts'
import type { BlackjackState } from './state.ts'

/** Verifies a round with decisions from published data, as `verifyRound` does one of a slot: `docs/fairness.md`, section 14. */

/** Why the decisions do not fit the cards: the first that is refused, by its number from 1, or the first that is missing. */
export type DecisionFault = { at: number; reason: ActionRefusal | 'missing' }

export type DecidedVerification = {
  verdict: Exclude<Verdict, 'void'>
  /** The checks made, each with what the record states and what was computed; empty where nothing could be computed. */
  checks: RecordCheck[]
  /** Null when the decisions fit, or nothing could be computed. */
  fault: DecisionFault | null
  /** The round as it follows from seeds and decisions, up to the first decision that does not fit; null where it could not be computed. */
  round: { game: BlackjackGame; state: BlackjackState; draws: RecordedDraw[]; blocks: string[] } | null
}

/** Verifies a record against the data of the games given. */
export function verifyDecided(record: DecidedRecord, games: readonly BlackjackGame[]): DecidedVerification {
  const none = { checks: [], fault: null, round: null }
  const game = games.find((one) => blackjackHashOf(one) === record.mathHash)
  if (game === undefined) return { verdict: 'unknown-mathematics', ...none }
  const { serverSeed, clientSeed, nonce, decisions } = record
  if (serverSeed === null) return { verdict: 'not-revealed', ...none }
  const { draw, draws, blocks } = recordedDraw({ serverSeed, clientSeed, gameCode: game.code, nonce })
  const { state, refused } = replay(game, draw, decisions)
  const fault: DecisionFault | null =
    refused ?? (state.isOver ? null : { at: decisions.length + 1, reason: 'missing' as const })
  // Decisions that do not fit give no round, so nothing was due.
  const result = fault === null ? settlementOf(state) : null
  const stake = amountFromWire(record.stake) ?? 0n
  const isAllowed = blackjackStakeFits(game, stake)
  const returned = result?.returned ?? 0
  const due = result && isAllowed ? amountOfUnits(returned, stake, game.unitsPerStake) : null
  const isSame = result !== null && sameEvents(state.events, record.events)
  const checks = [
    recordCheck('mathematics', `${record.game} ${record.mathHash}`, `${game.code} ${record.mathHash}`),
    recordCheck('commitment', record.serverSeedHash, toHex(sha256(fromHex(serverSeed)))),
    recordCheck(
      'decisions',
      decisions.join(' ').slice(0, longestShown),
      fault === null ? '' : `${fault.at} ${fault.reason}`,
      fault === null,
    ),
    recordCheck('events', eventsText(record.events), result ? eventsText(state.events) : '', isSame),
    // No seed and no hash covers the stake: only what is returned goes with it.
    {
      ...recordCheck('stake', record.stake, `× ${amountToWire(leastBlackjackStake(game))}`, isAllowed),
      proves: isAllowed && returned > 0,
    },
    recordCheck(
      'pay',
      record.pay,
      due === null ? '' : amountToWire(due),
      due !== null && amountFromWire(record.pay) === due,
    ),
  ]
  const verdict = checks.every(({ holds }) => holds) ? 'proven' : 'false'
  return { verdict, checks, fault, round: { game, state, draws, blocks } }
}

/** Events with their cards: `deal TC 9H 7D, stand, turn TS, result`. A stated list may have anything in their place. */
function eventsText(events: readonly unknown[]): string {
  const texts = events.map((event) => {
    const { type, cards, upcard, card } = Object(event) as Readonly<Record<string, unknown>>
    const shown = [...(Array.isArray(cards) ? cards : []), upcard, card].filter((one) => one !== undefined)
    return [typeof type === 'string' ? type : '?', ...shown.map(shownCard)].join(' ')
  })
  return texts.join(', ').slice(0, longestShown)
}

function shownCard(card: unknown): string {
  return Number.isInteger(card) && Number(card) >= 0 && Number(card) < cardsInDeck ? cardText(Number(card)) : '?'
}
