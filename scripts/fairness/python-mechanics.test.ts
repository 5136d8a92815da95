import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Game } from '#domain/games/game.ts'
import { readGameData } from '#domain/games/game-data.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { changed } from '#test/mutated-evidence.ts'
import { seededRandom } from '#test/random.ts'
import { randomSlots } from '#test/random-slots.ts'
import { sampleSlots } from '#test/sample-slots.ts'
import { slateSlots } from '#test/slate-slots.ts'
import { answerLine } from './answer-line.ts'
import { drawnRecord } from './drawn-records.ts'
import { hasPython, pythonAnswers } from './python.ts'
import { machines } from '../math/machines.ts'

/** The verifier in Python and the engine on every mechanic of `docs/fairness.md`, by machines that the tests alone have. */

const pythonMissing = process.env['REQUIRE_PYTHON'] === undefined && !hasPython()
const reason = 'python3 is not installed: the verifier written from docs/fairness.md is not tested'

/** Rounds of each sketch: a thousand with `FAIRNESS_ROUNDS=1000`. */
const many = Number(process.env['FAIRNESS_ROUNDS'] ?? 40)

/** What Python answers to texts with these data files. */
function answersWith(files: readonly string[], texts: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mechanics-'))
  try {
    files.forEach((data, index) => writeFileSync(join(folder, `${index}.json`), data))
    return pythonAnswers(texts, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const recordsOf = (games: readonly Game[], rounds: number) =>
  games.flatMap((game) => Array.from({ length: rounds }, (_, nonce) => drawnRecord(game, nonce)))

const groups: readonly (readonly [name: string, games: readonly Game[], rounds: number])[] = [
  ['the sketches and the machines', [...slateSlots, ...machines].map(({ game }) => game), many],
  ['machines of one mechanic', sampleSlots, 20],
  ['machines of random data', randomSlots(21, 200), 5],
]

describe('the verifier in Python', () => {
  test.for(groups)('proves the rounds of %s', ([, games, rounds], { skip }) => {
    skip(pythonMissing, reason)
    const records = recordsOf(games, rounds)
    const answers = answersWith(
      games.map((game) => canonicalJson(game)),
      records.map((record) => JSON.stringify(record)),
    )
    expect(answers).toEqual(records.map(({ game, nonce }) => `${game} ${nonce}: proven`))
  })

  test('answers changed records of random machines as the engine does: seed 1', ({ skip }) => {
    skip(pythonMissing, reason)
    const random = seededRandom(1)
    const games = randomSlots(22, 60)
    const asked = games.flatMap((game) =>
      recordsOf([game], 10).map((record) => {
        const text = JSON.stringify(changed(random, structuredClone(record)))
        return { text, expected: lineOf(text, [game]) }
      }),
    )
    const [texts, expected] = [asked.map(({ text }) => text), asked.map((one) => one.expected)]
    const kinds = new Set(expected.map((line) => line.replace(/^[a-z0-9-]+ \d+: /, '').split(':')[0]))
    expect([...kinds]).toEqual(expect.arrayContaining(['proven', 'false', 'malformed']))
    const answers = answersWith(
      games.map((game) => canonicalJson(game)),
      texts,
    )
    const differences = texts.flatMap((text, index) =>
      answers[index] === expected[index] ? [] : [{ text, engine: expected[index], python: answers[index] }],
    )
    expect(differences).toEqual([])
  })

  test('takes the same changed data for data files, and plays them alike: seed 1', ({ skip }) => {
    skip(pythonMissing, reason)
    const random = seededRandom(1)
    const [other] = sampleSlots
    if (other === undefined) throw new Error('no machine')
    const files = changedData(random, [...randomSlots(23, 400), ...sampleSlots, ...sampleSlots])
    const read = files.map(readGameData)
    const taken = read.filter((one) => one?.kind === 'data')
    expect(taken.length).toBeGreaterThan(50)
    expect(files.length - taken.length).toBeGreaterThan(100)
    const asked = read.map((one, nonce) => {
      const game = one?.kind === 'data' ? one.game : null
      const record = { ...drawnRecord(game ?? other, nonce), mathHash: sha256Hex(files[nonce] ?? '') }
      const text = JSON.stringify(record)
      return { text, expected: lineOf(text, game ? [game] : []) }
    })
    const answers = answersWith(
      files,
      asked.map(({ text }) => text),
    )
    const differences = asked.flatMap(({ expected }, index) =>
      answers[index] === expected ? [] : [{ data: files[index], engine: expected, python: answers[index] }],
    )
    expect(differences).toEqual([])
  })
})

/** Data with one to three values changed, where they have a canonical form. */
function changedData(random: () => number, games: readonly Game[]): string[] {
  return games.flatMap((game) => {
    let data: unknown = JSON.parse(canonicalJson(game))
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) data = changed(random, data)
    try {
      const text = canonicalJson(data)
      // The verifier in Python tells a data file from the others in a folder by its object.
      return text.startsWith('{') && /^[\x21-\x5b\x5d-\x7e]+$/.test(text) ? [text] : []
    } catch {
      return []
    }
  })
}

function lineOf(text: string, games: readonly Game[]): string {
  return answerLine(verifyText(text, games))
}
