import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Game } from '#domain/games/game.ts'
import { readGameData } from '#domain/games/game-data.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { answerLine } from './answer-line.ts'
import { brokenFiles, falling, oddGames, walking } from './broken-data.ts'
import { drawnRecord } from './drawn-records.ts'
import { hasPython, pythonAnswers } from './python.ts'
import { failingEngine, generousEngine, voidRecord } from './void-examples.ts'

/** The engine and the verifier in Python on the cases of `docs/fairness.md` that rounds of machines do not show. */

const pythonMissing = process.env['REQUIRE_PYTHON'] === undefined && !hasPython()
const reason = 'python3 is not installed: the verifier written from docs/fairness.md is not tested'

/** What Python answers to records with these data files. */
function answersWith(files: readonly string[], records: readonly RoundRecord[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'edge-cases-'))
  try {
    files.forEach((data, index) => writeFileSync(join(folder, `${index}.json`), data))
    return pythonAnswers(
      records.map((record) => JSON.stringify(record)),
      folder,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function lineOf(record: RoundRecord, games: readonly Game[]): string {
  return answerLine(verifyText(JSON.stringify(record), games))
}

/** The games that the verifier of the page reads from files. */
function gamesOf(files: readonly string[]): Game[] {
  return files.flatMap((text) => {
    const read = readGameData(text)
    return read?.kind === 'data' ? [read.game] : []
  })
}

type Case = readonly [record: RoundRecord, answer: string]

/** The cases that the engine or Python answers in another way than they say. */
function otherAnswers(files: readonly string[], cases: readonly Case[]) {
  const games = gamesOf(files)
  const python = answersWith(
    files,
    cases.map(([record]) => record),
  )
  return cases.flatMap(([record, answer], index) => {
    const expected = `${record.game} ${record.nonce}: ${answer}`
    const engine = lineOf(record, games)
    return engine === expected && python[index] === expected ? [] : [{ expected, engine, python: python[index] }]
  })
}

const rounds = (game: Game, many: number): RoundRecord[] =>
  Array.from({ length: many }, (_, nonce) => drawnRecord(game, nonce))

/** A machine whose every round pays one unit. */
const oneUnit: Game = {
  ...falling,
  code: 'edge-one-unit',
  symbols: [{ id: 'ace', kind: 'ordinary' }],
  strips: { base: [['ace', 'ace']] },
  grid: { reels: 1, rows: 2 },
  paytable: { ace: [1] },
  winMode: { kind: 'lines', lines: [[0]] },
  features: [],
}

/** A machine whose every round pays more than a double holds, before the cap. */
const large: Game = {
  ...oneUnit,
  code: 'edge-large-pays',
  symbols: [...oneUnit.symbols, { id: 'wild', kind: 'wild', multipliers: [{ factor: 65535, weight: 1 }] }],
  strips: { base: [['ace'], ['wild'], ['wild']] },
  grid: { reels: 3, rows: 1 },
  paytable: { ace: [0, 0, 2 ** 31 - 1] },
  winMode: { kind: 'lines', lines: [[0, 0, 0]] },
}

/** A machine of which every number of a round is at most 2^53 − 1, but not the sum that the cap cuts: 2^52 twice, with a cap of 3 × 2^51. */
const summed: Game = {
  ...large,
  code: 'edge-large-sum',
  symbols: [...oneUnit.symbols, { id: 'wild', kind: 'wild', multipliers: [{ factor: 2 ** 11, weight: 1 }] }],
  paytable: { ace: [0, 0, 2 ** 30] },
  features: [{ kind: 'tumble', ladder: [1], limit: 2 }],
  stakes: [2 ** 30],
  unitsPerStake: 2 ** 30,
  maxWinTimesStake: 3 * 2 ** 21,
}

describe('data files at the edge of section 2', () => {
  const [sound] = rounds(falling, 1)
  const files = brokenFiles.map(({ text }) => text)

  test('each breaks the rule that its title names', () => {
    expect(readGameData(canonicalJson(falling))?.kind).toBe('data')
    const fields = brokenFiles.map(({ rule, text }) => {
      const read = readGameData(text)
      return { rule, field: read?.kind === 'fault' ? read.fault.field : null }
    })
    expect(fields).toEqual(brokenFiles.map(({ rule, field }) => ({ rule, field })))
    expect(new Set(files).size).toBe(files.length)
  })

  test('are unknown mathematics to both verifiers where they break a rule', ({ skip }) => {
    skip(pythonMissing, reason)
    if (sound === undefined) throw new Error('no record')
    const cases = files.map((text): Case => [{ ...sound, mathHash: sha256Hex(text) }, 'unknown-mathematics'])
    expect(otherAnswers(files, cases)).toEqual([])
  })

  test('are played alike where they only look odd', ({ skip }) => {
    skip(pythonMissing, reason)
    const files = oddGames.map((game) => canonicalJson(game))
    expect(
      otherAnswers(
        files,
        oddGames.flatMap((game) => rounds(game, 10)).map((record) => [record, 'proven'] as const),
      ),
    ).toEqual([])
  })
})

describe('rounds that only these data show', () => {
  test('a mystery symbol under a held cell is drawn and named, and then covered by the wild', ({ skip }) => {
    skip(pythonMissing, reason)
    const covered = rounds(walking, 400).filter(({ events }) => coversMystery(events as RoundEvent[]))
    expect(covered.length).toBeGreaterThan(2)
    expect(
      otherAnswers(
        [canonicalJson(walking)],
        covered.slice(0, 20).map((record) => [record, 'proven'] as const),
      ),
    ).toEqual([])
  })

  test('with a stake that the game does not take, the link draws and hits nothing', ({ skip }) => {
    skip(pythonMissing, reason)
    const hit = rounds(falling, 100).find(({ events }) => hasHit(events))
    if (hit === undefined) throw new Error('no hit')
    const without = hit.events.filter((event) => !hasHit([event]))
    expect(
      otherAnswers(
        [canonicalJson(falling)],
        [
          [hit, 'proven'],
          [{ ...hit, events: without }, 'false: events'],
          [{ ...hit, stake: '49' }, 'false: events, stake, pay'],
          [{ ...hit, stake: '49', events: without }, 'false: stake, pay'],
          [{ ...hit, stake: '10.5', events: without }, 'false: stake, pay'],
        ],
      ),
    ).toEqual([])
  })

  test('a void round needs a stake of the game and a pay of 0, in any spelling', ({ skip }) => {
    skip(pythonMissing, reason)
    const paying = rounds(falling, 100).find(({ pay }) => pay !== '0')
    if (paying === undefined) throw new Error('no round pays')
    const voided = voidRecord(paying, falling, failingEngine)
    const wrong = voidRecord(paying, falling, generousEngine)
    const units = `void (${(Number(paying.pay) * falling.unitsPerStake) / Number(paying.stake)} units)`
    const [event] = voided.events as object[]
    expect(
      otherAnswers(
        [canonicalJson(falling)],
        [
          [voided, units],
          [wrong, units],
          [{ ...voided, pay: '0.00' }, units],
          [{ ...voided, stake: '7' }, 'false: stake'],
          [{ ...voided, stake: '7', pay: '1' }, 'false: stake, pay'],
          [{ ...voided, stake: '0' }, 'false: stake'],
          [{ ...voided, pay: '0.0001' }, 'false: pay'],
          [{ ...voided, game: 'another' }, 'false: mathematics'],
          [{ ...voided, events: [{ ...event, reason: 'no-reason' }] }, 'false: events, pay'],
          [{ ...voided, events: [{ ...event, further: 1 }] }, 'false: events, pay'],
          [{ ...voided, events: [event as object, event as object] }, 'false: events, pay'],
          [{ ...voided, serverSeed: null }, 'not-revealed'],
        ],
      ),
    ).toEqual([])
  })

  test('a void round of one unit has `units` as well', ({ skip }) => {
    skip(pythonMissing, reason)
    const one = rounds(oneUnit, 1).map((record) => voidRecord(record, oneUnit, failingEngine))
    expect(
      otherAnswers(
        [canonicalJson(oneUnit)],
        one.map((record) => [record, 'void (1 units)'] as const),
      ),
    ).toEqual([])
  })
})

describe('numbers above 2^53 − 1', () => {
  const [record] = rounds(large, 1)
  if (record === undefined) throw new Error('no record')

  test('are no result to the engine, which neither proves them nor names their units', () => {
    expect(lineOf(record, [large])).toBe('edge-large-pays 0: false: events, pay')
    expect(lineOf({ ...record, pay: '0' }, [large])).toBe('edge-large-pays 0: false: events, pay')
  })

  test('are no result as the sum that the cap cuts, either, although no event shows it', () => {
    const [drawn] = rounds(summed, 1)
    if (drawn === undefined) throw new Error('no record')
    expect(readGameData(canonicalJson(summed))?.kind).toBe('data')
    const numbers = JSON.stringify(drawn.events).match(/\d+/g) ?? []
    expect(Math.max(...numbers.map(Number))).toBe(3 * 2 ** 51)
    expect(lineOf(drawn, [summed])).toBe('edge-large-sum 0: false: events, pay')
    expect(lineOf(voidRecord(drawn, summed, failingEngine), [summed])).toBe('edge-large-sum 0: void')
  })

  test('leave a void round without units', ({ skip }) => {
    skip(pythonMissing, reason)
    const voided = voidRecord(record, large, failingEngine)
    expect(
      otherAnswers(
        [canonicalJson(large)],
        [
          [voided, 'void'],
          [{ ...voided, pay: '1' }, 'false: pay'],
        ],
      ),
    ).toEqual([])
  })
})

const hasHit = (events: readonly unknown[]): boolean =>
  (events as readonly RoundEvent[]).some(({ type }) => type === 'jackpotHit')

/** Whether a mystery symbol came under a cell that a wild holds. */
function coversMystery(events: readonly RoundEvent[]): boolean {
  return events.some((event, index) => {
    const next = events[index + 1]
    if (event.type !== 'mystery' || next?.type !== 'wilds') return false
    return event.positions.some((position) => next.positions.includes(position))
  })
}
