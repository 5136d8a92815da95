import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import type { Route } from '#contract/route.ts'
import { makeMember, makeOperator, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { validBodies, malformedBodies, almostValidBodies } from '#test/bodies.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'
import { readBody } from './json.ts'
import { appHandlers } from '#server/handlers.ts'
import { repetitions } from '#test/length.ts'
import { scaledMs } from '#test/machine.ts'

/**
 * Bad bodies at every route, generated from its schema and sent by a caller with access: no answer is a 5xx, none is
 * missing, and a rejected body leaves no trace. A third of a route's bodies is of each kind; `BAIZE_SEED` sets the seed.
 */

const perKind = Math.ceil(repetitions(150, 500) / 3)
/** These hash a password for every valid body, a tenth of a second each. */
const slow = new Set([
  'user-do-login',
  'user-register',
  'change-password',
  'change-exchange-pass',
  'sign-in',
  'apply-user-withdraw',
  'reset-password',
])
const seed = Number(process.env['BAIZE_SEED'] ?? 1)
const longestMs = 2_000
/** The first PDF starts the PDF thread. */
const longestFileMs = 10_000

let app: TestApp
/** Ids of one object of each kind, so that calls reach their handlers' work. */
let ids: string[]

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench', registration: 'open' } })
})
afterAll(() => app.close())

type Caller = (body: unknown) => Promise<TestResponse>

/** Calls with one session until it ends: some calls end it. Resolves once the first session has begun. */
async function reusedSession(begin: () => Promise<Caller>): Promise<Caller> {
  let current = Promise.resolve(await begin())
  return async (body) => {
    const response = await (await current)(body)
    if (response.code !== 401) return response
    current = begin()
    return (await current)(body)
  }
}

const apis = [
  {
    name: 'member',
    routes: memberRoutes,
    caller: async (route: string): Promise<Caller> => {
      const member = await makeMember(app.deps, app.brand, { cash: someMoney })
      return reusedSession(async () => {
        const { token } = await makeSession(app.deps, member)
        return (body) => app.member(route, { token, body })
      })
    },
  },
  {
    name: 'play',
    routes: playRoutes,
    caller: async (route: string): Promise<Caller> => {
      const member = await makeMember(app.deps, app.brand, { cash: someMoney })
      return reusedSession(async () => {
        const session = await makeSession(app.deps, member)
        const { id: window } = await makePlaySession(app.deps, member, session)
        return (body) => app.play(route, { token: session.token, window, body })
      })
    },
  },
  {
    name: 'office',
    routes: officeRoutes,
    caller: async (route: string): Promise<Caller> => {
      const operator = await makeOperator(app.deps)
      return reusedSession(async () => {
        const token = await makeOperatorSession(app, operator)
        return (body) => app.office(route, { token, body })
      })
    },
  },
] as const

describe.each(apis)('the $name API', ({ routes, caller }) => {
  it.each(Object.entries<Route>(routes))(
    '%s survives bad bodies',
    { timeout: scaledMs(120_000) },
    async (name, route) => {
      const call = await caller(name)
      ids = await makeObjects()
      const faults: unknown[] = []
      const tryBody = async (body: unknown): Promise<TestResponse> => {
        let startedMs = performance.now()
        let response = await call(body)
        let tookMs = performance.now() - startedMs
        // Calls that hash secrets may be rejected on a busy machine, and a caller is sent two files at a time; they are repeated.
        const mayWait = slow.has(name) || route.file === true
        for (let attempts = 0; mayWait && response.code === 429 && attempts < 100; attempts += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          startedMs = performance.now()
          response = await call(body)
          tookMs = performance.now() - startedMs
        }
        const isNamed = response.code !== 400 || Object.keys(response.body['fields'] as object).length > 0
        if (
          response.code >= 500 ||
          ![200, 400, 413].includes(response.code) ||
          tookMs > scaledMs(route.file ? longestFileMs : longestMs) ||
          !isNamed
        ) {
          faults.push({
            body,
            code: response.code,
            response: response.body,
            tookMs: Math.round(tookMs),
            logged: app.errors.splice(0),
          })
        }
        return response
      }
      const drawn = fc.sample(malformedBodies, { numRuns: perKind, seed })
      const near = fc.sample(almostValidBodies(route, ids), { numRuns: slow.has(name) ? 12 : perKind, seed: seed + 1 })
      const fitting = fc.sample(validBodies(route, ids), { numRuns: slow.has(name) ? 4 : perKind, seed: seed + 2 })

      const before = await countEverything()
      const wrong = [...drawn, ...near].filter((body) => !fits(route, body))
      await inBatches(wrong, async (body) => {
        const response = await tryBody(body)
        if (response.code === 200) faults.push({ body, why: 'it is invalid, and was accepted' })
      })
      expect(faults).toEqual([])
      expect(await countEverything()).toEqual(before)

      await inBatches([...near.filter((body) => fits(route, body)), ...fitting], tryBody)
      expect(faults).toEqual([])
    },
  )
})

/** A few at a time, like real callers. */
async function inBatches<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<void> {
  const atOnce = 8
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(act))
}

/** A random object is valid where every field is optional. */
function fits(route: Route, body: unknown): boolean {
  if (typeof body !== 'string') return route.body.safeParse(body).success
  const read = readBody(Buffer.from(body))
  return 'value' in read && route.body.safeParse(read.value).success
}

async function makeObjects(): Promise<string[]> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const pending = await makeMember(app.deps, app.brand, { status: 'pending' })
  const { rows } = await app.ownerPool.query<{ id: string }>(
    `WITH help AS (INSERT INTO help_item (id, brand_id, member_id, kind, title, contents)
       SELECT gen_random_uuid(), $1, $2, kind, 't', 'c' FROM unnest(ARRAY['general', 'account']) kind RETURNING id),
     request AS (INSERT INTO money_request (id, brand_id, member_id, type, state, amount, request_key)
       SELECT gen_random_uuid(), $1, $2, 'deposit', 'filed', 100000000, gen_random_uuid() RETURNING id),
     notice AS (INSERT INTO notice (id, brand_id, title, contents) VALUES (gen_random_uuid(), $1, 't', 'c') RETURNING id),
     popup AS (INSERT INTO popup (id, brand_id, title, contents) VALUES (gen_random_uuid(), $1, 't', 'c') RETURNING id)
     SELECT id FROM help UNION ALL SELECT id FROM request UNION ALL SELECT id FROM notice UNION ALL SELECT id FROM popup`,
    [app.brand.id, member.id],
  )
  return [...rows.map((row) => row.id), member.publicId, pending.publicId]
}

/** Row counts of every table that a call could write to, except sessions: each call here has its own. */
async function countEverything(): Promise<Record<string, string>> {
  const { rows: tables } = await app.ownerPool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%session' ORDER BY 1`,
  )
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM "${name}")::text AS "${name}"`)
  const { rows } = await app.ownerPool.query<Record<string, string>>(`SELECT ${counts.join(', ')}`)
  return rows[0] ?? {}
}
