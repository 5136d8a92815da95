import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestIds } from './request-id.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function laterBy(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000)
}

test('an ask keeps its id for five minutes after its last try, not its first', () => {
  const first = requestIds('tries').of('5000')
  laterBy(290)
  expect(requestIds('tries').of('5000')).toBe(first)
  laterBy(11)
  expect(requestIds('tries').of('5000')).toBe(first)
  laterBy(299)
  expect(requestIds('tries').of('5000')).toBe(first)
  laterBy(300)
  expect(requestIds('tries').of('5000')).not.toBe(first)
})

test('another content, another call and an ask after the answer have ids of their own', () => {
  const ids = requestIds('calls')
  const first = ids.of('5000')
  expect(ids.of('6000')).not.toBe(first)
  expect(requestIds('others').of('5000')).not.toBe(first)
  // 6 000 was given up, and 5 000 is asked again and answered: only that is over.
  const given = ids.of('6000')
  expect(ids.of('5000')).toBe(first)
  ids.answered()
  expect(ids.of('5000')).not.toBe(first)
  expect(ids.of('6000')).toBe(given)
})

test('what is forgotten is forgotten for every content of the call, and of no other call', () => {
  const ids = requestIds('forgotten')
  const before = [ids.of('1'), ids.of('2')]
  const other = requestIds('kept').of('1')
  requestIds('forgotten').forget()
  expect(before).not.toContain(ids.of('1'))
  expect(before).not.toContain(ids.of('2'))
  expect(requestIds('kept').of('1')).toBe(other)
})
