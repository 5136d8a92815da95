import { describe, expect, test } from 'vitest'
import { randomSlots } from '#test/random-slots.ts'
import { roundRecordOf } from '#test/round-record.ts'
import { sampleSlot, sampleSlots } from '#test/sample-slots.ts'
import { slateSlots } from '#test/slate-slots.ts'
import type { Game } from './game.ts'
import { readGameData } from './game-data.ts'
import { canonicalJson, mathHashOf } from './math-hash.ts'
import { sha256Hex } from './sha256.ts'
import { roundRecordText } from './round-record.ts'
import { verifyRound } from './verify-round.ts'

const games = [...sampleSlots, ...slateSlots.map(({ game }) => game), ...randomSlots(7, 50)]

test('the data of every mechanic are read, with the hash of their canonical form', () => {
  const texts = games.flatMap((game) => [canonicalJson(game), JSON.stringify(game, null, 2)])
  const hashes = games.flatMap((game) => Array(2).fill(mathHashOf(game, sha256Hex)) as string[])
  const read = texts.map(readGameData)
  expect(read.map((one) => (one?.kind === 'data' ? one.mathHash : one))).toEqual(hashes)
})

test('other texts are no data, so their own readers answer', () => {
  const texts = ['hello', '[]', '{}', roundRecordText(roundRecordOf('paying')), '{"format":"baize-seed-evidence-1"}']
  expect(texts.map(readGameData)).toEqual(texts.map(() => null))
})

test('a name that every object inherits names nothing', () => {
  const game = sampleSlot('free-spins')
  const [feature] = game.features
  expect(fieldOf({ ...game, features: [{ ...feature, strips: 'constructor' }] })).toBe('features.free-spins.strips')
  const { paytable, ...rest } = JSON.parse(canonicalJson(game).replaceAll('"star"', '"constructor"')) as Game
  const read = readGameData(JSON.stringify({ ...rest, paytable: { ...paytable, constructor: [1] } }))
  if (read?.kind !== 'data') throw new Error(JSON.stringify(read))
  const record = { ...roundRecordOf('paying'), game: read.game.code, mathHash: read.mathHash, stake: '3' }
  expect(verifyRound(record, [read.game]).verdict).toBe('false')
})

describe('malformed data', () => {
  const sound = sampleSlot('tumble')
  const held = sampleSlot('hold-and-win')
  const wild = sampleSlot('line-factors')
  const [tumble, free] = sound.features
  const [hold] = held.features
  test.each<[string, object, string]>([
    ['without a key', { ...sound, stakes: undefined }, 'stakes'],
    ['with a further key', { ...sound, title: 'Lion' }, 'title'],
    ['with a text for a number', { ...sound, version: '1' }, 'version'],
    ['with a fraction', { ...sound, unitsPerStake: 1.5 }, 'unitsPerStake'],
    ['with null for an optional key', { ...sound, features: [tumble, { ...free, ladder: null }] }, 'features.1.ladder'],
    ['with false for a key', { ...wild, symbols: [{ ...wild.symbols[0], expands: false }] }, 'symbols.0.expands'],
    ['with a list for an object', { ...sound, grid: [3, 2] }, 'grid'],
    ['with an object for a list', { ...sound, symbols: {} }, 'symbols'],
    ['with a text for a strip', { ...sound, strips: { base: ['ace ten'] } }, 'strips.base.0'],
    ['without a base reel set', { ...sound, strips: { free: sound.strips.base } }, 'strips.base'],
    ['with an unknown win mode', { ...sound, winMode: { kind: 'diagonals' } }, 'winMode.kind'],
    ['with a key of another win mode', { ...sound, winMode: { kind: 'ways', sizes: [3] } }, 'winMode.sizes'],
    ['with an unknown kind of symbol', { ...sound, symbols: [{ id: 'ace', kind: 'joker' }] }, 'symbols.0.kind'],
    ['with an inherited kind', { ...sound, features: [{ kind: 'constructor' }] }, 'features.0.kind'],
    ['with an unknown feature', { ...sound, features: [{ kind: 'gamble' }] }, 'features.0.kind'],
    ['with a key of another feature', { ...sound, features: [{ ...tumble, spins: 3 }] }, 'features.0.spins'],
    ['with an unknown tier', { ...sound, features: [jackpot('grand')] }, 'features.0.tiers.0.tier'],
    [
      'with a weight that is missing',
      { ...held, features: [{ ...hold, values: [{ pay: 1 }] }] },
      'features.0.values.0.weight',
    ],
    ['with a fault of its meaning', { ...sound, stakes: [] }, 'stakes'],
    ['with a combination that is not played', { ...sound, features: [free] }, 'features.free-spins.ladder'],
  ])('%s is refused by the name of its field', (_, data, field) => {
    expect(fieldOf(data)).toBe(field)
  })

  test('of a hundred thousand entries is refused as well', () => {
    expect(fieldOf({ ...sound, stakes: Array(200_000).fill(1) })).toBe('stakes.0')
    const linked = sampleSlot('jackpots')
    expect(fieldOf({ ...linked, stakes: Array(200_000).fill(90) })).toBe('features.jackpot-link.tiers.mega')
  })
})

function jackpot(tier: string): object {
  return { kind: 'jackpot-link', of: 100, tiers: [{ tier, chance: 1 }] }
}

/** The field at fault; null when the text is read as data or as something else. */
function fieldOf(data: object): string | null {
  const read = readGameData(JSON.stringify(data))
  return read?.kind === 'fault' ? read.fault.field : null
}
