import { adviceOf } from './blackjack/basic-strategy.ts'
import type { DecidedRecord } from './blackjack/decided-record.ts'
import type { BlackjackAction } from './blackjack/events.ts'
import { blackjackHashOf, leastBlackjackStake, type BlackjackGame } from './blackjack/game.ts'
import { beginRound, settlementOf, step } from './blackjack/round.ts'
import type { BlackjackState } from './blackjack/state.ts'
import { leastStake, type Game } from './game.ts'
import { seededDraw, type Draw } from './draw.ts'
import type { RoundRecord } from './round-record.ts'
import { fromHex, hmacSha256, sha256, sha256Hex, toHex } from './sha256.ts'
import { amountOfUnits, type PlayedRound } from './round.ts'
import { play } from './slot/play.ts'
import { chainLinks } from './table/chain.ts'
import type { TableOutcome } from './table/outcome.ts'
import { seriesEvidenceText } from './table/series-evidence.ts'
import { linksOfSeries, type TableGame } from './table/table-game.ts'
import { roundsOfLinks } from './table/verify-series.ts'
import { amountToWire } from '#domain/money.ts'
import { exampleKinds, seatExampleKinds, type ExampleKind, type SeatExampleKind } from '#domain/replay.ts'

/**
 * Recorded examples: rounds that everyone may watch, also where nobody has shared one. They follow from one fixed text and their numbers,
 * which a test finds again (`docs/fairness.md`, section 15).
 */

/** The text whose SHA-256 is the server seed of all examples, and their client seed. */
const exampleText = 'baize example rounds'
export const exampleClientSeed = 'example'

/** The server seed of all examples, 64 hex digits, and its hash. */
export const exampleServerSeed = sha256Hex(exampleText)
const seedBytes = fromHex(exampleServerSeed)
export const exampleServerSeedHash = toHex(sha256(seedBytes))

/** A round of the examples by its number, at the least stake of the machine. */
function exampleRound(game: Game, nonce: number): PlayedRound {
  return play(game, exampleDraw(game.code, nonce), { stake: leastStake(game) })
}

function exampleDraw(gameCode: string, nonce: number): Draw {
  return seededDraw(hmacSha256, { serverSeed: seedBytes, clientSeed: exampleClientSeed, gameCode, nonce })
}

/** The record of an example, which verifies like that of any round. */
export function exampleRecord(game: Game, mathHash: string, nonce: number, round: PlayedRound): RoundRecord {
  return {
    game: game.code,
    mathHash,
    serverSeedHash: exampleServerSeedHash,
    serverSeed: exampleServerSeed,
    clientSeed: exampleClientSeed,
    nonce,
    stake: amountToWire(leastStake(game)),
    pay: amountToWire(round.pay),
    events: round.events,
  }
}

/** So many numbers are searched for an example. */
const mostSearched = 1_000

export type Example = { why: ExampleKind; nonce: number; round: PlayedRound }

/** The examples of a machine in the order of `exampleKinds`; a kind that none of the first 1 000 rounds has is left out. */
export function examplesOf(game: Game): Example[] {
  return searched(
    exampleKinds,
    (nonce) => exampleRound(game, nonce),
    (kind, round) => isExample(kind, game, round),
  )
}

/** The first round of each kind among the numbers from 1, in the order of the kinds; no round is two examples. */
function searched<Kind extends string, Round>(
  kinds: readonly Kind[],
  draw: (nonce: number) => Round,
  fits: (kind: Kind, round: Round) => boolean,
): { why: Kind; nonce: number; round: Round }[] {
  const examples: { why: Kind; nonce: number; round: Round }[] = []
  for (let nonce = 1; nonce <= mostSearched && examples.length < kinds.length; nonce += 1) {
    const round = draw(nonce)
    const missing = kinds.filter((kind) => examples.every(({ why }) => why !== kind))
    const why = missing.find((kind) => fits(kind, round))
    if (why !== undefined) examples.push({ why, nonce, round })
  }
  return examples.toSorted((one, other) => kinds.indexOf(one.why) - kinds.indexOf(other.why))
}

function isExample(kind: ExampleKind, game: Game, { pay, events }: PlayedRound): boolean {
  const hasFeature = events.some(({ type }) => type === 'featureStart')
  if (kind === 'first') return true
  return kind === 'feature' ? hasFeature : !hasFeature && pay > leastStake(game)
}

/** A round with decisions that is over, and what was decided: always what the basic strategy advises. */
export type DecidedRound = { state: BlackjackState; decisions: readonly BlackjackAction[] }
export type DecidedExample = { why: SeatExampleKind; nonce: number; round: DecidedRound }

/** The examples of a game with decisions in the order of `seatExampleKinds`. */
export function decidedExamplesOf(game: BlackjackGame): DecidedExample[] {
  return searched(seatExampleKinds, (nonce) => decidedRound(game, nonce), isDecidedExample)
}

function decidedRound(game: BlackjackGame, nonce: number): DecidedRound {
  const decisions: BlackjackAction[] = []
  let state = beginRound(game, exampleDraw(game.code, nonce))
  for (let action = adviceOf(game, state); action !== null; action = adviceOf(game, state)) {
    const stepped = step(game, state, action)
    if (stepped.kind === 'refused') throw new Error(`the strategy advises ${action}, which is refused`)
    decisions.push(action)
    state = stepped.state
  }
  return { state, decisions }
}

function isDecidedExample(kind: SeatExampleKind, { state, decisions }: DecidedRound): boolean {
  const isSplit = decisions.includes('split')
  const result = settlementOf(state)
  if (kind === 'first') return true
  return kind === 'split' ? isSplit : !isSplit && result !== null && result.returned > result.staked
}

/** The record of such an example, which verifies like that of any round with decisions. */
export function decidedExampleRecord(game: BlackjackGame, { nonce, round }: DecidedExample): DecidedRecord {
  const stake = leastBlackjackStake(game)
  const returned = settlementOf(round.state)?.returned ?? 0
  return {
    game: game.code,
    mathHash: blackjackHashOf(game),
    serverSeedHash: exampleServerSeedHash,
    serverSeed: exampleServerSeed,
    clientSeed: exampleClientSeed,
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(amountOfUnits(returned, stake, game.unitsPerStake)),
    events: round.state.events,
    decisions: round.decisions,
  }
}

/** How many rounds of a table are examples. */
export const tableExamples = 3

/** The first rounds of the first series of a table whose chain ends in the seed of the examples, and which no browser salted. */
export function exampleOutcomes(game: TableGame): TableOutcome[] {
  return exampleSeries(game).outcomes
}

/** The evidence of these rounds, which verifies like that of any series. */
export function exampleSeriesText(game: TableGame, mathHash: string): string {
  const { series, links, outcomes } = exampleSeries(game)
  return seriesEvidenceText({
    mathHash,
    series: { ...series, chainEnd: series.previousLink, links },
    rounds: outcomes.map((outcome) => ({ state: 'settled' as const, outcome })),
    kept: null,
  })
}

function exampleSeries(game: TableGame) {
  const length = linksOfSeries(game)
  const [end = seedBytes, ...revealed] = chainLinks({ last: seedBytes, length }, { from: 0, to: length }, sha256)
  const series = {
    table: 'example',
    game: game.code,
    firstLink: 1,
    previousLink: toHex(end),
    entries: [],
    lateSeats: [],
  }
  // A link is a whole shoe, or one round.
  const links = revealed.slice(0, tableExamples).map(toHex)
  return { series, links, outcomes: roundsOfLinks(game, series, links).slice(0, tableExamples) }
}
