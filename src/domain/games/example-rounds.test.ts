import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exampleKinds, seatExampleKinds } from '#domain/replay.ts'
import { decidedRecordText } from './blackjack/decided-record.ts'
import { catalogue } from './catalogue.ts'
import {
  decidedExampleRecord,
  decidedExamplesOf,
  exampleOutcomes,
  exampleRecord,
  exampleSeriesText,
  examplesOf,
  exampleServerSeed,
  tableExamples,
} from './example-rounds.ts'
import { mathHashOf } from './math-hash.ts'
import { jackpotOf } from './round.ts'
import { readRoundRecord, roundRecordText } from './round-record.ts'
import { openSeatGames, seatGameByCode } from './seat-games.ts'
import { marksOf } from './table/marks.ts'
import { openTables, tables } from './table/tables.ts'
import { tableHashOf, type TableGame } from './table/table-game.ts'
import { verifyRound } from './verify-round.ts'
import { verifyText } from './verify-text.ts'

const games = catalogue.map(({ game }) => game)
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

test('the server seed of the examples is the hash of their text', () => {
  expect(exampleServerSeed).toBe(sha256Hex('baize example rounds'))
})

describe.each(games)('the examples of $code', (game) => {
  const examples = examplesOf(game)

  test('are one of each kind, begin with the first round, and hit no jackpot', () => {
    expect(examples.map(({ why }) => why)).toEqual([...exampleKinds])
    expect(examples[0]?.nonce).toBe(1)
    expect(examples.filter(({ round }) => jackpotOf(round.events) !== null)).toEqual([])
  })

  test('verify like any round, and not under another number', () => {
    for (const { nonce, round } of examples) {
      const text = roundRecordText(exampleRecord(game, mathHashOf(game, sha256Hex), nonce, round))
      const read = readRoundRecord(text)
      if (read.kind !== 'record') throw new Error(text)
      expect(verifyRound(read.record, games).verdict).toBe('proven')
      expect(verifyRound({ ...read.record, nonce: nonce + 1 }, games).verdict).toBe('false')
    }
  })
})

test.each([...openSeatGames])('the examples of %s follow the published strategy, and verify like any round', (code) => {
  const entry = seatGameByCode(code)
  if (entry === undefined) throw new Error(code)
  const examples = decidedExamplesOf(entry.game)
  expect(examples.map(({ why }) => why)).toEqual([...seatExampleKinds])
  expect(examples[0]?.nonce).toBe(1)
  const verdicts = (change: object): string[] =>
    examples.map((example) => {
      const record = { ...decidedExampleRecord(entry.game, example), ...change }
      const answer = verifyText(decidedRecordText(record), [entry.game])
      return answer.kind === 'decided' ? answer.verification.verdict : answer.kind
    })
  expect(verdicts({})).toEqual(['proven', 'proven', 'proven'])
  expect(verdicts({ clientSeed: 'another' })).toEqual(['false', 'false', 'false'])
})

test('every open table has examples of its kind', () => {
  for (const { game } of tables.filter(({ game: { code } }) => openTables.includes(code))) {
    const outcomes = exampleOutcomes(game)
    expect(outcomes).toHaveLength(tableExamples)
    for (const outcome of outcomes) expect(marksOf(outcome).length).toBeGreaterThan(0)
  }
})

test.each([...openTables])('the examples of the table %s verify like any series, and not as others', (code) => {
  const entry = tables.find(({ game }) => game.code === code)
  if (entry === undefined) throw new Error(code)
  const { game } = entry
  const text = exampleSeriesText(game, tableHashOf(game))
  expect(verdictOf(text, game)).toBe('proven')
  const read = JSON.parse(text) as { rounds: unknown[] }
  expect(verdictOf(JSON.stringify({ ...read, rounds: read.rounds.toReversed() }), game)).toBe('false')
})

function verdictOf(text: string, game: TableGame): string {
  const answer = verifyText(text, [game])
  return answer.kind === 'series' && 'verdict' in answer ? answer.verdict : answer.kind
}
