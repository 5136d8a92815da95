import { playRoutes } from '#contract/play.ts'
import { memberRoutes } from '#contract/member.ts'
import type { OperatorRole } from '#contract/route.ts'
import { type Amount, amountToWire, wholeUnits } from '#domain/money.ts'
import type { MemberHandlers, PlayHandlers } from '#server/auth/context.ts'
import { moneyRequestHandlers } from '#server/modules/money-request/member.ts'
import { officeHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makeSession, type BrandOptions, type MadeMember } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#testing/books.ts'
import { expect } from 'vitest'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#testing/test-app.ts'

/** A house with its office staffed: operators signed in, and members who ask for money. */
export type OfficeTestApp = TestApp & {
  /** Makes an operator and signs them in; answers how they call the office. */
  createOperator: (name: string, roles?: readonly OperatorRole[], brandIds?: readonly number[]) => Promise<Operator>
  /** A member with money who can ask for more. */
  createFundedMember: (options?: { cash?: Amount; pin?: string }) => Promise<FundedMember>
  /** Every balance and every count that an act could have touched, to show that nothing else moved. */
  snapshotMoney: () => Promise<Record<string, unknown>>
}

export type Operator = { id: bigint; name: string; call: (name: string, body?: unknown) => Promise<TestResponse> }
export type FundedMember = MadeMember & {
  /** Files a deposit or a withdrawal through the member door and answers the request's id. */
  deposit: (units: number) => Promise<string>
  withdraw: (units: number) => Promise<string>
  wallet: () => Promise<{ cash: bigint; held: bigint; seq: bigint; turnover_due: bigint }>
}

/** Handlers of calls these tests never make: whoever makes one is told, so that nothing passes by silence. */
function absentHandlers(routes: object): Record<string, () => Promise<never>> {
  return Object.fromEntries(
    Object.keys(routes).map((name) => [name, () => Promise.reject(new Error(`${name} is not part of this test`))]),
  )
}

/** After each test: no handler failed, and the books balance. */
export async function expectNoErrorsAndCleanBooks(app: OfficeTestApp): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

export async function createOfficeTestApp(brand: BrandOptions = {}): Promise<OfficeTestApp> {
  const app = await createTestApp({
    brand,
    handlers: {
      // The office is tested with the cashier of the member door beside it; no other call of a member is made.
      member: { ...absentHandlers(memberRoutes), ...moneyRequestHandlers } as unknown as MemberHandlers,
      play: absentHandlers(playRoutes) as unknown as PlayHandlers,
      office: officeHandlers,
    },
  })
  const site = { db: app.db, config: app.deps.config }
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
        const said = await app.member(call, { token, body: { requestId: newRequestId(), ...body } })
        const { request } = said.body as { request?: { id: string } }
        if (request === undefined) throw new Error(`${call} answered ${JSON.stringify(said.body)}`)
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
               (SELECT count(*)::int FROM audit) AS audit,
               (SELECT jsonb_agg(to_jsonb(h) ORDER BY id) FROM help_item h) AS helps,
               (SELECT jsonb_agg(jsonb_build_array(id, status, decided_by) ORDER BY id) FROM member m) AS members`)
      return rows[0]
    },
  }
}
