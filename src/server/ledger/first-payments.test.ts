import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { postProvenIn } from '#server/ledger/ledger.ts'
import { claimRequest, createOfficeTestApp, type FundedMember, type OfficeTestApp } from '#test/office-test-app.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { newRequestId } from '#test/test-app.ts'

/**
 * A first payment that takes two operators, made by one after a superuser of the database raised a stake for a moment, and excused
 * from its rule by the time of a migration, which the rule begins at.
 */

let app: OfficeTestApp
let thieves: pg.Pool

beforeAll(async () => {
  app = await createOfficeTestApp()
  thieves = createPool(app.superUrl, { max: 1 })
})
afterAll(async () => {
  await thieves.end()
  await app.close()
})

const findFaults = async (): Promise<{ check: string; subject: string }[]> => {
  const { faults } = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret })
  return faults.map(({ check, subject }) => ({ check, subject }))
}

async function stakeOne(member: FundedMember): Promise<void> {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const [stake, key] = [wholeUnits(1), newRequestId()]
  await app.db.transaction().execute(async (tx) => {
    const bet = { memberId: member.id, kind: 'bet', source: 'own', key, request: [key], contraId, ref: key } as const
    await postProvenIn(tx, app.deps.config.secret, { ...bet, cash: -stake, stake })
  })
}

test('a stake that was raised for a moment, and the times of migrations that were set after the payment, are named', async () => {
  const anna = await app.createOperator('anna')
  const bora = await app.createOperator('bora')
  const member = await app.createFundedMember()
  const deposit = await claimRequest(anna, await member.deposit(100_000))
  await anna.call('approve-deposit', { id: deposit, requestId: newRequestId(), credited: '100000' })
  await stakeOne(member)
  const id = await claimRequest(bora, await member.withdraw(90_000))
  const pay = async () => (await bora.call('pay-withdrawal', { id, requestId: newRequestId() })).body.status
  expect(await pay()).toBe('second')
  expect(await findFaults()).toEqual([])

  const raise = (by: string) =>
    commitPastTriggers(
      thieves,
      `UPDATE journal SET stake = stake ${by} 1000000000000 WHERE member_id = ${member.id} AND stake > 0`,
    )
  await raise('+')
  expect(await pay()).toBe('success')
  await raise('-')
  const payment = { check: 'approvals', subject: id }
  expect(await findFaults()).toEqual([payment])

  // The rule of first payments begins when migration 34 was applied.
  await commitPastTriggers(
    thieves,
    `CREATE TABLE kept AS SELECT * FROM migration; UPDATE migration SET applied_at = clock_timestamp() WHERE number >= 34`,
  )
  const moved = await findFaults()
  expect(moved).not.toContainEqual(payment)
  expect(moved).toContainEqual({ check: 'states', subject: 'migration 34' })
  // Put back, it was written by another transaction.
  await commitPastTriggers(
    thieves,
    `UPDATE migration m SET applied_at = k.applied_at FROM kept k WHERE k.number = m.number AND m.number >= 34; DROP TABLE kept`,
  )
  const putBack = await findFaults()
  expect(putBack).toContainEqual(payment)
  expect(putBack).toContainEqual({ check: 'states', subject: 'migration 34' })
})
