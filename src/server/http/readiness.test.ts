import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadiness, readyWithinMs } from './readiness.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('any number of probes share one check, and its result for half a second', async () => {
  const check = vi.fn<() => Promise<boolean>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return true
  })
  const isReady = createReadiness(check)
  const flood = Array.from({ length: 700 }, () => isReady())
  await vi.advanceTimersByTimeAsync(30)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([true]))
  await vi.advanceTimersByTimeAsync(400)
  expect(await isReady()).toBe(true)
  expect(check).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  const later = isReady()
  await vi.advanceTimersByTimeAsync(30)
  expect(await later).toBe(true)
  expect(check).toHaveBeenCalledTimes(2)
})

test('a check that fails or takes too long is not ready, and the next one can be', async () => {
  const answers = [
    Promise.reject(new Error('no database')),
    new Promise<boolean>((resolve) => setTimeout(resolve, 9_000, true)),
  ]
  const isReady = createReadiness(() => answers.shift() ?? Promise.resolve(true))
  expect(await isReady()).toBe(false)
  await vi.advanceTimersByTimeAsync(600)
  const slow = isReady()
  await vi.advanceTimersByTimeAsync(readyWithinMs)
  expect(await slow).toBe(false)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await isReady()).toBe(true)
})
