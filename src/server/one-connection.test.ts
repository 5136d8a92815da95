import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import type { Route } from '#contract/route.ts'
import { makeMember, makeOperator, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { validBodies } from '#test/bodies.ts'
import { scaledMs } from '#test/machine.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'
import { appHandlers } from './handlers.ts'

/**
 * Every call on an app whose pool has one connection: a handler that holds it and requests another one would wait for
 * itself and answer 503. The tests of the handlers find the same on every path, by `test/one-connection.ts`.
 */

const perRoute = 3

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({
    handlers: appHandlers,
    brand: { purpose: 'bench', registration: 'open' },
    pool: { max: 1, connectionTimeoutMs: scaledMs(2_000) },
  })
})
afterAll(() => app.close())

const apis = [
  {
    name: 'member',
    routes: memberRoutes,
    call: async (route: string, body: unknown): Promise<TestResponse> => {
      const member = await makeMember(app.deps, app.brand, { cash: someMoney })
      const { token } = await makeSession(app.deps, member)
      return app.member(route, { token, body })
    },
  },
  {
    name: 'play',
    routes: playRoutes,
    call: async (route: string, body: unknown): Promise<TestResponse> => {
      const member = await makeMember(app.deps, app.brand, { cash: someMoney })
      const session = await makeSession(app.deps, member)
      const { id: window } = await makePlaySession(app.deps, member, session)
      return app.play(route, { token: session.token, window, body })
    },
  },
  {
    name: 'office',
    routes: officeRoutes,
    call: async (route: string, body: unknown): Promise<TestResponse> => {
      const token = await makeOperatorSession(app, await makeOperator(app.deps))
      return app.office(route, { token, body })
    },
  },
] as const

describe.each(apis)('with one connection, the $name API', ({ routes, call }) => {
  it.each(Object.entries<Route>(routes))('answers %s', { timeout: scaledMs(30_000) }, async (name, route) => {
    const bodies = fc.sample(validBodies(route), { numRuns: perRoute, seed: 1 })
    for (const body of bodies) {
      const { code } = await call(name, body)
      expect([200, 400]).toContain(code)
      expect(app.errors).toEqual([])
    }
  })
})

it('a handler that requests a second connection inside a transaction is found', async () => {
  const nested = app.deps.db.transaction().execute(() => sql`SELECT 1`.execute(app.deps.db))
  await expect(nested).rejects.toThrow('a transaction requests a second connection')
  const pooled = app.deps.db.transaction().execute(() => app.deps.pool.query('SELECT 1'))
  await expect(pooled).rejects.toThrow('a transaction requests a second connection')
})
