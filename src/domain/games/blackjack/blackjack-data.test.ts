import { expect, test } from 'vitest'
import { brokenBlackjack } from '#test/broken-blackjack.ts'
import { canonicalJson } from '../math-hash.ts'
import { readBlackjackData } from './blackjack-data.ts'
import { blackjack, blackjackHashOf } from './game.ts'

test('reads the data of blackjack, however they are written', () => {
  const read = readBlackjackData(JSON.stringify(blackjack, null, 2))
  expect(read).toEqual({ kind: 'data', game: blackjack, mathHash: blackjackHashOf(blackjack) })
  expect(readBlackjackData(canonicalJson(blackjack))).toEqual(read)
})

test('reads nothing else as data', () => {
  for (const text of ['', '[]', '{}', '{"kind":"roulette"}', JSON.stringify({ ...blackjack, mathHash: '' })]) {
    expect(readBlackjackData(text)).toBeNull()
  }
})

test.each(brokenBlackjack)('names a fault of %s', (field, data) => {
  const read = readBlackjackData(JSON.stringify(data))
  expect(read?.kind === 'fault' && read.fault.field).toBe(field)
})
