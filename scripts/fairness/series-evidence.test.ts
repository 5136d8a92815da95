import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { seriesEvidenceOf, seriesEvidenceText } from '#domain/games/table/series-evidence.ts'
import { readTableData } from '#domain/games/table/table-data.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { brokenTables } from '#test/broken-tables.ts'
import { honestSeries, honestSeriesOf, randomSeries } from '#test/honest-series.ts'
import { repetitions } from '#test/length.ts'
import { changed } from '#test/mutated-evidence.ts'
import { seededRandom } from '#test/random.ts'
import { answerLine } from './answer-line.ts'
import { hasPython, pythonAnswers } from './python.ts'

/** Series of tables in the engine and in the verifier in Python, whose drawing was written from `docs/fairness.md`, section 13, alone. */

const pythonMissing = process.env['REQUIRE_PYTHON'] === undefined && !hasPython()
const reason = 'python3 is not installed: the verifier written from docs/fairness.md is not tested'

const games = [...catalogue, ...tables].map(({ game }) => game)
const lineOf = (text: string): string => answerLine(verifyText(text, games))

describe('the evidence of a series', () => {
  test.each(tables)('of $game.code is proven, and its text has only what the form names', ({ game }) => {
    const evidence = honestSeries(game.code)
    const text = JSON.stringify(evidence)
    expect(lineOf(text)).toBe(`series of ${evidence.rounds.length} rounds: proven`)
    const answered = { ...evidence, rounds: evidence.rounds.map((round, index) => ({ ...round, number: index + 1 })) }
    const series = { ...evidence.series, phase: 'ended', phaseEndsAt: null }
    const written = seriesEvidenceText({ ...answered, series })
    expect(JSON.parse(written)).toEqual(evidence)
    const { kept: _, ...without } = evidence
    expect(JSON.parse(seriesEvidenceText({ ...answered, series, kept: null }))).toEqual(without)
    expect(seriesEvidenceOf(JSON.parse(written) as Record<string, unknown>)).toMatchObject({
      kind: 'evidence',
      evidence: { chainEnd: evidence.series.chainEnd, kept: evidence.kept, voidRounds: [] },
    })
  })

  test('names the notes in the order of section 13.9', () => {
    const { kept: _, ...evidence } = honestSeries('sic-bo')
    const { entries, ...rest } = evidence.series
    const missing = entries.map(({ seat, saltHash }) => ({ seat, saltHash, salt: null, unmixed: 'missing' as const }))
    const series = { ...rest, entries: missing, lateSeats: ['zoe', 'cho'], links: rest.links.slice(0, 9) }
    const none = { state: 'void' as const, outcome: null }
    const text = (rounds: readonly object[]) => JSON.stringify({ ...evidence, series, rounds })
    const notes = 'unsalted, ann missing, bob missing, zoe late-hash, cho late-hash'
    expect(lineOf(text([none, none]))).toBe(`series of 2 rounds: proven (${notes}, 1-2 void, 3-9 passed-over)`)
    const open = { state: 'open', outcome: null }
    const later = { state: 'dealt', outcome: { kind: 'sic-bo', dice: [1, 1, 1] } }
    expect(lineOf(text([...Array.from({ length: 9 }, () => none), later, open]))).toBe(
      `series of 10 rounds: not-revealed (${notes}, 1-9 void, 10 not-revealed)`,
    )
  })
})

describe('the engine and the verifier in Python', () => {
  test('answer random series alike, honest and dishonest ones: seed 1', ({ skip }) => {
    skip(pythonMissing, reason)
    const texts = randomSeries(1, repetitions(300, 5000)).map((one) => JSON.stringify(one))
    const expected = texts.map(lineOf)
    const answers = pythonAnswers(texts)
    expect(texts.filter((_, index) => answers[index] !== expected[index])).toEqual([])
    // Every answer, fault and note occurs, honest series often.
    const all = expected.join('\n')
    expect(expected.filter((line) => line.includes(': proven')).length).toBeGreaterThan(expected.length / 4)
    for (const name of [
      ': not-revealed',
      ': unknown-mathematics',
      'false: game',
      'out-of-order ',
      'wrong-salt ',
      'link ',
      'hashes-changed',
      'own-salt-left-out ',
      'round ',
      'unsalted',
      ' missing',
      ' late',
      ' wrong',
      ' late-hash',
      ' repeated',
      ' void',
      ' passed-over',
    ]) {
      expect(all).toContain(name)
    }
  })

  test('take the same files for data of a table, the largest shoes and series too', ({ skip }) => {
    skip(pythonMissing, reason)
    const sound = tables.flatMap(({ game }): TableGame[] => [
      { ...game, code: `${game.code}-2` },
      isShoeGame(game) ? { ...game, decks: 16, behindCut: 6 } : { ...game, seriesRounds: 1 },
      isShoeGame(game) ? { ...game, decks: 1, behindCut: 51 } : { ...game, seriesRounds: 299 },
    ])
    const folder = mkdtempSync(join(tmpdir(), 'tables-'))
    try {
      const files = [...sound, ...brokenTables.map(([, data]) => data)].map(canonicalJson)
      files.forEach((data, index) => writeFileSync(join(folder, `${index}.json`), data))
      const read = files.map((text) => readTableData(text))
      expect(read.map((one) => one?.kind)).toEqual(files.map((_, index) => (index < sound.length ? 'data' : 'fault')))
      const texts = [
        ...sound.map((game) => JSON.stringify(honestSeriesOf(game, 1))),
        ...files.slice(sound.length).map((data) => JSON.stringify({ ...honestSeries(), mathHash: sha256Hex(data) })),
      ]
      const known = read.flatMap((one) => (one?.kind === 'data' ? [one.game] : []))
      const expected = texts.map((text) => answerLine(verifyText(text, known)))
      const answers = expected.map((line) => line.split(': ')[1])
      expect(answers).toEqual(files.map((_, index) => (index < sound.length ? 'proven' : 'unknown-mathematics')))
      expect(pythonAnswers(texts, folder)).toEqual(expected)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('answer texts of random changes of series alike: seed 1', ({ skip }) => {
    skip(pythonMissing, reason)
    const random = seededRandom(1)
    const short = ['baccarat', 'roulette', 'sic-bo', 'virtual-horses'].map((code) => {
      const evidence = honestSeries(code)
      return { ...evidence, rounds: evidence.rounds.slice(0, 4) }
    })
    const texts = Array.from({ length: repetitions(400, 4000) }, (_, index) => {
      let value: unknown = short[index % short.length]
      for (let changes = Math.floor(random() * 4); changes > 0; changes--) value = changed(random, value)
      return JSON.stringify(value)
    })
    const expected = texts.map(lineOf)
    const kinds = new Set(expected.map((line) => /^malformed|proven|false|not-revealed|unknown/.exec(line)?.[0]))
    expect([...kinds]).toEqual(expect.arrayContaining(['proven', 'false', 'malformed']))
    const answers = pythonAnswers(texts)
    expect(texts.filter((_, index) => answers[index] !== expected[index])).toEqual([])
  })
})
