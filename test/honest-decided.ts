import { decidedFormat, type DecidedRecord } from '#domain/games/blackjack/decided-record.ts'
import { blackjack, blackjackHashOf, type BlackjackGame } from '#domain/games/blackjack/game.ts'
import { beginRound, legalActions, settlementOf, step } from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { fromHex, hmacSha256, sha256, toHex } from '#domain/games/sha256.ts'
import { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { resultDigest } from '#domain/games/shown-results.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'

/** Rounds with decisions that every verifier accepts, from which the hostile texts are made. */

const serverSeed = '3c'.repeat(32)
const stake = wholeUnits(1000)

type Choice = (actions: readonly string[]) => string

/** Splits whenever it is possible, else doubles, else takes the first action. */
const splitting: Choice = (actions) => ['split', 'double'].find((one) => actions.includes(one)) ?? actions[0] ?? 'stand'

/** The record of a round of fixed seeds, decided by the choice, with its format. */
export function decidedRecord(
  nonce: number,
  choose: Choice = splitting,
  game: BlackjackGame = blackjack,
): DecidedRecord & { format: string } {
  const seed = { serverSeed: fromHex(serverSeed), clientSeed: 'mine', gameCode: game.code, nonce }
  const decisions: string[] = []
  let state: BlackjackState = beginRound(game, seededDraw(hmacSha256, seed))
  while (!state.isOver) {
    const actions = legalActions(game, state)
    const action = choose(actions.map((one) => one.action))
    const stepped = step(game, state, actions.find((one) => one.action === action)?.action ?? 'stand')
    if (stepped.kind === 'refused') throw new Error(stepped.reason)
    decisions.push(action)
    state = stepped.state
  }
  const returned = settlementOf(state)?.returned ?? 0
  return {
    format: decidedFormat,
    game: game.code,
    mathHash: blackjackHashOf(game),
    serverSeedHash: toHex(sha256(fromHex(serverSeed))),
    serverSeed,
    clientSeed: 'mine',
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(amountOfUnits(returned, stake, game.unitsPerStake)),
    decisions,
    events: state.events,
  }
}

/** The first round of these seeds that fits, decided by the choice. */
export function firstDecided(
  fits: (record: DecidedRecord) => boolean,
  choose?: Choice,
): ReturnType<typeof decidedRecord> {
  for (let nonce = 0; nonce < 5000; nonce++) {
    const record = decidedRecord(nonce, choose)
    if (fits(record)) return record
  }
  throw new Error('There is no such round among the first 5000.')
}

/** A round with a split, a double and a win. */
export const honestDecided = firstDecided(
  ({ decisions, pay }) => decisions.includes('split') && decisions.includes('double') && pay !== '0',
)

/** The evidence of a chain whose one revealed pair has a round of blackjack, with its digest as the browser stored it. */
export function decidedChain(changed: object = {}): object {
  const {
    serverSeed: seed,
    serverSeedHash,
    clientSeed,
    nonce,
    mathHash,
    stake: staked,
    pay,
    events,
    decisions,
  } = honestDecided
  const next = toHex(sha256(fromHex('4d'.repeat(32))))
  const pair = { pair: 1, scheme: 'chain', serverSeedHash, nextServerSeedHash: next, clientSeed, serverSeed: seed }
  const digests = resultDigest({ nonce, mathHash, stake: staked, pay, events })
  return {
    format: seedEvidenceFormat,
    receipts: [],
    pairs: [{ ...pair, firstNonce: 0, lastNonce: nonce }],
    results: [{ firstNonce: nonce, mathHash, stake: staked, decisions, digests, ...changed }],
  }
}
