import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operatorRoles, type OperatorRole } from '#contract/route.ts'
import { wholeUnits } from '#domain/money.ts'
import { makeMember } from '#server/seed/builders.ts'
import { createOfficeTestApp, expectNoErrorsAndCleanBooks, type OfficeTestApp } from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'

let app: OfficeTestApp
beforeAll(async () => {
  app = await createOfficeTestApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

/** One item waits in each list, two in that of withdrawals. */
async function fileOfEach(): Promise<void> {
  const member = await app.createFundedMember({ cash: wholeUnits(1_000_000) })
  await member.deposit(50_000)
  await member.withdraw(20_000)
  const other = await app.createFundedMember({ cash: wholeUnits(1_000_000) })
  await other.withdraw(20_000)
  await makeMember(app.deps, app.brand, { status: 'pending' })
  await app.ownerPool.query(
    `INSERT INTO help_item (id, brand_id, member_id, kind, title, contents) VALUES ($1, $2, $3, 'general', 'a', 'b')`,
    [randomUUID(), app.brand.id, member.id],
  )
  await app.ownerPool.query(`INSERT INTO password_reset (id, brand_id, member_id) VALUES ($1, $2, $3)`, [
    randomUUID(),
    app.brand.id,
    member.id,
  ])
  const proposer = await app.createOperator('proposer', ['cashier'])
  const body = { id: member.publicId, requestId: newRequestId(), account: 'cash', amount: '1', reason: '정정' }
  expect((await proposer.call('propose-correction', body)).body.status).toBe('success')
}

const money = { deposits: 1, withdrawals: 2 }
const requests = { helps: 1, registrations: 1, resets: 1 }
const none = {
  deposits: 0,
  withdrawals: 0,
  helps: 0,
  registrations: 0,
  resets: 0,
  corrections: 0,
  voids: 0,
  seatVoids: 0,
  operators: 0,
}
/** Of each role what its lists show. */
const counted = {
  manager: { ...none, ...money, ...requests, corrections: 1 },
  cashier: { ...none, ...money, corrections: 1 },
  support: { ...none, ...requests, corrections: 1 },
  editor: none,
  auditor: { ...none, ...money, ...requests, corrections: 1 },
} satisfies Record<OperatorRole, Record<keyof typeof none, number>>

test('counts what waits in the lists that an operator may read, and nothing of the others', async () => {
  await fileOfEach()
  const read = async (...roles: OperatorRole[]): Promise<unknown> =>
    (await (await app.createOperator(roles.join('-'), roles)).call('me')).body['waiting']
  for (const role of operatorRoles)
    expect({ role, waiting: await read(role) }).toEqual({ role, waiting: counted[role] })
  expect(await read('editor', 'cashier')).toEqual(counted.cashier)
})
