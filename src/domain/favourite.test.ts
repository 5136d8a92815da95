import { expect, test } from 'vitest'
import { decideFavourite, favouritesLimit } from './favourite.ts'

const request = { on: true, listed: true, marked: false, count: 0 }

test('marks and unmarks, and repeating changes nothing', () => {
  expect(decideFavourite(request)).toBe('mark')
  expect(decideFavourite({ ...request, marked: true })).toBe('nothing')
  expect(decideFavourite({ ...request, on: false, marked: true })).toBe('unmark')
  expect(decideFavourite({ ...request, on: false })).toBe('nothing')
})

test('a game outside the lobby cannot be marked, but can be unmarked', () => {
  expect(decideFavourite({ ...request, listed: false })).toBe('none')
  expect(decideFavourite({ ...request, on: false, listed: false })).toBe('none')
  expect(decideFavourite({ ...request, on: false, listed: false, marked: true })).toBe('unmark')
  expect(decideFavourite({ ...request, listed: false, marked: true })).toBe('nothing')
})

test('refuses a mark above the limit', () => {
  expect(decideFavourite({ ...request, count: favouritesLimit - 1 })).toBe('mark')
  expect(decideFavourite({ ...request, count: favouritesLimit })).toBe('full')
  expect(decideFavourite({ ...request, count: favouritesLimit, marked: true })).toBe('nothing')
})
