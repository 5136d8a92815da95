import { wholeUnits } from '#domain/money.ts'
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

test('are changed neither by the application nor in decided requests', async () => {
  const [request] = (await chief.call('get-requests', { type: 'deposit' })).body['requests'] as { id: string }[]
  await claimRequest(chief, request?.id ?? '')
  const reject = { id: request?.id, requestId: newRequestId(), reason: 'x' }
  expect((await chief.call('reject-request', reject)).body.status).toBe('success')
  await expect(app.db.updateTable('money_request').set({ depositor: 'x' }).execute()).rejects.toThrow(
    'permission denied',
  )
  await expect(
    app.ownerPool.query(`UPDATE money_request SET depositor = 'encrypted:x:x' WHERE state = 'rejected'`),
  ).rejects.toThrow('decided and never changes')
})
