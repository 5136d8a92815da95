import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBlackjackData } from '#domain/games/blackjack/blackjack-data.ts'
import type { DecidedRecord } from '#domain/games/blackjack/decided-record.ts'
import { blackjackActions } from '#domain/games/blackjack/events.ts'
import { blackjack, type BlackjackGame } from '#domain/games/blackjack/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { brokenBlackjack } from '#test/broken-blackjack.ts'
import { decidedRecord, honestDecided } from '#test/honest-decided.ts'
import { repetitions } from '#test/length.ts'
import { changed } from '#test/mutated-evidence.ts'
import { seededRandom } from '#test/random.ts'
import { answerLine } from './answer-line.ts'
import { hasPython, pythonAnswers, pythonVerdicts } from './python.ts'

/** Rounds with decisions in the engine and in the verifier in Python. */

const pythonMissing = process.env['REQUIRE_PYTHON'] === undefined && !hasPython()
const reason = 'python3 is not installed: the verifier written from docs/fairness.md is not tested'
const lineOf = (text: string, games: readonly BlackjackGame[] = [blackjack]): string =>
  answerLine(verifyText(text, games))

/** Games of the form of section 14.2 that differ from ours in every rule. */
const others: readonly BlackjackGame[] = [
  { ...blackjack, code: 'soft-17', dealerSoft17: 'hit' },
  { ...blackjack, code: 'one-deck', decks: 1, mostHands: 8 },
  { ...blackjack, code: 'no-split', mostHands: 1, unitsPerStake: 5, blackjackReturns: 11 },
  { ...blackjack, code: 'sixteen', decks: 16, insuranceStake: 2, insuranceReturns: 5 },
]

/** Whether insurance is offered. */
function upcardIsAce({ events }: DecidedRecord): boolean {
  return events.some((event) => (event as { type: string }).type === 'offer')
}

describe('a round with decisions', () => {
  test('prints the lines of docs/fairness.md for its examples', ({ skip }) => {
    skip(pythonMissing, reason)
    const page = readFileSync(join(import.meta.dirname, '../../docs/fairness.md'), 'utf8')
    const examples = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../docs/fairness/decisions.json'), 'utf8'),
    ) as object[]
    const lines = examples.map((example) => lineOf(JSON.stringify(example)))
    expect(page).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``)
    expect(pythonVerdicts(examples)).toEqual({ lines, status: 1 })
    const verdicts = lines.map((line) => line.split(/[:(]/)[1]?.trim())
    expect(verdicts).toEqual([...Array(3).fill('proven'), ...Array(6).fill('false'), 'not-revealed'])
  })

  test('is answered alike, decided at random, also by rules that no house has', ({ skip }) => {
    skip(pythonMissing, reason)
    const random = seededRandom(1)
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
    const games = [blackjack, ...others]
    const records = games.flatMap((game) =>
      Array.from({ length: repetitions(40, 400) }, (_, nonce) =>
        decidedRecord(nonce, (actions) => (actions.includes('split') ? 'split' : pick(actions)), game),
      ),
    )
    // One of each record with a decision more, less, exchanged or of another kind.
    const spoilt = records.map((record) => {
      const at = Math.floor(random() * (record.decisions.length + 1))
      const other = pick([...blackjackActions, 'surrender'])
      const decisions = record.decisions.toSpliced(at, pick([0, 1, 1]), ...pick([[], [other], [other]]))
      return { ...record, decisions }
    })
    // Where nothing can be split, every pair has one hand too many for it.
    const unsplit = records
      .filter(({ game }) => game === 'no-split')
      .map((record) => ({ ...record, decisions: ['decline', 'split'].slice(upcardIsAce(record) ? 0 : 1) }))
    const texts = [...records, ...spoilt, ...unsplit].map((record) => JSON.stringify(record))
    const expected = texts.map((text) => lineOf(text, games))
    expect(expected.slice(0, records.length).filter((line) => !line.endsWith(': proven'))).toEqual([])
    const reasons = new Set(expected.flatMap((line) => /\(decision \d+ (.*)\)$/.exec(line)?.[1] ?? []))
    expect([...reasons].toSorted()).toEqual([
      'insurance-first',
      'missing',
      'most-hands',
      'no-insurance',
      'not-a-pair',
      'not-first-cards',
      'over',
      'unknown',
    ])
    const folder = mkdtempSync(join(tmpdir(), 'blackjack-'))
    try {
      for (const game of games) writeFileSync(join(folder, `${game.code}.json`), canonicalJson(game))
      const answers = pythonAnswers(texts, folder)
      expect(texts.filter((_, index) => answers[index] !== expected[index])).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('is of unknown mathematics in every verifier when its data break a rule', ({ skip }) => {
    skip(pythonMissing, reason)
    const files = brokenBlackjack.map(([, data]) => canonicalJson(data))
    expect(files.map((data) => readBlackjackData(data)?.kind)).toEqual(files.map(() => 'fault'))
    const folder = mkdtempSync(join(tmpdir(), 'blackjack-'))
    try {
      files.forEach((data, index) => writeFileSync(join(folder, `${index}.json`), data))
      const texts = files.map((data) => JSON.stringify({ ...honestDecided, mathHash: sha256Hex(data) }))
      const line = `blackjack ${honestDecided.nonce}: unknown-mathematics`
      expect(texts.map((text) => lineOf(text))).toEqual(texts.map(() => line))
      expect(pythonAnswers(texts, folder)).toEqual(texts.map(() => line))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('is answered alike after random changes of its text: seed 1', ({ skip }) => {
    skip(pythonMissing, reason)
    const random = seededRandom(1)
    const records = [0, 1, 2, 3].map((nonce) => decidedRecord(nonce))
    const texts = Array.from({ length: repetitions(200, 2000) }, (_, index) => {
      let value: unknown = records[index % records.length]
      for (let changes = Math.floor(random() * 4); changes > 0; changes--) value = changed(random, value)
      return JSON.stringify(value)
    })
    const expected = texts.map((text) => lineOf(text))
    const kinds = new Set(expected.map((line) => /^malformed|proven|false|not-revealed|unknown/.exec(line)?.[0]))
    expect([...kinds]).toEqual(expect.arrayContaining(['proven', 'false', 'malformed']))
    const answers = pythonAnswers(texts)
    expect(texts.filter((_, index) => answers[index] !== expected[index])).toEqual([])
  })
})
