import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { makeBrand, makeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { readUsualMinutes } from './usual-minutes.ts'

let app: TestApp
let superuser: pg.Pool
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  superuser = createPool(app.superUrl, { max: 1, idleInTransactionMs: 0, name: 'decided-requests' })
})
afterAll(async () => {
  await superuser.end()
  await app.close()
})

type Decided = { type: 'deposit' | 'withdraw'; state: string; minutes: number; daysAgo: number; count: number }

/** A brand whose setting is 10 minutes, with decided requests. */
async function makeBrandWith(...decided: Decided[]): Promise<{ id: number; cashExpectedMinutes: number }> {
  const { id } = await makeBrand(app.deps)
  const member = await makeMember(app.deps, { id })
  for (const { type, state, minutes, daysAgo, count } of decided)
    await commitPastTriggers(
      superuser,
      `INSERT INTO money_request (id, brand_id, member_id, type, state, amount, request_key, filed_at, changed_at)
        SELECT gen_random_uuid(), ${id}, ${member.id}, '${type}', '${state}', 10000, gen_random_uuid(),
               now() - interval '${daysAgo} days' - interval '${minutes} minutes', now() - interval '${daysAgo} days'
          FROM generate_series(1, ${count})`,
    )
  return { id, cashExpectedMinutes: 10 }
}

test('is the setting of the brand while fewer than 20 requests of a type were decided', async () => {
  const brand = await makeBrandWith(
    { type: 'deposit', state: 'paid', minutes: 3, daysAgo: 1, count: 19 },
    { type: 'withdraw', state: 'paid', minutes: 3, daysAgo: 1, count: 1 },
  )
  expect(await readUsualMinutes(app.db, brand)).toEqual({ deposit: 10, withdraw: 10 })
})

test('is the median of what was paid or rejected in the last 30 days, for each type', async () => {
  const brand = await makeBrandWith(
    { type: 'deposit', state: 'paid', minutes: 4, daysAgo: 1, count: 11 },
    { type: 'deposit', state: 'rejected', minutes: 40, daysAgo: 29, count: 10 },
    { type: 'deposit', state: 'paid', minutes: 90, daysAgo: 31, count: 40 },
    { type: 'deposit', state: 'cancelled', minutes: 90, daysAgo: 1, count: 40 },
    { type: 'withdraw', state: 'paid', minutes: 25, daysAgo: 3, count: 20 },
  )
  expect(await readUsualMinutes(app.db, brand)).toEqual({ deposit: 4, withdraw: 25 })
})

test('is measured once a minute at most', async () => {
  const brand = await makeBrandWith()
  expect(readUsualMinutes(app.db, brand)).toBe(readUsualMinutes(app.db, brand))
})
