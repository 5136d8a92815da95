import { expect, test } from 'vitest'
import { createRoom } from './admission.ts'

test('rejects polls first, then acts, and money last', () => {
  const room = createRoom(10)
  const entered = { poll: 0, act: 0, money: 0 }
  for (const urgency of ['poll', 'act', 'money'] as const) {
    while (room.enter(urgency)) entered[urgency] += 1
    expect(room.enter('poll')).toBe(false)
  }
  expect(entered).toEqual({ poll: 5, act: 3, money: 2 })
  expect(room.inFlight()).toBe(10)
  room.leave()
  expect([room.enter('poll'), room.enter('act'), room.enter('money')]).toEqual([false, false, true])
})

test('spreads the retry times of rejected calls, the shortest for money', () => {
  const room = createRoom(1)
  const retryTimes = (urgency: 'poll' | 'act' | 'money') =>
    new Set(Array.from({ length: 60 }, () => room.retryAfterSeconds(urgency)))
  expect(retryTimes('poll').size).toBe(20)
  expect(Math.max(...retryTimes('poll'))).toBe(20)
  expect(retryTimes('act').size).toBe(5)
  expect(Math.max(...retryTimes('money'))).toBe(2)
  expect(Math.min(...retryTimes('poll'), ...retryTimes('act'), ...retryTimes('money'))).toBe(1)
})

test('files have places of their own, and each is released once', () => {
  const room = createRoom(4, 2)
  const first = room.enterFile()
  expect(room.enterFile()).not.toBeNull()
  expect(room.enterFile()).toBeNull()
  expect(room.inFlight()).toBe(0)
  first?.()
  first?.()
  expect(room.files()).toBe(1)
  expect(room.enterFile()).not.toBeNull()
  expect(room.enterFile()).toBeNull()
})
