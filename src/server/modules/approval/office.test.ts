import { wholeUnits } from '#domain/money.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { issueIn, postProvenIn } from '#server/ledger/ledger.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { makeBrand, makeMember, makeOperator, makeSession } from '#server/seed/builders.ts'
import {
  claimRequest,
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type FundedMember,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { appHandlers } from '#server/handlers.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/** Corrections of a balance by two operators, and what the database refuses beside them. */

let app: OfficeTestApp
let anna: Operator
let bora: Operator
let chief: Operator
let member: FundedMember
const reason = '6월 3일 중복 차감분을 돌려드립니다.'

beforeAll(async () => {
  app = await createOfficeTestApp()
  anna = await app.createOperator('anna')
  bora = await app.createOperator('bora')
  chief = await app.createOperator('chief', ['manager'])
  member = await app.createFundedMember({ cash: wholeUnits(10_000) })
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

type Correction = { id: string; state: string; decidedBy: string | null }
const correctionOf = (response: TestResponse): Correction => response.body['correction'] as Correction

const propose = (by: Operator, of: { publicId: string }, amount: string, more: object = {}): Promise<TestResponse> =>
  by.call('propose-correction', {
    id: of.publicId,
    requestId: newRequestId(),
    account: 'cash',
    amount,
    reason,
    ...more,
  })
const decide = (by: Operator, call: 'approve' | 'refuse', id: string, requestId = newRequestId()) =>
  by.call(`${call}-correction`, { id, requestId, ...(call === 'refuse' ? { reason: '확인 필요' } : {}) })

async function balances(): Promise<[cash: bigint, comp: bigint]> {
  const { rows } = await app.ownerPool.query<{ cash: bigint; comp: bigint }>(
    'SELECT cash, comp FROM wallet WHERE member_id = $1',
    [String(member.id)],
  )
  return [rows[0]?.cash ?? 0n, rows[0]?.comp ?? 0n]
}

describe('a correction', () => {
  test('that waits keeps the member’s personal data from being erased', async () => {
    const poor = await app.createFundedMember({ cash: 0n })
    const { id } = correctionOf(await propose(anna, poor, '5'))
    const erase = () => app.ownerPool.query('SELECT erase_person($1) AS erased', [String(poor.id)])
    await expect(erase()).rejects.toThrow('waits for a second operator: decide it first')
    expect((await decide(bora, 'refuse', id)).body.status).toBe('success')
    expect((await erase()).rows).toEqual([{ erased: true }])
    expect((await propose(anna, poor, '5')).body.status).toBe('none')
  })

  test('is proposed by one, approved by another, booked once, and audited by both', async () => {
    const before = await app.snapshotMoney()
    const body = { id: member.publicId, requestId: newRequestId(), account: 'cash', amount: '-2500.5', reason }
    const proposed = await anna.call('propose-correction', body)
    const { id } = correctionOf(proposed)
    expect(proposed.body).toMatchObject({ correction: { amount: '-2500.5', balance: '10000', by: 'anna', mine: true } })
    expect(await anna.call('propose-correction', body)).toMatchObject({ body: { correction: { id } } })
    expect((await anna.call('propose-correction', { ...body, amount: '-1' })).body.status).toBe('conflict')
    expect((await bora.call('propose-correction', body)).body.status).toBe('conflict')
    expect((await propose(bora, member, '5')).body.status).toBe('open')
    expect((await decide(anna, 'approve', id)).body.status).toBe('self')
    expect((await decide(anna, 'refuse', id)).body.status).toBe('self')
    expect((await decide(bora, 'approve', id, body.requestId)).body.status).toBe('conflict')
    expect(await app.snapshotMoney()).toMatchObject({ wallets: before['wallets'], journal: before['journal'] })

    const requestId = newRequestId()
    const answers = await Promise.all([bora, bora, chief].map((by) => decide(by, 'approve', id, requestId)))
    const statuses = answers.map(({ body: { status } }) => status)
    expect(statuses.toSorted()).toEqual(
      statuses[2] === 'success' ? ['conflict', 'conflict', 'success'] : ['conflict', 'success', 'success'],
    )
    expect(await balances()).toEqual([75_000_000n - 5_000n, 0n])
    expect((await decide(chief, 'approve', id)).body.status).toBe('late')
    expect((await decide(chief, 'refuse', id)).body.status).toBe('late')
    const { rows } = await app.ownerPool.query(
      `SELECT act, subject, detail ->> 'amount' AS amount, detail ->> 'reason' AS reason FROM audit WHERE detail ->> 'approval' = $1 ORDER BY id`,
      [id],
    )
    const row = { subject: member.publicId, amount: '-2500.5', reason }
    expect(rows).toEqual([
      { act: 'correction.propose', ...row },
      { act: 'correction.approve', ...row },
    ])
  })

  test('of comp changes comp only; zero, a typing error and a balance below zero are refused', async () => {
    const [cash] = await balances()
    expect((await propose(anna, member, '0')).body.status).toBe('amount')
    expect((await propose(anna, member, '10000000000.0001')).body.status).toBe('amount')
    expect((await propose(anna, member, '-7499.5001')).body.status).toBe('short')
    const { id } = correctionOf(await propose(anna, member, '30', { account: 'comp' }))
    expect((await decide(bora, 'approve', id)).body.status).toBe('success')
    expect(await balances()).toEqual([cash, wholeUnits(30)])
    // The balance is checked again when it is approved: the member played meanwhile.
    const taking = correctionOf(await propose(anna, member, '-30', { account: 'comp' }))
    await spendComp()
    expect((await decide(bora, 'approve', taking.id)).body.status).toBe('short')
    expect((await decide(bora, 'refuse', taking.id)).body).toMatchObject({ correction: { state: 'refused' } })
    expect((await decide(bora, 'approve', taking.id)).body.status).toBe('late')
  })

  test('has no effect after 72 hours, and another can be proposed then', async () => {
    const { id } = correctionOf(await propose(anna, member, '5'))
    await app.ownerPool.query(
      `ALTER TABLE approval DISABLE TRIGGER USER; ALTER TABLE approval ENABLE TRIGGER approval_is_recorded`,
    )
    await app.ownerPool.query(
      `UPDATE approval SET proposed_at = proposed_at - interval '72 hours', expires_at = expires_at - interval '72 hours' WHERE id = $1`,
      [id],
    )
    await app.ownerPool.query(`ALTER TABLE approval ENABLE TRIGGER USER`)
    const list = await bora.call('get-corrections', { show: 'decided', memberId: member.publicId })
    expect((list.body['corrections'] as Correction[]).find((one) => one.id === id)?.state).toBe('expired')
    expect((await decide(bora, 'approve', id)).body).toEqual({ status: 'late', by: '' })
    const next = correctionOf(await propose(anna, member, '5'))
    expect((await bora.call('me')).body).toMatchObject({ waiting: { corrections: 1 } })
    expect((await anna.call('me')).body).toMatchObject({ waiting: { corrections: 0 } })
    expect((await decide(bora, 'refuse', next.id)).body.status).toBe('success')
  })

  test('upwards is a credit by both operators: neither pays the member alone, and the third sees who did it', async () => {
    const credited = await app.createFundedMember({ cash: wholeUnits(20_000) })
    const { id } = correctionOf(await propose(anna, credited, '10000'))
    expect((await decide(bora, 'approve', id)).body.status).toBe('success')
    const withdrawal = await credited.withdraw(20_000)
    for (const by of [anna, bora]) {
      await claimRequest(by, withdrawal)
      const pay = { id: withdrawal, requestId: newRequestId() }
      expect([by.name, (await by.call('pay-withdrawal', pay)).body.status]).toEqual([by.name, 'second'])
      expect((await by.call('release-request', { id: withdrawal })).body.status).toBe('success')
    }
    const { credits } = (await chief.call('get-request', { id: withdrawal })).body
    expect(credits).toMatchObject([
      { kind: 'correction', amount: '10000', by: 'bora', proposedBy: 'anna', staked: '0' },
    ])
    await claimRequest(chief, withdrawal)
    expect((await chief.call('pay-withdrawal', { id: withdrawal, requestId: newRequestId() })).body.status).toBe(
      'success',
    )
  })

  test('of a member of another brand is not found', async () => {
    const local = await app.createOperator('local', ['manager'], [])
    expect((await propose(local, member, '5')).body.status).toBe('none')
    const { id } = correctionOf(await propose(anna, member, '5'))
    expect((await decide(local, 'approve', id)).body.status).toBe('none')
    expect((await decide(local, 'refuse', id)).body.status).toBe('none')
    expect((await decide(bora, 'refuse', id)).body.status).toBe('success')
  })
})

/** The member turns all comp into cash. */
async function spendComp(): Promise<void> {
  const { token } = await makeSession(app.deps, member)
  const converted = await app.member('roll-to-balance', { token, body: { requestId: newRequestId() } })
  expect(converted.body.status).toBe('success')
}

describe('the database', () => {
  const event = async (kind: 'issue' | 'adjustment', more: Partial<LedgerEvent> = {}): Promise<LedgerEvent> => ({
    memberId: member.id,
    kind,
    source: kind === 'issue' ? 'system' : 'office',
    key: newRequestId(),
    request: [kind],
    cash: wholeUnits(1),
    contraId: await app.deps.ledger.accountId(app.brand.id, kind === 'issue' ? 'play_money_issue' : 'adjustment'),
    ...more,
  })

  test.each(['issue', 'adjustment'] as const)(
    'refuses an %s without its audited act, alone and in a batch',
    async (kind) => {
      const before = await app.snapshotMoney()
      await expect(app.deps.ledger.post(await event(kind))).rejects.toThrow('audited act')
      const events = await Promise.all(Array.from({ length: 4 }, () => event(kind)))
      const ended = await Promise.allSettled(events.map((one) => app.deps.ledger.post(one)))
      expect(ended.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
      expect(await app.snapshotMoney()).toEqual(before)
    },
  )

  test('books an approved correction in the transaction of its approval only, with its own amount', async () => {
    const { id } = correctionOf(await propose(anna, member, '7'))
    const book = (decider: bigint, amount: bigint): Promise<unknown> =>
      app.db.transaction().execute(async (tx) => {
        const decision = { state: 'approved', decided_by: decider, decision_key: newRequestId() }
        await tx.updateTable('approval').set(decision).where('id', '=', id).execute()
        await postProvenIn(tx, app.deps.config.secret, await event('adjustment', { key: id, ref: id, cash: amount }))
      })
    await expect(book(anna.id, wholeUnits(7))).rejects.toThrow('approval_two_people')
    await expect(book(bora.id, wholeUnits(8))).rejects.toThrow('audited act')
    const decision = { state: 'approved', decided_by: bora.id, decision_key: newRequestId() }
    await app.db.updateTable('approval').set(decision).where('id', '=', id).execute()
    await expect(
      app.deps.ledger.post(await event('adjustment', { key: id, ref: id, cash: wholeUnits(7) })),
    ).rejects.toThrow('audited act')
    expect((await checkBooks(app.ownerPool)).faults.map((fault) => fault.check)).toContain('issued-by-two')
    await app.ownerPool.query(
      `ALTER TABLE approval DISABLE TRIGGER USER; ALTER TABLE approval ENABLE TRIGGER approval_is_recorded`,
    )
    await app.ownerPool.query(
      `UPDATE approval SET state = 'refused', decided_by = $2, decision_key = gen_random_uuid() WHERE id = $1`,
      [id, String(bora.id)],
    )
    await app.ownerPool.query(`ALTER TABLE approval ENABLE TRIGGER USER`)
  })

  test('issues play money with its audit row only, never to members of a brand with real money', async () => {
    const real = await makeBrand(app.deps)
    const rich = await makeMember(app.deps, real)
    await app.ownerPool.query(`UPDATE brand SET mode = 'real', reset_second = true WHERE id = $1`, [real.id])
    const contraId = await app.deps.ledger.accountId(real.id, 'play_money_issue')
    const issue = { ...(await event('issue', { memberId: rich.id, contraId })), kind: 'issue' as const }
    await expect(app.ownerDb.transaction().execute((tx) => issueIn(tx, issue))).rejects.toThrow('real money')
    await expect(app.db.transaction().execute((tx) => issueIn(tx, issue))).rejects.toThrow('permission denied')
    await expect(
      app.db
        .insertInto('audit')
        .values({ actor_kind: 'system', act: 'money.issue', subject: rich.publicId, detail: '{}' })
        .execute(),
    ).rejects.toThrow('written with the issue')
  })
})

describe('the statement', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await createTestApp({ handlers: appHandlers })
  })
  afterAll(() => site.close())

  test('shows a correction with its reason, as a list and as a file', async () => {
    const one = await makeMember(site.deps, site.brand, { cash: wholeUnits(100) })
    const call = async (login: string) => {
      const token = await makeOperatorSession(site, await makeOperator(site.deps, { login, roles: ['cashier'] }))
      return (name: string, body: object) => site.office(name, { token, body })
    }
    const [first, second] = [await call('first'), await call('second')]
    const proposal = { id: one.publicId, requestId: newRequestId(), account: 'cash', amount: '25', reason }
    const { id } = correctionOf(await first('propose-correction', proposal))
    expect((await second('approve-correction', { id, requestId: newRequestId() })).body.status).toBe('success')
    const { token } = await makeSession(site.deps, one)
    const period = { from: '2026-01-01', to: '2026-12-31' }
    const { body } = await site.member('get-statement', { token, body: period })
    expect(body['entries']).toMatchObject([
      { kind: 'adjustment', in: '25', balance: '125', reason },
      { kind: 'issue', reason: null },
    ])
    const csv = await site.member('get-statement-file', { token, body: { ...period, format: 'csv' } })
    expect(csv.file?.toString('utf8')).toContain(reason)
    const pdf = await site.member('get-statement-file', { token, body: { ...period, format: 'pdf' } })
    expect(pdf.file?.subarray(0, 5).toString()).toBe('%PDF-')
  })
})
