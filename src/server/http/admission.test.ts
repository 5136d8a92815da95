import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

test('rejects polls first, then ordinary calls, and money calls last', () => {
  const admission = createAdmission(10)
  const entered = { poll: 0, act: 0, money: 0 }
  for (const urgency of ['poll', 'act', 'money'] as const) {
    while (admission.enter(urgency)) entered[urgency] += 1
    expect(admission.enter('poll')).toBe(false)
  }
  expect(entered).toEqual({ poll: 5, act: 3, money: 2 })
  expect(admission.inFlight()).toBe(10)
  admission.leave()
  expect([admission.enter('poll'), admission.enter('act'), admission.enter('money')]).toEqual([false, false, true])
})

test('spreads the retry times of rejected calls, the shortest for money', () => {
  const admission = createAdmission(1)
  const retryTimes = (urgency: 'poll' | 'act' | 'money') =>
    new Set(Array.from({ length: 60 }, () => admission.retryAfterSeconds(urgency)))
  expect(retryTimes('poll').size).toBe(20)
  expect(Math.max(...retryTimes('poll'))).toBe(20)
  expect(retryTimes('act').size).toBe(5)
  expect(Math.max(...retryTimes('money'))).toBe(2)
  expect(Math.min(...retryTimes('poll'), ...retryTimes('act'), ...retryTimes('money'))).toBe(1)
})

test('files have places of their own, and each is released once', () => {
  const admission = createAdmission(4, 2)
  const first = admission.enterFile()
  expect(admission.enterFile()).not.toBeNull()
  expect(admission.enterFile()).toBeNull()
  expect(admission.inFlight()).toBe(0)
  first?.()
  first?.()
  expect(admission.files()).toBe(1)
  expect(admission.enterFile()).not.toBeNull()
  expect(admission.enterFile()).toBeNull()
})

test('calls that wait outside leave their places to others, at most as many as there are places', async () => {
  const admission = createAdmission(2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const waits: Promise<void>[] = []
  for (const left of [0, 0, 1, 2]) {
    expect(admission.enter('money')).toBe(true)
    waits.push(admission.outside(() => promise))
    expect(admission.inFlight()).toBe(left)
  }
  expect(admission.enter('money')).toBe(false)
  resolve()
  await Promise.all(waits)
  expect(admission.inFlight()).toBe(4)
  const failed = admission.outside(() => Promise.reject(new Error('the provider is gone')))
  await expect(failed).rejects.toThrow('the provider is gone')
  expect(admission.inFlight()).toBe(4)
})
