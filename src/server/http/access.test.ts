import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { memberRoutes, type MemberRouteName } from '#contract/member-api.ts'
import { officeRoutes, type OfficeRouteName } from '#contract/office-api.ts'
import { playRoutes, type PlayRouteName } from '#contract/play-api.ts'
import { operatorRoles, type MemberAccess, type OperatorRole, type Route } from '#contract/route.ts'
import { makeBrand, makeMember, makeOperator, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { validBodies, forbiddenFields } from '#test/bodies.ts'
import { memberCallTable, playCallTable } from '#test/call-table.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'
import { appHandlers } from '#server/handlers.ts'

/**
 * Access of every kind of caller to every route of every API. The tables (`test/call-table.ts` for members) are written by
 * hand, independently of the contract, so that a role added to a row, or removed from one, is found here.
 */

const everyone = 'manager cashier support editor auditor'
/** The roles with access; empty for the sign-in, which is open to anyone. */
const officeTable: Record<OfficeRouteName, string> = {
  'enrol-operator': '',
  'sign-in': '',
  'sign-out': everyone,
  me: everyone,
  'get-requests': 'manager cashier auditor',
  'get-request': 'manager cashier auditor',
  'claim-request': 'manager cashier',
  'release-request': 'manager cashier',
  'approve-deposit': 'manager cashier',
  'propose-deposit': 'manager cashier',
  'reject-request': 'manager cashier',
  'approve-withdrawal': 'manager cashier',
  'pay-withdrawal': 'manager cashier',
  'get-corrections': 'manager cashier support auditor',
  'propose-correction': 'manager cashier',
  'approve-correction': 'manager cashier',
  'refuse-correction': 'manager cashier',
  'get-helps': 'manager support auditor',
  'open-help': 'manager support',
  'answer-help': 'manager support',
  'get-registrations': 'manager support auditor',
  'approve-registration': 'manager support',
  'reject-registration': 'manager support',
  'get-members': 'manager cashier support auditor',
  'get-member': 'manager cashier support auditor',
  'send-note': 'manager support editor',
  'get-notices': 'manager editor auditor',
  'create-notice': 'manager editor',
  'hide-notice': 'manager editor',
  'get-popups': 'manager editor auditor',
  'create-popup': 'manager editor',
  'hide-popup': 'manager editor',
  'get-password-resets': 'manager support auditor',
  'open-password-reset': 'manager support',
  'propose-reset-code': 'manager support',
  'issue-reset-code': 'manager support',
  'refuse-password-reset': 'manager support',
  'get-found-rounds': 'manager cashier support auditor',
  'get-round': 'manager cashier support auditor',
  'get-game-tables': 'manager cashier support auditor',
  'get-seat-rounds': 'manager cashier support auditor',
  'get-seat-round': 'manager cashier support auditor',
  'get-shared-rounds': 'manager cashier support auditor',
  'get-shared-round': 'manager cashier support auditor',
  'propose-round-void': 'manager cashier',
  'approve-round-void': 'manager cashier',
  'refuse-round-void': 'manager cashier',
  'get-maintenance': 'manager auditor',
  'set-maintenance': 'manager',
  'get-books': 'manager auditor',
  'get-book-run': 'manager auditor',
  'check-books': 'manager auditor',
  'show-account-number': 'manager cashier',
  'block-member': 'manager support',
  'unblock-member': 'manager support',
  'end-member-sessions': 'manager support',
  'get-operators': 'manager auditor',
  'get-operator-sums': 'manager auditor',
  'end-operator-sessions': 'manager',
  'propose-operator-reset': 'manager',
  'approve-operator-reset': 'manager',
  'refuse-operator-reset': 'manager',
  'change-own-password': everyone,
  'get-audit': 'manager auditor',
  'get-factors': everyone,
  'prove-totp': everyone,
  'begin-passkey-proof': everyone,
  'prove-passkey': everyone,
  'prove-recovery-code': everyone,
  'begin-totp': everyone,
  'enrol-totp': everyone,
  'begin-passkey': everyone,
  'enrol-passkey': everyone,
  'renew-recovery-codes': everyone,
  'confirm-recovery-codes': everyone,
  'remove-factor': everyone,
}

const siteCallers = ['guest', 'member', 'blocked', 'excluded', 'pending', 'ended', 'elsewhere', 'operator'] as const
type SiteCaller = (typeof siteCallers)[number]

let app: TestApp
let sessions: Record<SiteCaller, () => Promise<{ token: string | undefined; window: string }>>

const noWindow = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  const other = await makeBrand(app.deps)
  const people = {
    member: await makeMember(app.deps, app.brand),
    blocked: await makeMember(app.deps, app.brand, { status: 'blocked' }),
    excluded: await makeMember(app.deps, app.brand, { excludedUntil: new Date('2999-01-01T00:00:00Z') }),
    pending: await makeMember(app.deps, app.brand, { status: 'pending' }),
    elsewhere: await makeMember(app.deps, other),
  }
  const operator = await makeOperator(app.deps)
  const signIn = (person: { id: bigint }) => async () => {
    const session = await makeSession(app.deps, person)
    const window = await makePlaySession(app.deps, person, session)
    return { token: session.token, window: window.id }
  }
  sessions = {
    guest: async () => ({ token: undefined, window: noWindow }),
    // A new member each time: some calls cannot be undone.
    member: async () => signIn(await makeMember(app.deps, app.brand))(),
    blocked: signIn(people.blocked),
    excluded: signIn(people.excluded),
    pending: signIn(people.pending),
    elsewhere: signIn(people.elsewhere),
    ended: async () => {
      const session = await signIn(people.member)()
      await app.ownerPool.query(
        `UPDATE member_session SET ended_at = now() WHERE id = (SELECT max(id) FROM member_session)`,
      )
      return session
    },
    operator: async () => ({ token: await makeOperatorSession(app, operator), window: noWindow }),
  }
})
afterAll(() => app.close())

/** A valid body, always the same one. */
function bodyOf(route: Route): Record<string, unknown> {
  const drawn = fc.sample(validBodies(route), { seed: 20, numRuns: 30 })
  return drawn.find((body) => route.body.safeParse(body).success) ?? {}
}

/** The expected result of a caller, from the hand-written table: an HTTP code, or a status of the route. */
function expectedAt(access: MemberAccess, caller: SiteCaller, route: Route): number | string {
  if (access === 'guest') return 200
  if (caller === 'member') return 200
  if (caller !== 'blocked' && caller !== 'excluded') return 401
  if (access === 'restricted') return 200
  return caller in route.answers ? caller : 403
}

function met(response: TestResponse, expected: number | string): number | string {
  return response.code === 200 && typeof expected === 'string' ? response.body.status : response.code
}

function accessOf(
  table: Readonly<Record<string, readonly [MemberAccess, string]>>,
): (readonly [string, MemberAccess])[] {
  return Object.entries(table).map(([name, [access]]) => [name, access])
}

describe('the member API', () => {
  it.each(accessOf(memberCallTable))('%s is for: %s', async (name, access) => {
    const route: Route = memberRoutes[name as MemberRouteName]
    for (const caller of siteCallers) {
      const { token } = await sessions[caller]()
      const response = await app.member(name, { token, body: bodyOf(route) })
      const expected = expectedAt(access, caller, route)
      expect([caller, met(response, expected)]).toEqual([caller, expected])
      expect(response.code === 200 ? Object.keys(route.answers) : ['unauthenticated', 'forbidden']).toContain(
        response.body.status,
      )
    }
    expect(app.errors.splice(0)).toEqual([])
  })
})

describe('the play API', () => {
  it.each(accessOf(playCallTable))('%s is for: %s', async (name, access) => {
    const route: Route = playRoutes[name as PlayRouteName]
    for (const caller of siteCallers) {
      const response = await app.play(name, { ...(await sessions[caller]()), body: bodyOf(route) })
      const expected = expectedAt(access, caller, route)
      expect([caller, met(response, expected)]).toEqual([caller, expected])
    }
    expect(app.errors.splice(0)).toEqual([])
  })

  it.each(Object.keys(playCallTable))('%s needs a window of the same member', async (name) => {
    const body = bodyOf(playRoutes[name as PlayRouteName])
    const [mine, other] = [await sessions.member(), await sessions.excluded()]
    for (const window of [other.window, noWindow, 'x', '']) {
      expect((await app.play(name, { token: mine.token, window, body })).code).toBe(401)
    }
  })
})

describe('the office API', () => {
  it.each(Object.entries(officeTable))('%s is for: %s', async (name, allowed) => {
    const route: Route = officeRoutes[name as OfficeRouteName]
    const codeOf = async (token: string | undefined): Promise<number> =>
      (await app.office(name, { token, body: bodyOf(route) })).code
    const isOpen = allowed === ''
    for (const role of operatorRoles) {
      const expected = isOpen || allowed.split(' ').includes(role) ? 200 : 403
      expect([role, await codeOf(await operatorToken(role))]).toEqual([role, expected])
    }
    expect(await codeOf(undefined)).toBe(isOpen ? 200 : 401)
    expect(await codeOf((await sessions.member()).token)).toBe(isOpen ? 200 : 401)
    const gone = await operatorToken('manager')
    await app.ownerPool.query(
      `UPDATE operator_session SET ended_at = now() WHERE id = (SELECT max(id) FROM operator_session)`,
    )
    expect(await codeOf(gone)).toBe(isOpen ? 200 : 401)
    expect(app.errors.splice(0)).toEqual([])
  })
})

async function operatorToken(role: OperatorRole): Promise<string> {
  return makeOperatorSession(app, await makeOperator(app.deps, { roles: [role] }))
}

describe('forgery', () => {
  const forged = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:4201' },
    { origin: 'http://localhost:4200.evil.example' },
    { origin: 'https://nocturne.example.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: '' },
  ]

  it.each(forged)('%j is refused at every route of every API', async (headers) => {
    const { token, window } = await sessions.member()
    const manager = await operatorToken('manager')
    for (const [name, route] of Object.entries<Route>(memberRoutes)) {
      const response = await app.member(name, { token, body: bodyOf(route), headers })
      expect([name, response.code]).toEqual([name, route.origin === 'any' ? 200 : 403])
    }
    for (const name of Object.keys(playRoutes)) {
      expect([name, (await app.play(name, { token, window, headers })).code]).toEqual([name, 403])
    }
    for (const name of Object.keys(officeRoutes)) {
      expect([name, (await app.office(name, { token: manager, headers })).code]).toEqual([name, 403])
    }
  })

  it('a cookie without a header about its origin is refused; a Bearer token needs none', async () => {
    const { token } = await sessions.member()
    const silent = { host: 'localhost:4200', 'content-type': 'application/json' }
    const call = async (headers: Record<string, string>): Promise<number> => {
      const url = '/api/routes/get-member'
      const response = await app.listeners.member.inject({
        method: 'POST',
        url,
        headers: { ...silent, ...headers },
        payload: '{}',
      })
      return response.statusCode
    }
    expect(await call({ cookie: `session=${token}` })).toBe(403)
    expect(await call({ authorization: `Bearer ${token}` })).toBe(200)
    expect(await call({ authorization: 'Bearer nobody-knows-this-token-at-all' })).toBe(401)
    const own = { origin: 'http://localhost:4200' }
    expect(await call({ ...own, cookie: `session=${token}`, authorization: 'Bearer something-else-entirely' })).toBe(
      200,
    )
    expect(await call({ ...own, cookie: `session=wrong-wrong-wrong-wrong`, authorization: `Bearer ${token}` })).toBe(
      401,
    )
    expect(await call({ ...own, cookie: `__Host-session=${token}` })).toBe(401)
  })
})

describe('fields outside the contract', () => {
  it('are rejected by name at every route that takes a body', async () => {
    const { token, window } = await sessions.member()
    const manager = await operatorToken('manager')
    const callers = [
      { routes: memberRoutes, call: (name: string, body: unknown) => app.member(name, { token, body }) },
      { routes: playRoutes, call: (name: string, body: unknown) => app.play(name, { token, window, body }) },
      { routes: officeRoutes, call: (name: string, body: unknown) => app.office(name, { token: manager, body }) },
    ]
    for (const { routes, call } of callers) {
      for (const [name, route] of Object.entries<Route>(routes)) {
        const body = bodyOf(route)
        const strange = forbiddenFields.filter(
          (field) => !route.body.safeParse({ ...body, [field]: body[field] ?? 'x' }).success,
        )
        if (name === 'user-del-note') continue
        expect(strange.length).toBeGreaterThan(forbiddenFields.length - 3)
        // An answer names ten fields.
        for (const some of [strange.slice(0, 10), strange.slice(10, 20), strange.slice(20)]) {
          if (some.length === 0) continue
          const response = await call(name, { ...body, ...Object.fromEntries(some.map((field) => [field, 'x'])) })
          expect([name, response.code]).toEqual([name, 400])
          expect(Object.keys(response.body['fields'] as object)).toEqual(expect.arrayContaining(some))
        }
      }
    }
  })
})
