import { wholeUnits } from '#domain/money.ts'
import { newRequestId } from '#test/test-app.ts'
import {
  claimRequest,
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type OfficeTestApp,
  requestOf,
  type Operator,
} from '#test/office-test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { untilWaiting } from '#test/until.ts'

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

async function auditOf(subject: string): Promise<string[]> {
  const { rows } = await app.ownerPool.query('SELECT act FROM audit WHERE subject = $1 ORDER BY id', [subject])
  return rows.map((row) => row.act)
}

async function approvalsOf(subject: string): Promise<string[]> {
  const { rows } = await app.ownerPool.query('SELECT state FROM approval WHERE subject = $1 ORDER BY proposed_at, id', [
    subject,
  ])
  return rows.map((row) => row.state)
}

describe('claiming', () => {
  test('gives a request to one operator; another gets that operator’s name, and nothing moves', async () => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.deposit(50_000))
    const before = await app.snapshotMoney()
    expect((await bora.call('claim-request', { id })).body).toEqual({ status: 'taken', by: 'anna' })
    expect((await anna.call('claim-request', { id })).body.status).toBe('success')
    expect(await app.snapshotMoney()).toEqual(before)
  })

  test('of two concurrent claims one succeeds and the other gets its operator, in each of twenty tries', async () => {
    for (let round = 0; round < 20; round += 1) {
      const member = await app.createFundedMember()
      const id = await member.deposit(30_000)
      const [one, two] = await Promise.all([anna.call('claim-request', { id }), bora.call('claim-request', { id })])
      const statuses = [one.body.status, two.body.status].toSorted()
      expect(statuses).toEqual(['success', 'taken'])
      const winner = one.body.status === 'success' ? 'anna' : 'bora'
      const loser = one.body.status === 'success' ? two : one
      expect(loser.body['by']).toBe(winner)
      expect((await auditOf(id)).filter((act) => act === 'request.claim')).toHaveLength(1)
    }
  })

  test('is undone by a release, and overridden only by a manager’s explicit take-over', async () => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.withdraw(10_000))
    expect((await bora.call('release-request', { id })).body).toEqual({ status: 'taken', by: 'anna' })
    expect((await bora.call('claim-request', { id, takeOver: true })).body.status).toBe('taken')
    expect((await chief.call('claim-request', { id })).body.status).toBe('taken')
    const taken = await chief.call('claim-request', { id, takeOver: true })
    expect(requestOf(taken)).toMatchObject({ state: 'claimed', claimedBy: 'chief', mine: true })
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual({
      status: 'taken',
      by: 'chief',
    })
    const released = await chief.call('release-request', { id })
    expect(requestOf(released)).toMatchObject({ state: 'held', claimedBy: null })
    expect(await auditOf(id)).toEqual(['cash.withdraw', 'request.claim', 'request.take-over', 'request.release'])
    await claimRequest(chief, id)
    await chief.call('reject-request', { id, requestId: newRequestId(), reason: '확인이 필요합니다.' })
  })

  test('answers none for an unknown request and for one of another brand', async () => {
    const stranger = await app.createOperator('stranger', ['manager'], [999])
    const member = await app.createFundedMember()
    const id = await member.deposit(40_000)
    const before = await app.snapshotMoney()
    for (const call of ['get-request', 'claim-request', 'release-request']) {
      expect((await stranger.call(call, { id })).body.status).toBe('none')
      expect((await anna.call(call, { id: newRequestId() })).body.status).toBe('none')
    }
    expect((await stranger.call('get-requests', {})).body).toMatchObject({ requests: [], maxCount: 0 })
    expect(await app.snapshotMoney()).toEqual(before)
  })
})

describe('approving a deposit', () => {
  test('credits what arrived, once, with its turnover', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(50_000))
    const requestId = newRequestId()
    const body = { id, requestId, credited: '49999.5', reason: '은행 수수료를 뺐습니다.', note: '수수료 차감' }
    const { reason, ...without } = body
    expect((await anna.call('approve-deposit', without)).body).toEqual({ status: 'reason' })
    const paid = await anna.call('approve-deposit', body)
    expect(requestOf(paid)).toMatchObject({ state: 'paid', credited: '49999.5', reason, decidedBy: 'anna' })
    expect((await anna.call('approve-deposit', { ...body, reason: '다른 사유' })).body.status).toBe('conflict')
    const wallet = await member.wallet()
    expect(wallet).toMatchObject({ cash: 499_995_000n, held: 0n, turnover_due: 249_997_500n })
    // The same call gets the same answer; the same id with another amount is a conflict; another id is late.
    expect(requestOf(await anna.call('approve-deposit', body))).toEqual(requestOf(paid))
    const inCapitals = { ...body, id: id.toUpperCase(), requestId: requestId.toUpperCase() }
    expect(requestOf(await anna.call('approve-deposit', inCapitals))).toEqual(requestOf(paid))
    expect((await anna.call('approve-deposit', { ...body, credited: '50000' })).body.status).toBe('conflict')
    const lateAnswer = { status: 'late', by: 'anna' }
    expect((await anna.call('approve-deposit', { ...body, requestId: newRequestId() })).body).toEqual(lateAnswer)
    expect((await bora.call('reject-request', { id, requestId: newRequestId(), reason: '늦음' })).body).toEqual(
      lateAnswer,
    )
    expect((await bora.call('claim-request', { id })).body).toEqual(lateAnswer)
    expect(await member.wallet()).toEqual(wallet)
    expect(await auditOf(id)).toEqual(['cash.deposit', 'request.claim', 'request.approve'])
  })

  test('credits once when called ten times concurrently with ten ids', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(20_000))
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        anna.call('approve-deposit', { id, requestId: newRequestId(), credited: '20000' }),
      ),
    )
    expect(responses.map((one) => one.body.status).toSorted()).toEqual([...Array(9).fill('late'), 'success'].toSorted())
    expect((await member.wallet()).cash).toBe(wholeUnits(20_000))
  })

  test('concurrent approval and rejection have one outcome, and the money agrees with it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const member = await app.createFundedMember({ cash: 0n })
      const id = await claimRequest(anna, await member.deposit(10_000))
      const [approved, rejected] = await Promise.all([
        anna.call('approve-deposit', { id, requestId: newRequestId(), credited: '10000' }),
        anna.call('reject-request', { id, requestId: newRequestId(), reason: '미입금' }),
      ])
      expect([approved.body.status, rejected.body.status].toSorted()).toEqual(['late', 'success'])
      const cash = approved.body.status === 'success' ? wholeUnits(10_000) : 0n
      expect((await member.wallet()).cash).toBe(cash)
    }
  })

  test.each(['0', '0.0000', '10000001'])('refuses %s as an amount and moves nothing', async (credited) => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.deposit(10_000))
    const before = await app.snapshotMoney()
    expect((await anna.call('approve-deposit', { id, requestId: newRequestId(), credited })).body.status).toBe('amount')
    expect(await app.snapshotMoney()).toEqual(before)
  })

  test.each(['-1', '1e5', '1,000', '0.00001', 'NaN', '', null, 1.5])('%j as an amount is a 400', async (credited) => {
    const response = await anna.call('approve-deposit', { id: newRequestId(), requestId: newRequestId(), credited })
    expect(response.code).toBe(400)
    expect(Object.keys(response.body['fields'] as object)).toEqual(['credited'])
  })

  test('an amount above any deposit is refused as a typing error', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await claimRequest(anna, await member.deposit(20_000))
    for (const credited of [0, '10000000.0001', Number.MAX_SAFE_INTEGER]) {
      const response = await anna.call('approve-deposit', { id, requestId: newRequestId(), credited })
      expect(response.body).toEqual({ status: 'amount' })
    }
    expect((await member.wallet()).cash).toBe(0n)
  })

  test('an unclaimed request cannot be decided', async () => {
    const member = await app.createFundedMember()
    const id = await member.deposit(10_000)
    const before = await app.snapshotMoney()
    const requestId = newRequestId()
    expect((await anna.call('approve-deposit', { id, requestId, credited: '10000' })).body.status).toBe('unclaimed')
    expect((await anna.call('reject-request', { id, requestId, reason: '없음' })).body.status).toBe('unclaimed')
    expect((await anna.call('pay-withdrawal', { id, requestId })).body.status).toBe('none')
    expect(await app.snapshotMoney()).toEqual(before)
  })

  test('one id never decides two requests, not even concurrently', async () => {
    const [first, second] = [await app.createFundedMember({ cash: 0n }), await app.createFundedMember({ cash: 0n })]
    const one = await claimRequest(anna, await first.deposit(10_000))
    const two = await claimRequest(anna, await second.deposit(10_000))
    const requestId = newRequestId()
    const responses = await Promise.all(
      [one, two].map((id) => anna.call('approve-deposit', { id, requestId, credited: '10000' })),
    )
    expect(responses.map((answer) => answer.body.status).toSorted()).toEqual(['conflict', 'success'])
    const [mine, theirs] = [await first.wallet(), await second.wallet()]
    expect(mine.cash + theirs.cash).toBe(wholeUnits(10_000))
    // The database refuses it even without the program's check.
    const again = app.ownerPool.query(
      `UPDATE money_request SET decision_key = $1 WHERE state NOT IN ('paid', 'rejected', 'cancelled')`,
      [requestId],
    )
    await expect(again).rejects.toThrow(/unique/)
  })
})

describe('withdrawals', () => {
  test('that are paid take the held money out of the books, and cannot be rejected afterwards', async () => {
    const member = await app.createFundedMember({ cash: wholeUnits(100_000) })
    const id = await claimRequest(anna, await member.withdraw(30_000))
    expect(await member.wallet()).toMatchObject({ cash: wholeUnits(70_000), held: wholeUnits(30_000) })
    const paid = await anna.call('pay-withdrawal', { id, requestId: newRequestId() })
    expect(requestOf(paid)).toMatchObject({ state: 'paid', credited: '30000' })
    const wallet = await member.wallet()
    expect(wallet).toMatchObject({ cash: wholeUnits(70_000), held: 0n })
    const rejected = await anna.call('reject-request', { id, requestId: newRequestId(), reason: '늦음' })
    expect(rejected.body).toEqual({ status: 'late', by: 'anna' })
    expect(await member.wallet()).toEqual(wallet)
  })

  test('that are rejected return the held money to cash, and the member may file a new one', async () => {
    const member = await app.createFundedMember({ cash: wholeUnits(100_000) })
    const id = await claimRequest(bora, await member.withdraw(30_000))
    const body = { id, requestId: newRequestId(), reason: '계좌 확인 필요' }
    const rejected = await bora.call('reject-request', body)
    expect(requestOf(rejected)).toMatchObject({ state: 'rejected', reason: '계좌 확인 필요', credited: null })
    expect(await member.wallet()).toMatchObject({ cash: wholeUnits(100_000), held: 0n })
    expect(requestOf(await bora.call('reject-request', body))).toEqual(requestOf(rejected))
    expect((await bora.call('reject-request', { ...body, reason: '다른 사유' })).body.status).toBe('conflict')
    expect((await bora.call('pay-withdrawal', { id, requestId: newRequestId() })).body.status).toBe('late')
    expect(await member.wallet()).toMatchObject({ cash: wholeUnits(100_000), held: 0n })
    await member.withdraw(20_000)
  })

  test('show the full account number to the operator who claimed them, on request and audited', async () => {
    const member = await app.createFundedMember()
    const id = await member.withdraw(10_000)
    const masked = async (operator: Operator): Promise<string> => {
      const { bank } = requestOf(await operator.call('get-request', { id })) as { bank: { banknum: string } }
      return bank.banknum
    }
    const show = async (operator: Operator): Promise<unknown> =>
      (await operator.call('show-account-number', { id })).body
    expect(await show(anna)).toEqual({ status: 'unclaimed' })
    await claimRequest(anna, id)
    expect(await masked(anna)).toMatch(/^••••\d{2,4}$/)
    const { banknum: seen } = (await show(anna)) as { banknum: string }
    expect(seen).toMatch(/^[\d-]{8,}$/)
    expect(await show(bora)).toEqual({ status: 'unclaimed' })
    expect(await show(chief)).toEqual({ status: 'unclaimed' })
    const listed = await anna.call('get-requests', { show: 'mine' })
    expect(JSON.stringify(listed.body)).not.toContain(seen)
    expect(await auditOf(id)).toEqual(['cash.withdraw', 'request.claim', 'request.see-account-number'])
    const { rows } = await app.ownerPool.query(`SELECT detail::text FROM audit WHERE subject = $1`, [id])
    expect(JSON.stringify(rows)).not.toContain(seen)
    await anna.call('pay-withdrawal', { id, requestId: newRequestId() })
    expect(await show(anna)).toEqual({ status: 'unclaimed' })
  })
})

describe('a withdrawal that needs two operators', () => {
  const largeAmount = 500_000

  test('is approved by the first without moving money and paid by the second; one operator cannot do both', async () => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.withdraw(largeAmount))
    expect(requestOf(await anna.call('get-request', { id }))).toMatchObject({ needsSecond: true, proposal: null })
    const before = await member.wallet()
    const first = { id, requestId: newRequestId(), note: '본인 확인' }
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual({ status: 'second' })
    const approved = await anna.call('approve-withdrawal', first)
    expect(requestOf(approved)).toMatchObject({
      state: 'awaiting_second',
      needsSecond: false,
      proposal: { by: 'anna', mine: true, credited: '500000' },
      claimedBy: null,
      decidedBy: null,
      credited: null,
    })
    expect(await member.wallet()).toEqual(before)
    // Repeating it gets the same answer; any other act of the first operator is refused, and nothing moves.
    const unchanged = await app.snapshotMoney()
    expect(requestOf(await anna.call('approve-withdrawal', first))).toEqual(requestOf(approved))
    const self = { status: 'self' }
    expect((await anna.call('pay-withdrawal', first)).body.status).toBe('conflict')
    expect((await anna.call('approve-withdrawal', { id, requestId: newRequestId() })).body).toEqual(self)
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual(self)
    expect((await anna.call('reject-request', { id, requestId: newRequestId(), reason: '변심' })).body).toEqual(self)
    expect((await anna.call('claim-request', { id })).body).toEqual(self)
    expect((await bora.call('pay-withdrawal', { id, requestId: newRequestId() })).body.status).toBe('unclaimed')
    for (const call of ['approve-withdrawal', 'pay-withdrawal']) {
      expect((await bora.call(call, first)).body.status).toBe('conflict')
    }
    expect(await app.snapshotMoney()).toEqual(unchanged)
    // A release keeps the first approval.
    await claimRequest(bora, id)
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual(self)
    expect(requestOf(await bora.call('release-request', { id }))).toMatchObject({ state: 'awaiting_second' })
    await claimRequest(bora, id)
    expect((await bora.call('approve-withdrawal', { id, requestId: newRequestId() })).body).toEqual({
      status: 'single',
    })
    const paid = await bora.call('pay-withdrawal', { id, requestId: newRequestId() })
    expect(requestOf(paid)).toMatchObject({
      state: 'paid',
      proposal: { by: 'anna', mine: false },
      decidedBy: 'bora',
      credited: '500000',
    })
    expect(await member.wallet()).toMatchObject({ held: 0n, cash: before.cash })
    expect((await anna.call('pay-withdrawal', { id, requestId: newRequestId() })).body).toEqual({
      status: 'late',
      by: 'bora',
    })
    expect(requestOf(await anna.call('approve-withdrawal', first))).toMatchObject({ state: 'paid', decidedBy: 'bora' })
    expect(await auditOf(id)).toEqual([
      'cash.withdraw',
      'request.claim',
      'request.approve-first',
      'request.claim',
      'request.release',
      'request.claim',
      'request.pay',
    ])
  })

  test('may be rejected by the second; a manager who approved it first cannot take it over', async () => {
    const member = await app.createFundedMember()
    const before = await member.wallet()
    const id = await claimRequest(chief, await member.withdraw(largeAmount))
    await chief.call('approve-withdrawal', { id, requestId: newRequestId() })
    await claimRequest(anna, id)
    expect((await chief.call('claim-request', { id, takeOver: true })).body).toEqual({ status: 'self' })
    // The manager may release it from an operator who abandoned it; no other role may.
    expect((await bora.call('release-request', { id, takeOver: true })).body).toEqual({ status: 'taken', by: 'anna' })
    expect((await chief.call('release-request', { id })).body).toEqual({ status: 'taken', by: 'anna' })
    const freed = await chief.call('release-request', { id, takeOver: true })
    expect(requestOf(freed)).toMatchObject({ state: 'awaiting_second', claimedBy: null })
    await claimRequest(anna, id)
    const rejected = await anna.call('reject-request', { id, requestId: newRequestId(), reason: '계좌 확인 필요' })
    expect(requestOf(rejected)).toMatchObject({ state: 'rejected', proposal: null, decidedBy: 'anna' })
    expect(await approvalsOf(id)).toEqual(['refused'])
    expect(await member.wallet()).toMatchObject({ cash: before.cash, held: 0n })
  })

  test('needs only one when it is one unit below the amount', async () => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.withdraw(largeAmount - 1_000))
    const requestId = newRequestId()
    expect((await anna.call('approve-withdrawal', { id, requestId })).body).toEqual({ status: 'single' })
    const paid = await anna.call('pay-withdrawal', { id, requestId })
    expect(requestOf(paid)).toMatchObject({ state: 'paid', proposal: null, needsSecond: false, decidedBy: 'anna' })
  })

  test('four concurrent operators make one payment by two of them, in each of twenty tries', async () => {
    const staff = [anna, bora, chief, await app.createOperator('dain', ['manager'])]
    for (let round = 0; round < 20; round += 1) {
      const member = await app.createFundedMember()
      const id = await member.withdraw(largeAmount)
      for (let index = 0; index < 4; index += 1) {
        await Promise.all(
          staff.map(async (operator) => {
            for (const call of ['approve-withdrawal', 'pay-withdrawal']) {
              await operator.call('claim-request', { id, takeOver: true })
              await operator.call(call, { id, requestId: newRequestId() })
            }
          }),
        )
      }
      const { rows } = await app.ownerPool.query(
        `SELECT q.state, q.decided_by <> a.proposed_by AS two,
           (SELECT count(*)::int FROM journal j WHERE j.key = q.id AND j.source = 2) AS moved
         FROM money_request q JOIN approval a ON a.subject = q.id AND a.state = 'approved' WHERE q.id = $1`,
        [id],
      )
      expect(rows).toEqual([{ state: 'paid', two: true, moved: 1 }])
    }
  })

  test('the database refuses it without the program’s check', async () => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.withdraw(largeAmount))
    const pay = (by: Operator, key = newRequestId()): Promise<unknown> =>
      app.pool.query(`UPDATE money_request SET state = 'paid', decided_by = $2, decision_key = $3 WHERE id = $1`, [
        id,
        String(by.id),
        key,
      ])
    await expect(pay(anna)).rejects.toThrow(/needs a second operator/)
    const less = app.pool.query(
      `UPDATE money_request SET state = 'paid', decided_by = $2, credited = 1 WHERE id = $1`,
      [id, String(bora.id)],
    )
    await expect(less).rejects.toThrow(/pays what it asks for/)
    const smaller = app.ownerPool.query(`UPDATE money_request SET amount = 1 WHERE id = $1`, [id])
    await expect(smaller).rejects.toThrow(/never changes/)
    const made = app.pool.query(
      `INSERT INTO money_request (id, brand_id, member_id, type, state, amount, request_key, decided_by)
       SELECT gen_random_uuid(), brand_id, member_id, type, 'paid', amount, gen_random_uuid(), $2 FROM money_request WHERE id = $1`,
      [id, String(bora.id)],
    )
    await expect(made).rejects.toThrow(/needs a second operator/)
    await anna.call('approve-withdrawal', { id, requestId: newRequestId() })
    // An open approval is none; its proposer cannot decide it; what it is about and its hours never change.
    await expect(pay(bora)).rejects.toThrow(/needs a second operator/)
    const change = (set: string, ...values: string[]): Promise<unknown> =>
      app.pool.query(`UPDATE approval SET ${set} WHERE subject = $1`, [id, ...values])
    const key = newRequestId()
    const decide = `state = 'approved', decided_by = $2, decision_key = $3`
    await expect(change(decide, String(anna.id), key)).rejects.toThrow(/approval_two_people/)
    await expect(change(`state = 'expired'`)).rejects.toThrow(/before it expires/)
    for (const column of ['proposed_by = proposed_by + 1', `command = '{}'`, 'expires_at = now()', `member_id = 1`])
      await expect(change(column)).rejects.toThrow(/permission denied/)
    const owned = app.ownerPool.query('UPDATE approval SET proposed_by = $2 WHERE subject = $1', [id, String(bora.id)])
    await expect(owned).rejects.toThrow(/never changes/)
    await expect(app.pool.query('DELETE FROM approval WHERE subject = $1', [id])).rejects.toThrow(/permission denied/)
    const born = app.pool.query(
      `INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposal_key, state, decided_by, decision_key, decided_at)
       SELECT gen_random_uuid(), brand_id, kind, gen_random_uuid(), member_id, command, proposed_by, gen_random_uuid(), 'approved', $2, gen_random_uuid(), now()
       FROM approval WHERE subject = $1`,
      [id, String(bora.id)],
    )
    await expect(born).rejects.toThrow(/begins open/)
    // Approved by another under one id, it cannot be paid under another id or by its proposer.
    const client = await app.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`UPDATE approval SET ${decide} WHERE subject = $1`, [id, String(bora.id), key])
      await client.query('SAVEPOINT decided')
      const attempts = [
        [anna, key, /needs a second operator/],
        [bora, newRequestId(), /needs a second operator/],
      ] as const
      for (const [by, under, refusal] of attempts) {
        const paying = client.query(
          `UPDATE money_request SET state = 'paid', decided_by = $2, decision_key = $3 WHERE id = $1`,
          [id, String(by.id), under],
        )
        await expect(paying).rejects.toThrow(refusal)
        await client.query('ROLLBACK TO decided')
      }
      const again = client.query(`UPDATE approval SET state = 'refused' WHERE subject = $1`, [id])
      await expect(again).rejects.toThrow(/decided and never changes/)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    await claimRequest(bora, id)
    await bora.call('reject-request', { id, requestId: newRequestId(), reason: '확인이 필요합니다.' })
    const reopened = app.pool.query(`UPDATE money_request SET state = 'held' WHERE id = $1`, [id])
    await expect(reopened).rejects.toThrow(/decided and never changes/)
  })

  test('one id never approves one request and pays another, not even concurrently', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [large, small] = [await app.createFundedMember(), await app.createFundedMember()]
      const one = await claimRequest(anna, await large.withdraw(largeAmount))
      const two = await claimRequest(anna, await small.withdraw(10_000))
      const requestId = newRequestId()
      const responses = await Promise.all([
        anna.call('approve-withdrawal', { id: one, requestId }),
        anna.call('pay-withdrawal', { id: two, requestId }),
      ])
      expect(responses.map((answer) => answer.body.status).toSorted()).toEqual(['conflict', 'success'])
    }
  })

  test('a bound that is set while a payment waits applies to that payment', async () => {
    const member = await app.createFundedMember()
    const id = await claimRequest(anna, await member.withdraw(largeAmount - 1_000))
    const set = (units: number): Promise<unknown> =>
      app.ownerPool.query('UPDATE brand SET second_approval_from = $1 WHERE id = $2', [
        String(wholeUnits(units)),
        app.brand.id,
      ])
    const holder = await app.ownerPool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT 1 FROM money_request WHERE id = $1 FOR UPDATE', [id])
      const paying = anna.call('pay-withdrawal', { id, requestId: newRequestId() })
      await untilWaiting(app.pool, 1)
      await set(largeAmount - 1_000)
      await holder.query('COMMIT')
      expect((await paying).body).toEqual({ status: 'second' })
    } finally {
      holder.release()
      await set(largeAmount)
    }
    expect(requestOf(await anna.call('pay-withdrawal', { id, requestId: newRequestId() }))).toMatchObject({
      state: 'paid',
    })
  })
})

describe('the list', () => {
  test('is oldest first while open, filtered by type, text and day', async () => {
    const member = await app.createFundedMember()
    const deposit = await member.deposit(10_000)
    const withdrawal = await member.withdraw(10_000)
    const idsOf = async (body: object): Promise<string[]> => {
      const response = await chief.call('get-requests', { take: 100, ...body })
      return (response.body['requests'] as { id: string }[]).map((request) => request.id)
    }
    const all = await idsOf({})
    expect(all.indexOf(deposit)).toBeLessThan(all.indexOf(withdrawal))
    expect(await idsOf({ type: 'withdraw' })).not.toContain(deposit)
    expect(await idsOf({ search: member.loginId.toUpperCase() })).toEqual([deposit, withdrawal])
    expect(await idsOf({ search: '%' })).toEqual([])
    expect((await chief.call('get-requests', { from: '0000-01-01' })).code).toBe(400)
    expect(await idsOf({ from: '0001-01-01', to: '9999-12-31' })).toEqual(await idsOf({}))
    expect(await idsOf({ search: member.loginId, to: '2020-01-01' })).toEqual([])
    expect(await idsOf({ search: member.loginId, from: '2020-01-01' })).toEqual([deposit, withdrawal])
    await claimRequest(anna, deposit)
    await anna.call('approve-deposit', { id: deposit, requestId: newRequestId(), credited: '10000' })
    expect(await idsOf({ search: member.loginId })).toEqual([withdrawal])
    expect((await idsOf({ show: 'decided' }))[0]).toBe(deposit)
    const read = await chief.call('get-request', { id: deposit })
    const history = read.body['history'] as { state: string; operator: string | null }[]
    expect(history.map((event) => [event.state, event.operator])).toEqual([
      ['filed', null],
      ['claimed', 'anna'],
      ['paid', 'anna'],
    ])
  })
})
