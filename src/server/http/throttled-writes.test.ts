import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memberRoutes } from '#contract/member-api.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { throttleRules } from './rate-limits.ts'

/** Calls that add rows for ever or verify secrets: many more in a moment than a person makes are refused, and add none. */

const most = throttleRules.write.account.most
const withoutRefill = {
  ...throttleRules,
  write: { address: { most: 400, perSecond: 1 / 3_600 }, account: { most, perSecond: 1 / 3_600 } },
}

let app: TestApp
let member: (name: string, body: object) => Promise<TestResponse>

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, throttles: withoutRefill })
})
afterAll(() => app.close())

async function signedIn(): Promise<typeof member> {
  const { token } = await makeSession(app.deps, await makeMember(app.deps, app.brand, { cash: someMoney }))
  return (name, body) => app.member(name, { token, body })
}
beforeEach(async () => {
  member = await signedIn()
})

const rows = async (): Promise<number[]> => {
  const counted = await app.ownerPool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM money_request UNION ALL SELECT count(*)::int FROM audit
     UNION ALL SELECT count(*)::int FROM member_limit`,
  )
  return counted.rows.map(({ n }) => n)
}

it.each([
  ['set-limit', (count: number) => ({ kind: 'deposit', period: 'day', most: String(5_000_000 - count) })],
  ['apply-user-deposit', () => ({ requestId: randomUUID(), balance: '20000' })],
  ['cancel-money-request', () => ({ id: randomUUID() })],
  ['user-ask-account', () => ({})],
  ['apply-user-withdraw', () => ({ requestId: randomUUID(), balance: '20000' })],
  ['show-open-helps', () => ({})],
  ['take-a-break', () => ({ lasts: '24h' })],
] as const)('refuses %s beyond what people need, and another member’s not', async (name, bodyOf) => {
  for (let count = 0; count < most; count += 1) expect((await member(name, bodyOf(count))).code).toBe(200)
  const before = await rows()
  const refused = await member(name, bodyOf(most))
  expect([refused.code, refused.body.status, Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    'too_many',
    true,
  ])
  expect(await rows()).toEqual(before)
  const other = await signedIn()
  expect((await other(name, bodyOf(0))).code).toBe(200)
  await expectCleanBooks(app.ownerPool)
})

/** Why a call of a member that writes needs no bound. */
const unthrottled = {
  'roll-to-balance': 'converts points, each of which a bet has earned',
  'set-favourite': 'one row for each game',
  'user-write-help': 'a bounded number of inquiries waits for a reply',
  'read-help-message': 'the first reading alone is recorded',
  'read-note-message': 'the first reading alone is recorded',
  'user-del-note': 'a note is hidden once',
  'user-health-check': 'one row for each session',
  'user-logout': 'a session ends once, and sign-ins are throttled',
  'end-session': 'a session ends once, and sign-ins are throttled',
  'end-other-sessions': 'a session ends once, and sign-ins are throttled',
} as const

it('bounds every call of a member that writes, or there is a reason', () => {
  const free = Object.entries(memberRoutes).flatMap(([name, route]) =>
    'reads' in route || 'throttle' in route ? [] : [name],
  )
  expect(free.toSorted()).toEqual(Object.keys(unthrottled).toSorted())
})

it('a stranger who names a session without having it uses up nobody’s bucket', async () => {
  const limit = { kind: 'deposit', period: 'day', most: '4000000' }
  const strangers = Array.from({ length: 450 }, () => app.member('set-limit', { token: 'A'.repeat(64), body: limit }))
  for (const { code } of await Promise.all(strangers)) expect([401, 429, 503]).toContain(code)
  const other = await signedIn()
  expect((await other('set-limit', limit)).code).toBe(200)
})
