import { leastStake, type Game } from './game.ts'
import { seededDraw } from './draw.ts'
import type { RoundRecord } from './round-record.ts'
import { fromHex, hmacSha256, sha256, sha256Hex, toHex } from './sha256.ts'
import type { PlayedRound } from './round.ts'
import { play } from './slot/play.ts'
import { chainLinks } from './table/chain.ts'
import type { TableOutcome } from './table/outcome.ts'
import { seriesEvidenceText } from './table/series-evidence.ts'
import { linksOfSeries, type TableGame } from './table/table-game.ts'
import { roundsOfLinks } from './table/verify-series.ts'
import { amountToWire } from '#domain/money.ts'
import { exampleKinds, type ExampleKind } from '#domain/replay.ts'

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
  const draw = seededDraw(hmacSha256, {
    serverSeed: seedBytes,
    clientSeed: exampleClientSeed,
    gameCode: game.code,
    nonce,
  })
  return play(game, draw, { stake: leastStake(game) })
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
  const examples: Example[] = []
  for (let nonce = 1; nonce <= mostSearched && examples.length < exampleKinds.length; nonce += 1) {
    const round = exampleRound(game, nonce)
    const missing = exampleKinds.filter((kind) => examples.every(({ why }) => why !== kind))
    const why = missing.find((kind) => isExample(kind, game, round))
    if (why !== undefined) examples.push({ why, nonce, round })
  }
  return examples.toSorted((one, other) => exampleKinds.indexOf(one.why) - exampleKinds.indexOf(other.why))
}

function isExample(kind: ExampleKind, game: Game, { pay, events }: PlayedRound): boolean {
  const hasFeature = events.some(({ type }) => type === 'featureStart')
  if (kind === 'first') return true
  return kind === 'feature' ? hasFeature : !hasFeature && pay > leastStake(game)
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
