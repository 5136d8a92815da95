import { makeMember, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { throttleRules } from '#server/http/rate-limits.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
beforeAll(async () => {
  const few = { most: 3, perSecond: 0.001 }
  app = await createTestApp({
    handlers: appHandlers,
    throttles: { ...throttleRules, seed: { address: few, account: few } },
  })
})
afterAll(() => app.close())

test('bounds the changes of seeds, because each adds a row that is never deleted', async () => {
  const member = await makeMember(app.deps, app.brand)
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const callPlay = (name: string, body = {}) => app.play(name, { token: session.token, window, body })
  for (const clientSeed of ['one', 'two', 'three']) {
    expect((await callPlay('set-client-seed', { clientSeed })).body.status).toBe('success')
  }
  const changed = await changedBy(app.ownerPool, async () => {
    const response = await callPlay('set-client-seed', { clientSeed: 'four' })
    expect([response.code, response.body.status]).toEqual([429, 'too_many'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })
  expect(changed).toEqual([])
  // Other calls still work.
  expect((await callPlay('get-session')).body.status).toBe('success')
})
