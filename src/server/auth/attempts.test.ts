import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAttempts } from '#domain/member.ts'
import { appHandlers } from '#server/handlers.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import {
  acceptAttempt,
  clearAttempts,
  clearSignInAttempts,
  countAttempt,
  countSignIn,
  undoAttempt,
  type AttemptKey,
} from './attempts.ts'

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
    ['id-network', 5, 15],
    ['device', 10, 30],
    ['password', 10, 30],
    ['operator', 10, 15],
    ['operator-network', 30, 15],
    ['reset-network', 10, 30],
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

  test('runs from the last counted attempt at sign-in, and from the first at a code for a new password', async () => {
    const [member, code] = [newKey('device'), newKey('reset-network')]
    for (const attempt of [member, code]) {
      await count(attempt)
      await age(attempt, 29)
      await count(attempt)
      await age(attempt, 2)
    }
    expect(await countToBound(member)).toBe(signInAttempts.knownDevice.most - 2)
    expect(await countToBound(code)).toBe(10)
  })

  test('undoes one attempt; a right one undoes itself only where strangers’ attempts count too', async () => {
    const [network, device] = [newKey('id-network'), newKey('device')]
    for (const attempt of [network, device]) {
      await countToBound(attempt)
      await undoAttempt(app.deps.db, attempt)
      expect(await countToBound(attempt)).toBe(1)
      await acceptAttempt(app.deps.db, attempt)
    }
    expect(await countToBound(network)).toBe(1)
    expect(await countToBound(device)).toBe(10)
    await clearAttempts(app.deps.db, network)
    expect(await countToBound(network)).toBe(5)
  })
})

describe('sign-ins from unknown devices', () => {
  const attack = async (id: string, count: number, network: (index: number) => string) => {
    for (let index = 0; index < count; index += 1) {
      await countSignIn(app.deps.db, { id, network: network(index), device: null })
    }
  }
  const signIn = (id: string, network: string) => countSignIn(app.deps.db, { id, network, device: null })

  test('are counted by id and network: strangers elsewhere do not make the owner wait', async () => {
    const id = newRequestId()
    await attack(id, 8, () => 'a')
    expect(await signIn(id, 'a')).toEqual({ wait: expect.any(Number) })
    expect(await signIn(id, 'b')).toHaveProperty('counted')
  })

  test('wait beyond 30 in a day, each network twice as long as before, up to 15 minutes', async () => {
    const id = newRequestId()
    await attack(id, 30, String)
    const waits = []
    for (let turn = 0; turn < 6; turn += 1) {
      const refused = await signIn(id, 'owner')
      if (!('wait' in refused)) throw new Error('was not asked to wait')
      expect(await signIn(id, 'owner')).toEqual({ wait: expect.any(Number) })
      waits.push(Math.ceil(refused.wait / 60))
      await age({ scope: 'id-wait', key: `${id} owner` }, waits[turn] ?? 0)
      await age({ scope: 'id-network', key: `${id} owner` }, 16)
      expect(await signIn(id, 'owner')).toHaveProperty('counted')
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15])
    expect(await signIn(newRequestId(), 'owner')).toHaveProperty('counted')
    await age({ scope: 'id', key: id }, 24 * 60 + 1)
    expect(await signIn(id, 'elsewhere')).toHaveProperty('counted')
  })

  test('allow one attempt per wait, also at once', async () => {
    const id = newRequestId()
    await attack(id, 30, String)
    await signIn(id, 'x')
    await age({ scope: 'id-wait', key: `${id} x` }, 1)
    const results = await Promise.all(Array.from({ length: 5 }, () => signIn(id, 'x')))
    expect(results.filter((one) => 'counted' in one)).toHaveLength(1)
  })

  test('begin anew with a new password, for this id only', async () => {
    const [id, other] = [newRequestId(), newRequestId()]
    for (const one of [id, other]) {
      await attack(one, 30, String)
      await signIn(one, 'owner')
      await attack(one, 5, () => '7')
    }
    await clearSignInAttempts(app.deps.db, id)
    for (const network of ['owner', '7']) expect(await signIn(id, network)).toHaveProperty('counted')
    for (const network of ['owner', '7']) expect(await signIn(other, network)).toHaveProperty('wait')
  })

  test('that were refused are not counted, and right ones undo themselves alone', async () => {
    const id = newRequestId()
    await attack(id, 29, String)
    const right = await signIn(id, 'owner')
    if (!('counted' in right)) throw new Error('was refused')
    await acceptAttempt(app.deps.db, right.counted)
    expect(await signIn(id, 'another')).toHaveProperty('counted')
    for (let index = 0; index < 5; index += 1) expect(await signIn(id, 'x')).toHaveProperty('wait')
    const { rows } = await app.ownerPool.query(`SELECT scope, failures FROM login_throttle WHERE key = $1`, [id])
    expect(rows).toEqual([{ scope: 'id', failures: 30 }])
  })
})
