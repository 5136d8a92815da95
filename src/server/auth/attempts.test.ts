import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAttempts } from '#domain/member.ts'
import { appHandlers } from '#server/handlers.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { acceptAttempt, clearAttempts, countAttempt, undoAttempt, type AttemptKey } from './attempts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
afterAll(() => app.close())

const count = (attempt: AttemptKey): Promise<number> => countAttempt(app.deps.db, attempt)
const newKey = (scope: AttemptKey['scope']): AttemptKey => ({ scope, key: newRequestId() })

/** Moves the start of a count back in time. */
async function age({ scope, key }: AttemptKey, minutes: number): Promise<void> {
  await app.ownerPool.query(
    `UPDATE login_throttle SET since = since - $3 * interval '1 minute' WHERE scope = $1 AND key = $2`,
    [scope, key, minutes],
  )
}

/** Counts up to the bound; returns how many attempts were allowed. */
async function countToBound(attempt: AttemptKey): Promise<number> {
  for (let allowed = 0; allowed < 50; allowed += 1) if ((await count(attempt)) > 0) return allowed
  throw new Error('no bound')
}

describe('a counter of attempts', () => {
  test.each([
    ['id', 3, 30],
    ['device', 10, 30],
    ['password', 10, 30],
    ['operator', 10, 15],
    ['reset-code', 10, 30],
  ] as const)('allows for %s: %i attempts in %i minutes', async (scope, most, minutes) => {
    const attempt = newKey(scope)
    const waits = await Promise.all(Array.from({ length: most + 4 }, () => count(attempt)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(most)
    for (const wait of waits.filter((one) => one > 0)) {
      expect(wait).toBeGreaterThan(minutes * 60 - 60)
      expect(wait).toBeLessThanOrEqual(minutes * 60)
    }
    expect(await count(newKey(scope))).toBe(0)
    await age(attempt, minutes + 1)
    expect(await countToBound(attempt)).toBe(most)
  })

  test('runs from the last counted attempt at sign-in, and from the first at the office', async () => {
    const [member, operator] = [newKey('device'), newKey('operator')]
    for (const attempt of [member, operator]) {
      await count(attempt)
      await age(attempt, 14)
      await count(attempt)
      await age(attempt, 2)
    }
    expect(await countToBound(member)).toBe(signInAttempts.knownDevice - 2)
    expect(await countToBound(operator)).toBe(10)
  })

  test('undoes one attempt; a right one undoes itself only where strangers’ attempts count too', async () => {
    const [id, device] = [newKey('id'), newKey('device')]
    for (const attempt of [id, device]) {
      await countToBound(attempt)
      await undoAttempt(app.deps.db, attempt)
      expect(await countToBound(attempt)).toBe(1)
      await acceptAttempt(app.deps.db, attempt)
    }
    expect(await countToBound(id)).toBe(1)
    expect(await countToBound(device)).toBe(10)
    await clearAttempts(app.deps.db, id)
    expect(await countToBound(id)).toBe(3)
  })
})
