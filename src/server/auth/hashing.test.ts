import { expect, test, vi } from 'vitest'
import {
  HashingBusy,
  hashSecret,
  longestWaitMs,
  mostWaitingToHash,
  refuseWhenHashingBusy,
  verifySecret,
  waitingToHash,
} from './hashing.ts'
import { scaledMs } from '#test/machine.ts'

test('verifies a secret in any Unicode form, and rejects every secret of an unknown account', async () => {
  const hashed = await hashSecret('ｍoonlit-hall-7')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifySecret(hashed, 'moonlit-hall-7')).toBe(true)
  expect(await verifySecret(hashed, 'moonlit-hall-8')).toBe(false)
  expect(await verifySecret(null, 'moonlit-hall-7')).toBe(false)
  await expect(verifySecret('no hash', 'x')).rejects.toThrow('Hashing a secret failed')
  expect(await verifySecret(hashed, 'moonlit-hall-7')).toBe(true)
})

test('bounds a flood of sign-ins, spreads their retries, and serves signed-in members first', async () => {
  const hashed = await hashSecret('moonlit-hall-7')
  const ended: string[] = []
  const faults: unknown[] = []
  const flood = Array.from({ length: mostWaitingToHash + 20 }, () =>
    verifySecret(hashed, 'guess').then(
      () => ended.push('verified'),
      (error: unknown) => {
        faults.push(error)
        return ended.push('rejected')
      },
    ),
  )
  expect(waitingToHash()).toBe(mostWaitingToHash)
  expect(() => refuseWhenHashingBusy()).toThrow(HashingBusy)
  // The event loop is free meanwhile, and a member's PIN does not wait behind the strangers' queue.
  const startedMs = performance.now()
  await new Promise((resolve) => setImmediate(resolve))
  expect(performance.now() - startedMs).toBeLessThan(scaledMs(200))
  expect(ended.filter((word) => word === 'rejected')).toHaveLength(19)
  expect(() => refuseWhenHashingBusy('signed-in')).not.toThrow()
  expect(await verifySecret(hashed, 'moonlit-hall-7', 'signed-in')).toBe(true)
  expect(ended.filter((word) => word === 'verified').length).toBeLessThanOrEqual(1)
  const waits = faults.flatMap((error) => (error instanceof HashingBusy ? [error.retryAfterSeconds] : []))
  expect(waits).toHaveLength(faults.length)
  expect(new Set(waits).size).toBeGreaterThan(4)
  await Promise.all(flood)
  expect(waitingToHash()).toBe(0)
})

test('rejects a caller after the longest wait, without holding up others', async () => {
  const hashed = await hashSecret('moonlit-hall-7')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = verifySecret(hashed, 'moonlit-hall-7', 'signed-in')
    const ended: string[] = []
    const waits = (['stranger', 'office'] as const).map((queue) =>
      verifySecret(hashed, 'moonlit-hall-7', queue).then(
        () => ended.push(`${queue} verified`),
        (error: unknown) => ended.push(`${queue} ${error instanceof HashingBusy ? 'rejected' : String(error)}`),
      ),
    )
    vi.advanceTimersByTime(longestWaitMs - 1)
    const last = verifySecret(hashed, 'moonlit-hall-8', 'signed-in')
    expect(waitingToHash()).toBe(3)
    vi.advanceTimersByTime(1)
    // The first is still being hashed: nothing else has started yet.
    expect(waitingToHash()).toBe(1)
    await Promise.all(waits)
    expect(ended).toEqual(['stranger rejected', 'office rejected'])
    expect(await first).toBe(true)
    expect(await last).toBe(false)
    // A task that has started is not rejected afterwards, and the place is free again.
    vi.advanceTimersByTime(longestWaitMs)
    expect(waitingToHash()).toBe(0)
    expect(await verifySecret(hashed, 'moonlit-hall-7')).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
