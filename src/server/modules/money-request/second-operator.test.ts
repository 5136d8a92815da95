import { inSignedTransaction } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'
import { wholeUnits } from '#domain/money.ts'
import { requestChecks } from '#server/ledger/checks/requests.ts'
import { postProvenIn } from '#server/ledger/ledger.ts'
import { makeSession } from '#server/seed/builders.ts'
import {
  claimRequest,
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type FundedMember,
  type OfficeTestApp,
  requestOf,
  type Operator,
} from '#test/office-test-app.ts'
import { newRequestId, type TestResponse } from '#test/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/** What one operator cannot decide alone: proposals, sums of 24 hours, and credits of 72 hours. */

let app: OfficeTestApp
let anna: Operator
let bora: Operator
let chief: Operator

beforeAll(async () => {
  app = await createOfficeTestApp({ turnoverPpm: 500_000, secondApprovalFrom: wholeUnits(500_000) })
  anna = await app.createOperator('anna')
  bora = await app.createOperator('bora')
  chief = await app.createOperator('chief', ['manager'])
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

async function approvalsOf(subject: string): Promise<string[]> {
  const { rows } = await app.ownerPool.query('SELECT state FROM approval WHERE subject = $1 ORDER BY proposed_at, id', [
    subject,
  ])
  return rows.map((row) => row.state)
}

/** Moves decided requests of a member, or a request's proposal, back by hours, which the running app cannot do. */
async function age(hours: number, of: { memberId: bigint } | { proposalOf: string }): Promise<void> {
  const [table, change, where, value] =
    'memberId' in of
      ? ['money_request', `changed_at = changed_at - $2::int * interval '1 hour'`, 'member_id', String(of.memberId)]
      : ['approval', `expires_at = expires_at - $2::int * interval '1 hour'`, 'subject', of.proposalOf]
  await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
    await client.query(
      `ALTER TABLE ${table} DISABLE TRIGGER USER; ALTER TABLE ${table} ENABLE TRIGGER ${table}_is_recorded`,
    )
    await client.query(`UPDATE ${table} SET ${change} WHERE ${where} = $1`, [value, hours])
    if ('memberId' in of) {
      await client.query('ALTER TABLE journal DISABLE TRIGGER USER')
      await client.query(
        `UPDATE journal SET at = at - $2::int * interval '1 hour' WHERE member_id = $1 AND kind IN (7, 9)`,
        [value, hours],
      )
      await client.query('ALTER TABLE journal ENABLE TRIGGER USER')
    }
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  })
}

/** Play of a member, which also lowers the turnover that a deposit added. */
async function stake(member: FundedMember, units: number): Promise<void> {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const [cash, key] = [wholeUnits(units), newRequestId()]
  await app.db.transaction().execute(async (tx) => {
    const bet = { memberId: member.id, kind: 'bet', source: 'own', key, request: [key], contraId, ref: key } as const
    expect(await postProvenIn(tx, app.deps.config.secret, { ...bet, cash: -cash, stake: cash })).toMatchObject({
      outcome: 'done',
    })
  })
}

describe('a deposit that needs two operators', () => {
  const credit = (by: Operator, call: string, body: object): Promise<TestResponse> =>
    by.call(call, { requestId: newRequestId(), ...body })

  test('is proposed by one above the requested amount and credited by another; the member reads the reason', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(10_000))
    const more = { id, credited: '10000000', reason: '두 번 입금하셨습니다.' }
    const before = await app.snapshotMoney()
    expect((await credit(anna, 'approve-deposit', more)).body).toEqual({ status: 'second' })
    expect((await credit(anna, 'propose-deposit', { id, credited: '10000' })).body).toEqual({ status: 'single' })
    expect((await credit(anna, 'propose-deposit', { id, credited: '10001' })).body).toEqual({ status: 'reason' })
    expect(await app.snapshotMoney()).toEqual(before)
    const first = { ...more, requestId: newRequestId() }
    const proposed = await anna.call('propose-deposit', first)
    expect(requestOf(proposed)).toMatchObject({
      state: 'awaiting_second',
      claimedBy: null,
      credited: null,
      proposal: { by: 'anna', mine: true, credited: '10000000', reason: more.reason },
    })
    const { at, expiresAt } = requestOf(proposed)['proposal'] as Record<string, string>
    expect(Date.parse(expiresAt ?? '') - Date.parse(at ?? '')).toBe(72 * 3_600_000)
    expect(requestOf(await anna.call('propose-deposit', first))).toEqual(requestOf(proposed))
    expect((await anna.call('propose-deposit', { ...first, reason: '다른 사유' })).body.status).toBe('conflict')
    expect((await anna.call('approve-deposit', first)).body.status).toBe('conflict')
    expect((await anna.call('claim-request', { id })).body).toEqual({ status: 'self' })
    expect((await credit(anna, 'approve-deposit', more)).body).toEqual({ status: 'self' })
    expect((await member.wallet()).cash).toBe(0n)
    await claimRequest(bora, id)
    // Another amount or reason is not what was proposed.
    expect((await credit(bora, 'approve-deposit', { ...more, credited: '9999999' })).body).toEqual({ status: 'second' })
    expect((await credit(bora, 'approve-deposit', { ...more, reason: '다른 사유' })).body).toEqual({ status: 'second' })
    expect((await credit(bora, 'propose-deposit', more)).body).toEqual({ status: 'single' })
    const paid = await credit(bora, 'approve-deposit', more)
    expect(requestOf(paid)).toMatchObject({
      state: 'paid',
      credited: '10000000',
      decidedBy: 'bora',
      reason: more.reason,
    })
    expect((await member.wallet()).cash).toBe(wholeUnits(10_000_000))
    expect(await approvalsOf(id)).toEqual(['approved'])
    const { token } = await makeSession({ db: app.db, config: app.deps.config }, member)
    const { body } = await app.member('get-money-requests', { token, body: {} })
    expect((body['balances'] as object[])[0]).toMatchObject({ credited: '10000000', reason: more.reason })
    const { rows: notes } = await app.ownerPool.query(
      'SELECT title, contents, translations FROM note WHERE member_id = $1',
      [String(member.id)],
    )
    expect(notes).toHaveLength(1)
    expect(notes[0].contents).toBe(`<p>신청 금액 10,000원, 처리 금액 10,000,000원</p><p>사유: ${more.reason}</p>`)
    expect(notes[0].translations.en.contents).toContain(`Reason: ${more.reason}`)
  })

  test('may be proposed anew with another amount by the second, which refuses the first proposal', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(10_000))
    await credit(anna, 'propose-deposit', { id, credited: '100000', reason: '초과 입금' })
    await claimRequest(bora, id)
    await credit(bora, 'propose-deposit', { id, credited: '10001', reason: '초과 입금' })
    expect(await approvalsOf(id)).toEqual(['refused', 'open'])
    expect((await bora.call('claim-request', { id })).body).toEqual({ status: 'self' })
    await claimRequest(anna, id)
    expect((await credit(anna, 'approve-deposit', { id, credited: '100000', reason: '초과 입금' })).body.status).toBe(
      'second',
    )
    const paid = await credit(anna, 'approve-deposit', { id, credited: '10000' })
    expect(requestOf(paid)).toMatchObject({ state: 'paid', credited: '10000', proposal: null })
    expect(await approvalsOf(id)).toEqual(['refused', 'refused'])
  })

  test('is one that brings the member’s credits of 24 hours to the brand’s amount, also by different operators', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const deposit = async (by: Operator, units: number): Promise<string> => {
      const id = await claimRequest(by, await member.deposit(units))
      return (await credit(by, 'approve-deposit', { id, credited: String(units) })).body.status
    }
    expect(await deposit(anna, 500_000)).toBe('success')
    expect(await deposit(bora, 499_000)).toBe('success')
    const id = await claimRequest(chief, await member.deposit(10_000))
    expect(requestOf(await chief.call('get-request', { id }))).toMatchObject({
      needsSecond: true,
      day: '999000',
      secondFrom: '1000000',
    })
    expect((await credit(chief, 'approve-deposit', { id, credited: '10000' })).body).toEqual({ status: 'second' })
    const less = { id, credited: '999', reason: '입금액이 적습니다.' }
    expect((await credit(chief, 'propose-deposit', less)).body).toEqual({ status: 'single' })
    await age(23, { memberId: member.id })
    expect((await credit(chief, 'approve-deposit', { id, credited: '10000' })).body).toEqual({ status: 'second' })
    await age(1, { memberId: member.id })
    expect((await credit(chief, 'approve-deposit', { id, credited: '10000' })).body.status).toBe('success')
  })

  test('40 concurrent approvals of one member cannot pass the amount together', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    // One open deposit per member is a rule of filing; here are forty, to have the sums alone decide.
    await app.ownerPool.query('DROP INDEX money_request_one_open')
    const ids: string[] = []
    for (let filed = 0; filed < 40; filed += 1) ids.push(await claimRequest(anna, await member.deposit(30_000)))
    const answers = await Promise.all(ids.map((id) => credit(anna, 'approve-deposit', { id, credited: '30000' })))
    const statuses = answers.map((answer) => answer.body.status)
    expect(statuses.filter((status) => status === 'success')).toHaveLength(33)
    expect(statuses.filter((status) => status === 'second')).toHaveLength(7)
    expect((await member.wallet()).cash).toBe(wholeUnits(990_000))
    for (const id of ids) await credit(anna, 'reject-request', { id, reason: '미입금' })
    await app.ownerPool.query(`CREATE UNIQUE INDEX money_request_one_open ON money_request (member_id, type)
      WHERE state IN ('filed', 'claimed', 'held', 'awaiting_second')`)
  })

  test('cannot be credited by SQL of the application without an approval', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(10_000))
    const credited = app.pool.query(
      `UPDATE money_request SET state = 'paid', decided_by = $2, decision_key = gen_random_uuid(), credited = amount + 1 WHERE id = $1`,
      [id, String(anna.id)],
    )
    await expect(credited).rejects.toThrow(/needs a second operator/)
    await anna.call('reject-request', { id, requestId: newRequestId(), reason: '미입금' })
  })
})

describe('a proposal', () => {
  test('has no effect after 72 hours: the request returns to the queue and the proposer may claim it again', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(10_000))
    const more = { id, credited: '20000', reason: '초과 입금' }
    await anna.call('propose-deposit', { ...more, requestId: newRequestId() })
    await age(71, { proposalOf: id })
    expect((await anna.call('claim-request', { id })).body).toEqual({ status: 'self' })
    await age(1, { proposalOf: id })
    expect(requestOf(await bora.call('get-request', { id }))).toMatchObject({ state: 'filed', proposal: null })
    await claimRequest(anna, id)
    expect(await approvalsOf(id)).toEqual(['expired'])
    const late = await anna.call('approve-deposit', { ...more, requestId: newRequestId() })
    expect(late.body).toEqual({ status: 'second' })
    // A claim stays when a proposal expires under it, and the second operator is then refused.
    await anna.call('propose-deposit', { ...more, requestId: newRequestId() })
    await claimRequest(bora, id)
    await age(72, { proposalOf: id })
    const again = await bora.call('approve-deposit', { ...more, requestId: newRequestId() })
    expect(again.body).toEqual({ status: 'second' })
    expect(requestOf(await bora.call('get-request', { id }))).toMatchObject({ state: 'claimed', mine: true })
    expect(await approvalsOf(id)).toEqual(['expired', 'expired'])
    expect((await member.wallet()).cash).toBe(0n)
  })
})

describe('an operator who credited a member', () => {
  test('cannot pay them alone for 72 hours, whatever the amount; another operator sees who credited, and the play since', async () => {
    const member = await app.createFundedMember({ cash: wholeUnits(200_000) })
    const deposit = await claimRequest(anna, await member.deposit(100_000))
    await anna.call('approve-deposit', { id: deposit, requestId: newRequestId(), credited: '100000' })
    await stake(member, 50_000)
    const id = await claimRequest(anna, await member.withdraw(10_000))
    expect(requestOf(await anna.call('get-request', { id }))).toMatchObject({ needsSecond: true })
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual({ status: 'second' })
    // Play cannot lie between a credit and an earlier filing.
    const later = await claimRequest(bora, await member.deposit(10_000))
    await bora.call('approve-deposit', { id: later, requestId: newRequestId(), credited: '10000' })
    // The first payment to a member who staked less than their deposits brought takes two operators.
    expect(requestOf(await chief.call('get-request', { id }))).toMatchObject({ needsSecond: true })
    await stake(member, 60_000)
    const read = await chief.call('get-request', { id })
    expect(requestOf(read)).toMatchObject({ needsSecond: false })
    const at = expect.stringMatching(/Z$/)
    expect(read.body['credits']).toEqual([
      { at, kind: 'deposit', amount: '10000', by: 'bora', proposedBy: null, staked: null },
      { at, kind: 'deposit', amount: '100000', by: 'anna', proposedBy: null, staked: '50000' },
    ])
    await age(71, { memberId: member.id })
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual({ status: 'second' })
    await anna.call('approve-withdrawal', { id, requestId: newRequestId() })
    await claimRequest(bora, id)
    const paid = await bora.call('pay-withdrawal', { id, requestId: newRequestId() })
    expect(requestOf(paid)).toMatchObject({ state: 'paid', proposal: { by: 'anna' }, decidedBy: 'bora' })
    await stake(member, 5_000)
    await age(1, { memberId: member.id })
    const next = await claimRequest(anna, await member.withdraw(10_000))
    expect((await anna.call('approve-withdrawal', { id: next, requestId: newRequestId() })).body.status).toBe('single')
    const alone = await anna.call('pay-withdrawal', { id: next, requestId: newRequestId() })
    expect(requestOf(alone)).toMatchObject({ state: 'paid', proposal: null })
  })

  test('is also the one who proposed the credit', async () => {
    const member = await app.createFundedMember({ cash: wholeUnits(50_000) })
    const deposit = await claimRequest(anna, await member.deposit(10_000))
    const more = { id: deposit, credited: '20000', reason: '초과 입금' }
    await anna.call('propose-deposit', { ...more, requestId: newRequestId() })
    await claimRequest(bora, deposit)
    await bora.call('approve-deposit', { ...more, requestId: newRequestId() })
    await stake(member, 20_000)
    const id = await member.withdraw(10_000)
    for (const operator of [anna, bora]) {
      await claimRequest(operator, id)
      expect((await operator.call('pay-withdrawal', { id, requestId: newRequestId() })).body.status).toBe('second')
      await operator.call('release-request', { id })
    }
    await claimRequest(chief, id)
    expect((await chief.call('pay-withdrawal', { id, requestId: newRequestId() })).body.status).toBe('success')
  })

  test('and payments of 24 hours add up: the one that reaches the amount takes a second operator', async () => {
    const member = await app.createFundedMember()
    const pay = async (by: Operator, units: number): Promise<string> => {
      const id = await claimRequest(by, await member.withdraw(units))
      return (await by.call('pay-withdrawal', { id, requestId: newRequestId() })).body.status
    }
    expect(await pay(anna, 250_000)).toBe('success')
    expect(await pay(bora, 249_000)).toBe('success')
    expect(await pay(chief, 10_000)).toBe('second')
    const { sql } = requestChecks.find((check) => check.name === 'approvals') ?? { sql: '' }
    const client = await app.ownerPool.connect()
    try {
      await client.query('BEGIN; ALTER TABLE money_request DISABLE TRIGGER USER')
      // With a lower amount in force at the time, the second of the two payments was one operator's alone.
      const lower = 'UPDATE money_request SET second_from = $2 WHERE member_id = $1'
      await client.query(lower, [String(member.id), String(wholeUnits(499_000))])
      const { rows: found } = await client.query<{ detail: string }>(sql)
      expect(found.filter(({ detail }) => detail.includes('alone'))).toHaveLength(1)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    await age(24, { memberId: member.id })
    const { rows } = await app.ownerPool.query<{ id: string }>(
      `SELECT id FROM money_request WHERE member_id = $1 AND state = 'claimed'`,
      [String(member.id)],
    )
    const [open] = rows
    const paid = await chief.call('pay-withdrawal', { id: open?.id, requestId: newRequestId() })
    expect(paid.body.status).toBe('success')
  })
})

describe('the books', () => {
  test.each([
    ['an approval that is gone', `DELETE FROM approval WHERE subject = $1`, 1],
    [
      'an approval for another amount',
      `UPDATE approval SET command = command || '{"credited": "1"}' WHERE subject = $1`,
      1,
    ],
    ['an approval that was refused', `UPDATE approval SET state = 'refused' WHERE subject = $1`, 1],
    [
      'an approval after its hours',
      `UPDATE approval SET expires_at = decided_at - interval '1 s' WHERE subject = $1`,
      1,
    ],
    [
      'a payment by its first approver',
      `UPDATE money_request q SET decided_by = a.proposed_by FROM approval a WHERE a.subject = q.id AND q.id = $1`,
      2,
    ],
    [
      'an open approval of a paid request',
      `UPDATE approval SET state = 'open', decided_by = NULL, decision_key = NULL, decided_at = NULL WHERE subject = $1`,
      2,
    ],
  ])('find %s', async (_, change, faults) => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.withdraw(500_000))
    await anna.call('approve-withdrawal', { id, requestId: newRequestId() })
    await claimRequest(bora, id)
    await bora.call('pay-withdrawal', { id, requestId: newRequestId() })
    const client = await app.ownerPool.connect()
    try {
      await client.query('BEGIN')
      for (const table of ['approval', 'money_request']) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await client.query(change, [id])
      const { sql } = requestChecks.find((check) => check.name === 'approvals') ?? { sql: '' }
      expect((await client.query(sql)).rows).toHaveLength(faults)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
