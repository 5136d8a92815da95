import { expect, test } from 'vitest'
import { decideFavourite, favouritesLimit } from './favourite.ts'

const ask = { on: true, listed: true, marked: false, count: 0 }

test('a heart marks and unmarks, and twice is once', () => {
  expect(decideFavourite(ask)).toBe('mark')
  expect(decideFavourite({ ...ask, marked: true })).toBe('nothing')
  expect(decideFavourite({ ...ask, on: false, marked: true })).toBe('unmark')
  expect(decideFavourite({ ...ask, on: false })).toBe('nothing')
})

test('what the house does not list cannot be marked, but can be taken away', () => {
  expect(decideFavourite({ ...ask, listed: false })).toBe('none')
  expect(decideFavourite({ ...ask, on: false, listed: false })).toBe('none')
  expect(decideFavourite({ ...ask, on: false, listed: false, marked: true })).toBe('unmark')
  expect(decideFavourite({ ...ask, listed: false, marked: true })).toBe('nothing')
})

test('there is room for so many', () => {
  expect(decideFavourite({ ...ask, count: favouritesLimit - 1 })).toBe('mark')
  expect(decideFavourite({ ...ask, count: favouritesLimit })).toBe('full')
  expect(decideFavourite({ ...ask, count: favouritesLimit, marked: true })).toBe('nothing')
})
