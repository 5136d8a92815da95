import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '#domain/games/game.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { resultDigest } from '#domain/games/shown-results.ts'
import { play } from '#domain/games/slot/play.ts'
import { structureFaults } from '#domain/games/slot/structure.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { verifyRound } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { messages as english } from '#i18n/en/fairness.ts'
import { messages as englishPlay } from '#i18n/en/play.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { honestEvidence } from '#test/honest-evidence.ts'
import { randomSlots } from '#test/random-slots.ts'
import { slateSlots } from '#test/slate-slots.ts'
import { drawnRecord } from './drawn-records.ts'
import type { MechanicExample } from './mechanics.ts'
import { buildVerifier } from './verifier.ts'
import { machines } from '../math/machines.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const published = JSON.parse(read('docs/fairness/mechanics.json')) as MechanicExample[]
const page = read('docs/fairness.md')

describe('docs/fairness/mechanics.json', () => {
  test('has sound data, and rounds that they prove', () => {
    expect(published.flatMap(({ data }) => structureFaults(data))).toEqual([])
    const verdicts = published.flatMap(({ data, records }) => records.map((one) => verifyRound(one, [data]).verdict))
    expect(verdicts).toEqual(Array(70).fill('proven'))
  })

  test('has every kind and key of data that docs/fairness.md describes', () => {
    const described = [...section(2).matchAll(/`"?([a-z-]+)"?`/gi)].map(([, word]) => word ?? '')
    const used = new Set(published.flatMap(({ data }) => wordsOf(data)))
    const kinds = ['ordinary', 'wild', 'scatter', 'book', 'coin', 'mystery', 'lines', 'ways', 'cluster', 'anywhere']
    const features = ['free-spins', 'tumble', 'hold-and-win', 'pick', 'walking-wilds', 'jackpot-link']
    const keys = ['expands', 'multipliers', 'becomes', 'ladder', 'keepsLadder', 'wilds', 'expanding', 'full', 'landing']
    const needed = [...kinds, ...features, ...keys]
    expect(needed.filter((word) => !described.includes(word))).toEqual([])
    expect(needed.filter((word) => !used.has(word))).toEqual([])
    // What the example machines use is described, besides their own names and ids.
    const named = new Set(published.flatMap(({ data }) => namesOf(data)))
    expect([...used].filter((word) => !described.includes(word) && !named.has(word))).toEqual([])
  })

  test('has every event, each with exactly the keys that docs/fairness.md shows', () => {
    const shown = new Set(
      [...section(7).matchAll(/\{"(?:type|line|ways|symbol)":[^`]*\}/g)].map(([text]) => shapeOf(text)),
    )
    const met = new Set(published.flatMap(({ records }) => records.flatMap(({ events }) => events.map(shapeOfEvent))))
    expect([...met].filter((shape) => !shown.has(shape) && !shape.endsWith('spins,multiplier,symbol'))).toEqual([])
    // A win is part of its event, and the engine draws no void round.
    const others = /^(?:line|ways|symbol|void),/
    expect([...shown].filter((shape) => !met.has(shape) && !others.test(shape))).toEqual([])
  })
})

/** Rounds of each machine: a thousand with `FAIRNESS_ROUNDS=1000`. */
const many = Number(process.env['FAIRNESS_ROUNDS'] ?? 20)
const games = [...slateSlots, ...machines].map(({ game }) => game)

describe('the offline verifier, as it is published', () => {
  /** What the file shows for a text: the class of its verdict if there is one, and all text. */
  let show: (text: string) => { verdict: string | undefined; text: string }

  beforeAll(async () => {
    const program = /<script>\n([\s\S]*)<\/script>/.exec(await buildVerifier())?.[1] ?? ''
    const { document } = new Window()
    // oxlint-disable-next-line no-new-func
    new Function('document', 'navigator', program)(document, { languages: ['en'] })
    show = (text) => {
      const [field, button] = [document.querySelector('textarea'), document.querySelector('button')]
      if (field) field.value = text
      button?.click()
      const result = document.querySelector('[role=status]')
      return { verdict: result?.querySelector('.verdict')?.className, text: result?.textContent ?? '' }
    }
  })

  /** The sentence that the file shows when it has read data. */
  const readSentence = ({ code, version }: Game): string =>
    english.fairness.form.dataRead.replace('{game}', code).replace('{version}', String(version))

  test.each(games.map((game) => ({ game, code: game.code })))(
    'redraws the rounds of $code byte for byte',
    ({ game }) => {
      expect(show(canonicalJson(game)).text).toBe(readSentence(game) + mathHashOf(game, sha256Hex))
      const evidence = evidenceOf(game, many)
      const holds = show(JSON.stringify(evidence))
      expect({ ...holds, notes: /not seen|unknown|no data/.test(holds.text) }).toMatchObject({
        verdict: 'verdict proven',
        notes: false,
      })
      const [row] = evidence.results
      const spoilt = { ...row, digests: row?.digests.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }
      const named = show(JSON.stringify({ ...evidence, results: [spoilt] }))
      expect(named.verdict).toBe('verdict false')
      expect(named.text).toContain(englishPlay.play.fairness.fault['shown-otherwise'])
    },
  )

  test('shows the rounds of random machines without gaps, and names what is false in them', () => {
    for (const game of randomSlots(11, 15)) {
      expect(show(canonicalJson(game)).text).toContain(readSentence(game))
      for (const nonce of [0, 1]) {
        const record = drawnRecord(game, nonce)
        const shown = show(JSON.stringify(record))
        expect([game.code, shown.verdict]).toEqual([game.code, 'verdict proven'])
        expect(shown.text).not.toMatch(/NaN|undefined|null|replay\.|[{}]/)
        expect(show(JSON.stringify({ ...record, events: record.events.slice(1) })).verdict).toBe('verdict false')
      }
    }
  })

  test('refuses malformed data with the field at fault, and does not know them afterwards', () => {
    const [game] = randomSlots(12, 1)
    if (game === undefined) throw new Error('no game')
    const malformed = { ...game, features: [{ kind: 'gamble' }] }
    expect(show(JSON.stringify(malformed)).text).toBe(
      english.fairness.form.dataFault.replace('{field}', 'features.0.kind'),
    )
    expect(show(JSON.stringify(drawnRecord(game, 0))).verdict).toBe('verdict unknown-mathematics')
  })
})

/** A chain with one revealed pair, and the digests of its rounds as the server draws them. */
function evidenceOf(game: Game, rounds: number) {
  const evidence = honestEvidence(2)
  const [pair, last] = evidence.pairs
  if (pair === undefined || last === undefined) throw new Error('no pairs')
  const seed = {
    serverSeed: Buffer.from(pair.serverSeed ?? '', 'hex'),
    clientSeed: pair.clientSeed,
    gameCode: game.code,
  }
  const [mathHash, stake] = [mathHashOf(game, sha256Hex), game.stakes[0] ?? 0]
  const digests = Array.from({ length: rounds }, (_, nonce) => {
    const { pay, events } = play(game, seededDraw(hmacSha256, { ...seed, nonce }), { stake: wholeUnits(stake) })
    return resultDigest({ nonce, mathHash, stake: String(stake), pay: amountToWire(pay), events })
  })
  return {
    format: evidence.format,
    receipts: evidence.receipts.slice(0, 2),
    pairs: [
      { ...pair, lastNonce: rounds - 1 },
      { ...last, firstNonce: rounds },
    ],
    results: [{ firstNonce: 0, mathHash, stake: String(stake), digests: digests.join('') }],
  }
}

/** A section of the page. */
function section(number: number): string {
  return page.slice(page.indexOf(`\n## ${number}. `), page.indexOf(`\n## ${number + 1}. `))
}

/** The keys of data and their texts. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [] : Object.keys(value)
  return [...keys, ...Object.values(value).flatMap(wordsOf)]
}

function namesOf({ code, symbols, strips }: Game): string[] {
  return [code, ...symbols.map(({ id }) => id), ...Object.keys(strips)]
}

/** `type,feature:keys` of an event in the notation of the page, where a value may be a placeholder. */
function shapeOf(text: string): string {
  const keys = [...text.matchAll(/"([a-zA-Z]+)":/g)].map(([, key]) => key)
  return [...fixed.flatMap((key) => text.match(new RegExp(`"${key}":"([^"]*)"`))?.[1] ?? []), ...keys].join()
}

const fixed = ['type', 'feature', 'source']

function shapeOfEvent(event: unknown): string {
  const stated = event as RoundRecord['events'][number] & Record<string, unknown>
  return [...fixed.flatMap((key) => (key in stated ? [String(stated[key])] : [])), ...Object.keys(stated)].join()
}
