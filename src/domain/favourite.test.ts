import { expect, test } from 'vitest'
import { decideFavourite, favouritesLimit } from './favourite.ts'

const ask = { on: true, listed: true, marked: false, count: 0 }

test('marks and unmarks, and repeating changes nothing', () => {
  expect(decideFavourite(ask)).toBe('mark')
  expect(decideFavourite({ ...ask, marked: true })).toBe('nothing')
  expect(decideFavourite({ ...ask, on: false, marked: true })).toBe('unmark')
  expect(decideFavourite({ ...ask, on: false })).toBe('nothing')
})

test('a game outside the lobby cannot be marked, but can be unmarked', () => {
  expect(decideFavourite({ ...ask, listed: false })).toBe('none')
  expect(decideFavourite({ ...ask, on: false, listed: false })).toBe('none')
  expect(decideFavourite({ ...ask, on: false, listed: false, marked: true })).toBe('unmark')
  expect(decideFavourite({ ...ask, listed: false, marked: true })).toBe('nothing')
})

test('refuses a mark above the limit', () => {
  expect(decideFavourite({ ...ask, count: favouritesLimit - 1 })).toBe('mark')
  expect(decideFavourite({ ...ask, count: favouritesLimit })).toBe('full')
  expect(decideFavourite({ ...ask, count: favouritesLimit, marked: true })).toBe('nothing')
})
