import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestIds } from './request-id.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function advance(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000)
}

test('a payload keeps its id for five minutes after its last attempt', () => {
  const first = requestIds('tries').of('5000')
  advance(290)
  expect(requestIds('tries').of('5000')).toBe(first)
  advance(11)
  expect(requestIds('tries').of('5000')).toBe(first)
  advance(299)
  expect(requestIds('tries').of('5000')).toBe(first)
  advance(300)
  expect(requestIds('tries').of('5000')).not.toBe(first)
})

test('another payload, another call and a request after the response get new ids', () => {
  const ids = requestIds('calls')
  const first = ids.of('5000')
  expect(ids.of('6000')).not.toBe(first)
  expect(requestIds('others').of('5000')).not.toBe(first)
  // 6 000 was abandoned; 5 000 is sent again and acknowledged: only its id is dropped.
  const given = ids.of('6000')
  expect(ids.of('5000')).toBe(first)
  ids.answered()
  expect(ids.of('5000')).not.toBe(first)
  expect(ids.of('6000')).toBe(given)
})

test('forget drops the ids of every payload of the call, and of no other call', () => {
  const ids = requestIds('forgotten')
  const before = [ids.of('1'), ids.of('2')]
  const other = requestIds('kept').of('1')
  requestIds('forgotten').forget()
  expect(before).not.toContain(ids.of('1'))
  expect(before).not.toContain(ids.of('2'))
  expect(requestIds('kept').of('1')).toBe(other)
})
