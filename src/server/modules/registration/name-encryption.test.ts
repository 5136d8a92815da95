import { inSignedTransaction } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'
import { wholeUnits } from '#domain/money.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { encryptNextNames } from './name-encryption.ts'
import {
  claimRequest,
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type FundedMember,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

/** Names of account owners and depositors at rest. */

let app: OfficeTestApp
let chief: Operator
let member: FundedMember
const owner = '김연습'

beforeAll(async () => {
  app = await createOfficeTestApp()
  chief = await app.createOperator('chief', ['manager'])
  member = await app.createFundedMember({ cash: wholeUnits(500_000) })
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

/** Every name as it is stored: of persons, of requests, of depositors. */
async function stored(): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ name: string }>(`
    SELECT bank_owner AS name FROM member_person UNION ALL SELECT bank_owner FROM money_request
    UNION ALL SELECT depositor FROM money_request`)
  return rows.map((row) => row.name).filter((name) => name !== '')
}

async function found(search: string): Promise<string[]> {
  const { body } = await chief.call('get-requests', { search })
  return (body['requests'] as { depositor: string; bank: { bankOwner: string } | null }[]).map(
    ({ depositor, bank }) => bank?.bankOwner ?? depositor,
  )
}

test('are encrypted when they are written, shown in the office, and found by the whole name', async () => {
  await member.deposit(50_000)
  await member.withdraw(20_000)
  expect((await stored()).filter((name) => !name.startsWith('encrypted:'))).toEqual([])
  expect(await found(' 홍 길동')).toEqual(['홍길동'])
  expect(await found('홍길')).toEqual([])
  expect(await found(member.loginId)).toEqual(['홍길동', owner])
  const { body } = await chief.call('get-member', { id: member.publicId })
  expect(body).toMatchObject({ bank: { bankOwner: owner } })
})

test('of an earlier release are encrypted in steps, in persons and requests alike, and hashed as before', async () => {
  const [request] = (await chief.call('get-requests', { type: 'deposit' })).body['requests'] as { id: string }[]
  await claimRequest(chief, request?.id ?? '')
  const approve = { id: request?.id, requestId: newRequestId(), credited: '50000' }
  expect((await chief.call('approve-deposit', approve)).body.status).toBe('success')
  const other = await makeMember(app.deps, app.brand)
  await makeSession(app.deps, other)
  await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
    await client.query(
      `ALTER TABLE money_request DISABLE TRIGGER USER; ALTER TABLE money_request ENABLE TRIGGER money_request_is_recorded;
     ALTER TABLE member_person DISABLE TRIGGER USER; ALTER TABLE member_person ENABLE TRIGGER member_person_is_recorded`,
    )
    await client.query(`UPDATE member_person SET bank_owner = $1`, [owner])
    await client.query(`UPDATE money_request SET bank_owner = $1 WHERE type = 'withdraw'`, [owner])
    await client.query(`UPDATE money_request SET depositor = '홍길동', depositor_mark = NULL WHERE type = 'deposit'`)
    await client.query(`ALTER TABLE money_request ENABLE TRIGGER USER; ALTER TABLE member_person ENABLE TRIGGER USER`)
  })

  while ((await encryptNextNames(app.deps)) > 0);
  expect((await stored()).filter((name) => !name.startsWith('encrypted:'))).toEqual([])
  const { rows } = await app.ownerPool.query('SELECT FROM member_person WHERE marked_key IS NULL')
  expect(rows).toEqual([])
  const { body } = await chief.call('get-requests', { show: 'decided', search: '홍길동' })
  expect(body['requests']).toMatchObject([{ depositor: '홍길동' }])
  expect(await found(member.loginId)).toEqual([owner])
})

test('are not changed by the application otherwise', async () => {
  await expect(app.db.updateTable('money_request').set({ depositor: 'x' }).execute()).rejects.toThrow(
    'permission denied',
  )
  await expect(
    app.ownerPool.query(`UPDATE money_request SET depositor = 'encrypted:x:x' WHERE state = 'paid'`),
  ).rejects.toThrow('decided and never changes')
})
