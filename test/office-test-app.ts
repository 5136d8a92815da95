import { memberRoutes } from '#contract/member-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import type { OperatorRole } from '#contract/route.ts'
import { type Amount, amountToWire, wholeUnits } from '#domain/money.ts'
import type { MemberHandlers, PlayHandlers } from '#server/auth/context.ts'
import { compMemberHandlers } from '#server/modules/comp/member.ts'
import { moneyRequestMemberHandlers } from '#server/modules/money-request/member.ts'
import { officeHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makeSession, type BrandOptions, type MadeMember } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { expect } from 'vitest'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

/** A test app with signed-in operators, and members who file money requests. */
export type OfficeTestApp = TestApp & {
  /** Creates an operator, signed in. */
  createOperator: (name: string, roles?: readonly OperatorRole[], brandIds?: readonly number[]) => Promise<Operator>
  /** Creates a member with cash who can file money requests. */
  createFundedMember: (options?: { cash?: Amount; pin?: string }) => Promise<FundedMember>
  /** Every balance and count that an act could have changed, to show that nothing else did. */
  snapshotMoney: () => Promise<Record<string, unknown>>
}

export type Operator = { id: bigint; name: string; call: (name: string, body?: unknown) => Promise<TestResponse> }
export type FundedMember = MadeMember & {
  /** Files a deposit or a withdrawal through the member API and returns the request's id. */
  deposit: (units: number) => Promise<string>
  withdraw: (units: number) => Promise<string>
  wallet: () => Promise<{ cash: bigint; held: bigint; seq: bigint; turnover_due: bigint }>
}

/** Handlers of calls that these tests do not make: they throw, so that an unexpected call fails the test. */
function absentHandlers(routes: object): Record<string, () => Promise<never>> {
  return Object.fromEntries(
    Object.keys(routes).map((name) => [name, () => Promise.reject(new Error(`${name} is not part of this test`))]),
  )
}

/** Run after each test: no handler logged an error, and the books are clean. */
export async function expectNoErrorsAndCleanBooks(app: Pick<TestApp, 'errors' | 'ownerPool'>): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

export async function createOfficeTestApp(brand: BrandOptions = {}): Promise<OfficeTestApp> {
  const app = await createTestApp({
    brand,
    handlers: {
      // Beside the office, members only file and read money requests, and use comp.
      member: {
        ...absentHandlers(memberRoutes),
        ...moneyRequestMemberHandlers,
        ...compMemberHandlers,
      } as unknown as MemberHandlers,
      play: absentHandlers(playRoutes) as unknown as PlayHandlers,
      office: officeHandlers,
    },
  })
  const site = app.deps
  return {
    ...app,
    createOperator: async (name, roles = ['cashier'], brandIds) => {
      const operator = await makeOperator(site, { login: name, name, roles, brandIds: brandIds ?? null })
      const token = await makeOperatorSession(app, operator)
      return { id: operator.id, name, call: (call, body) => app.office(call, { token, body }) }
    },
    createFundedMember: async (options = {}) => {
      const pin = options.pin ?? '2580'
      const member = await makeMember(site, app.brand, { cash: options.cash ?? wholeUnits(1_000_000), pin })
      const { token } = await makeSession(site, member)
      const file = async (call: string, body: object): Promise<string> => {
        const response = await app.member(call, { token, body: { requestId: newRequestId(), ...body } })
        const { request } = response.body as { request?: { id: string } }
        if (request === undefined) throw new Error(`${call} answered ${JSON.stringify(response.body)}`)
        return request.id
      }
      return {
        ...member,
        deposit: (units) =>
          file('apply-user-deposit', { balance: amountToWire(wholeUnits(units)), depositor: '홍길동' }),
        withdraw: (units) => file('apply-user-withdraw', { balance: amountToWire(wholeUnits(units)), pass: pin }),
        wallet: async () => {
          const { rows } = await app.ownerPool.query(
            'SELECT cash, held, seq, turnover_due FROM wallet WHERE member_id = $1',
            [String(member.id)],
          )
          return rows[0]
        },
      }
    },
    snapshotMoney: async () => {
      const { rows } = await app.ownerPool.query(`
        SELECT (SELECT jsonb_agg(to_jsonb(w) ORDER BY member_id) FROM wallet w) AS wallets,
               (SELECT count(*)::int FROM journal) AS journal,
               (SELECT jsonb_agg(to_jsonb(q) ORDER BY id) FROM money_request q) AS requests,
               (SELECT count(*)::int FROM money_request_event) AS events,
               (SELECT count(*)::int FROM audit WHERE act <> 'state.changed') AS audit,
               (SELECT jsonb_agg(to_jsonb(h) ORDER BY id) FROM help_item h) AS helps,
               (SELECT jsonb_agg(jsonb_build_array(id, status, decided_by) ORDER BY id) FROM member m) AS members`)
      return rows[0]
    },
  }
}

/** Claims a money request, and returns its id. */
export async function claimRequest(by: Operator, id: string): Promise<string> {
  const response = await by.call('claim-request', { id })
  expect(response.body.status).toBe('success')
  return id
}

/** The money request of an answer. */
export function requestOf(response: TestResponse): Record<string, unknown> {
  return response.body['request'] as Record<string, unknown>
}
