import { expect, test } from 'vitest'
import { helpStates, isOpenHelp, leastMeasured, mayInquire, mostOpenInquiries, statedMinutes } from './help.ts'

test('an inquiry is open until it is answered', () => {
  expect(helpStates.filter(isOpenHelp)).toEqual(['filed', 'opened'])
})

test('bounds open inquiries, and allows one account inquiry at a time', () => {
  expect(mayInquire('general', { account: 0, all: mostOpenInquiries - 1 })).toBe(true)
  expect(mayInquire('general', { account: 0, all: mostOpenInquiries })).toBe(false)
  expect(mayInquire('round', { account: 1, all: mostOpenInquiries })).toBe(false)
  expect(mayInquire('account', { account: 0, all: mostOpenInquiries })).toBe(true)
  expect(mayInquire('account', { account: 1, all: 1 })).toBe(false)
})

test('states a time of enough cases only, in whole minutes and never none', () => {
  expect(statedMinutes({ cases: leastMeasured, medianSeconds: 90 })).toBe(2)
  expect(statedMinutes({ cases: leastMeasured, medianSeconds: 5 })).toBe(1)
  expect(statedMinutes({ cases: leastMeasured - 1, medianSeconds: 90 })).toBeNull()
  expect(statedMinutes({ cases: 0, medianSeconds: null })).toBeNull()
})
