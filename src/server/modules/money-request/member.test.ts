import { decryptName } from '#server/auth/encrypted-name.ts'
import { depositorOf } from '#server/auth/request-name.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { setExclusionEnd } from '#test/exclusions.ts'
import { makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
let member: MadeMember
let token: string
let cashier: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  cashier = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  token = (await makeSession(app.deps, member)).token
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

const callMember = (call: string, body?: unknown): Promise<TestResponse> => app.member(call, { token, body })
const deposit = (body: Record<string, unknown>): Promise<TestResponse> => callMember('apply-user-deposit', body)
const withdraw = (body: Record<string, unknown>): Promise<TestResponse> =>
  callMember('apply-user-withdraw', { pass: member.pin, ...body })
const statuses = (response: readonly TestResponse[]): string[] => response.map((one) => one.body.status).sort()
const wallet = () =>
  app.db
    .selectFrom('wallet')
    .select(['cash', 'held', 'seq'])
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
const requests = async (): Promise<Record<string, unknown>[]> =>
  (await callMember('get-money-requests')).body['balances'] as Record<string, unknown>[]

/** A call of a cashier, which succeeds. */
async function callOffice(call: string, body: object): Promise<void> {
  expect((await app.office(call, { token: cashier, body })).body.status).toBe('success')
}

describe('a deposit', () => {
  test('is filed; only the request and its key are written', async () => {
    let response: TestResponse | undefined
    const requestId = newRequestId()
    const changed = await changedBy(app.ownerPool, async () => {
      response = await deposit({ requestId, balance: '50000', depositor: ' 김하늘 ' })
    })
    expect(changed).toEqual(['audit', 'journal', 'money_request', 'money_request_event', 'wallet'])
    expect(response?.body).toMatchObject({
      status: 'success',
      request: { type: 'deposit', balance: '50000', credited: null, status: 'reg', reason: null },
    })
    expect(await wallet()).toMatchObject({ cash: wholeUnits(100_000), held: 0n, seq: 2n })
    expect(await requests()).toEqual([response?.body['request']])
  })

  test('without a name comes from the owner of the member’s account, as on the form', async () => {
    await deposit({ requestId: newRequestId(), balance: '50000', depositor: '  ' })
    const filed = await app.db
      .selectFrom('money_request')
      .select(['id', 'amount', 'depositor'])
      .where('member_id', '=', member.id)
      .execute()
    expect(filed.map((row) => decryptName(app.deps.config, depositorOf(member, row), row.depositor))).toEqual([
      '김연습',
    ])
  })

  test('is filed once when repeated; with another payload it is a conflict', async () => {
    const requestId = newRequestId()
    const first = await deposit({ requestId, balance: '50000' })
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await deposit({ requestId, balance: 50_000 })).body).toEqual(first.body)
      expect((await deposit({ requestId: requestId.toUpperCase(), balance: '50000' })).body).toEqual(first.body)
      expect((await deposit({ requestId, balance: '60000' })).body).toEqual({ status: 'conflict' })
      expect((await withdraw({ requestId, balance: '50000' })).body).toEqual({ status: 'conflict' })
      expect((await callMember('roll-to-balance', { requestId })).body).toEqual({ status: 'conflict' })
      expect((await deposit({ requestId: newRequestId(), balance: '50000' })).body).toEqual({ status: 'wait' })
    })
    expect(changed).toEqual([])
  })

  test('a refusal is not stored: the same request is decided again', async () => {
    const open = await deposit({ balance: '50000' })
    const requestId = newRequestId()
    expect((await deposit({ requestId, balance: '30000' })).body).toEqual({ status: 'wait' })
    await callMember('cancel-money-request', { id: (open.body['request'] as { id: string }).id })
    expect((await deposit({ requestId, balance: '30000' })).body.status).toBe('success')
  })

  test('is filed once by concurrent calls with one key or with many', async () => {
    const requestId = newRequestId()
    const same = await Promise.all(Array.from({ length: 8 }, () => deposit({ requestId, balance: '50000' })))
    expect(new Set(same.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(statuses(same)).toEqual(Array.from({ length: 8 }, () => 'success'))
    const [request] = await requests()
    await callMember('cancel-money-request', { id: request?.['id'] })
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        deposit({ balance: '50000', ...(index % 2 && { requestId: newRequestId() }) }),
      ),
    )
    expect(statuses(many)).toEqual(['success', ...Array.from({ length: 7 }, () => 'wait')])
  })

  test.each([
    ['9999', 'min'],
    ['0', 'min'],
    ['10000001', 'max'],
    [Number.MAX_SAFE_INTEGER, 'max'],
    ['9007199254740991', 'max'],
    ['10500', 'step'],
    ['11000.5', 'step'],
  ])('of %s is refused: %s', async (balance, status) => {
    expect((await deposit({ balance })).body).toEqual({ status })
    expect(await requests()).toEqual([])
  })

  test.each(['-1', '1e5', 'abc', '', '1,000', 1.5, null, true, 2 ** 53, '9007199254740992'])(
    'of %j is rejected',
    async (balance) => {
      const response = await deposit({ balance })
      expect(response.code).toBe(400)
      expect(response.body['fields']).toHaveProperty('balance')
    },
  )

  test('is refused outside the opening hours, with the next opening', async () => {
    const now = new Date()
    const minutes = (now.getUTCHours() * 60 + now.getUTCMinutes() + 9 * 60) % 1_440
    const set = async (opens: number, closes: number): Promise<void> => {
      await app.ownerDb
        .updateTable('brand')
        .set({ cash_opens: opens, cash_closes: closes })
        .where('id', '=', app.brand.id)
        .execute()
      await app.listeners.brands.refresh()
    }
    await set((minutes + 120) % 1_440, (minutes + 180) % 1_440)
    const response = await deposit({ balance: '50000' })
    await set(0, 0)
    expect(response.body.status).toBe('closed')
    const wait = Date.parse(String(response.body['opens'])) - now.getTime()
    expect(wait).toBeGreaterThan(118 * 60_000)
    expect(wait).toBeLessThan(122 * 60_000)
  })

  test('respects the member’s own limit exactly', async () => {
    await callMember('set-limit', { kind: 'deposit', period: 'day', most: '50000' })
    await callMember('set-limit', { kind: 'deposit', period: 'month', most: '900000' })
    expect((await deposit({ balance: '51000' })).body).toEqual({ status: 'limit', remaining: '50000' })
    const first = await deposit({ balance: '30000' })
    const { id: ref } = first.body['request'] as { id: string }
    await callOffice('claim-request', { id: ref })
    await callOffice('approve-deposit', { id: ref, requestId: newRequestId(), credited: '30000' })
    expect((await deposit({ balance: '21000' })).body).toEqual({ status: 'limit', remaining: '20000' })
    expect((await deposit({ balance: '20000' })).body.status).toBe('success')
  })

  test('of a blocked or excluded member is refused by the API', async () => {
    await setExclusionEnd(app.ownerPool, member.id, `now() + interval '1 minute'`)
    expect((await deposit({ balance: '50000' })).body).toEqual({ status: 'excluded' })
    await app.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute()
    expect((await deposit({ balance: '50000' })).code).toBe(403)
    expect((await app.member('apply-user-deposit', { body: { balance: '50000' } })).code).toBe(401)
  })
})

describe('cancelling a deposit', () => {
  test('works while it is unclaimed, and is idempotent', async () => {
    const id = ((await deposit({ balance: '50000' })).body['request'] as { id: string }).id
    expect((await callMember('cancel-money-request', { id })).body).toEqual({ status: 'success' })
    expect((await callMember('cancel-money-request', { id: id.toUpperCase() })).body).toEqual({ status: 'success' })
    expect(await requests()).toMatchObject([
      { status: 'cansel', reason: null, history: [{ status: 'reg' }, { status: 'cansel' }] },
    ])
  })

  test('answers late for a claimed, foreign or missing one, and for a withdrawal', async () => {
    const id = ((await deposit({ balance: '50000' })).body['request'] as { id: string }).id
    const foreign = await makeSession(app.deps, await makeMember(app.deps, app.brand))
    await callOffice('claim-request', { id })
    const held = ((await withdraw({ balance: '50000' })).body['request'] as { id: string }).id
    const changed = await changedBy(app.ownerPool, async () => {
      for (const one of [id, held, newRequestId()]) {
        expect((await callMember('cancel-money-request', { id: one })).body).toEqual({ status: 'late' })
      }
      expect((await app.member('cancel-money-request', { token: foreign.token, body: { id } })).body).toEqual({
        status: 'late',
      })
    })
    expect(changed).toEqual([])
  })
})

describe('a withdrawal', () => {
  test('holds the money at once and goes to the account of that time', async () => {
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await withdraw({ requestId: newRequestId(), balance: '60000' })
    })
    expect(changed).toEqual(['audit', 'journal', 'money_request', 'money_request_event', 'wallet'])
    expect(response?.body).toMatchObject({
      status: 'success',
      request: { type: 'withdraw', balance: '60000', status: 'wait' },
    })
    expect(await wallet()).toMatchObject({ cash: wholeUnits(40_000), held: wholeUnits(60_000) })
    expect((await callMember('user-health-check')).body).toMatchObject({ user: { balance: '40000' }, held: '60000' })
    const row = await app.db
      .selectFrom('money_request')
      .selectAll()
      .where('member_id', '=', member.id)
      .executeTakeFirst()
    expect(row).toMatchObject({ state: 'held', bank_name: '신한은행', bank_number_last4: '0000' })
    expect(row?.bank_number_sealed).not.toBeNull()
  })

  test('is filed once when repeated, also with a wrong or missing PIN the second time', async () => {
    const requestId = newRequestId()
    const first = await withdraw({ requestId, balance: '60000' })
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await withdraw({ requestId, balance: '60000', pass: '0000' })).body).toEqual(first.body)
      expect((await callMember('apply-user-withdraw', { requestId, balance: '60000' })).body).toEqual(first.body)
      expect((await withdraw({ requestId, balance: '70000' })).body).toEqual({ status: 'conflict' })
      expect((await withdraw({ balance: '20000' })).body).toEqual({ status: 'wait' })
    })
    expect(changed).toEqual([])
  })

  test('of the whole balance is filed once by concurrent calls', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        withdraw({ balance: '100000', ...(index % 2 && { requestId: newRequestId() }) }),
      ),
    )
    expect(statuses(responses)).toEqual(['success', ...Array.from({ length: 5 }, () => 'wait')])
    expect(await wallet()).toMatchObject({ cash: 0n, held: wholeUnits(100_000) })
  })

  test('gets one answer for concurrent calls with one key', async () => {
    const requestId = newRequestId()
    const responses = await Promise.all(Array.from({ length: 6 }, () => withdraw({ requestId, balance: '50000' })))
    expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(responses[0]?.body.status).toBe('success')
  })

  test('is checked by PIN, amount and balance, in this order; a refusal moves nothing', async () => {
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await callMember('apply-user-withdraw', { balance: '60000' })).body).toEqual({ status: 'pass' })
      expect((await withdraw({ balance: '9999' })).body).toEqual({ status: 'min' })
      expect((await withdraw({ balance: '10000001' })).body).toEqual({ status: 'max' })
      expect((await withdraw({ balance: '10500' })).body).toEqual({ status: 'step' })
      expect((await withdraw({ balance: '101000' })).body).toEqual({ status: 'balance' })
    })
    expect(changed).toEqual([])
    expect((await withdraw({ balance: '9999', pass: '0000' })).body).toEqual({ status: 'pass' })
    expect((await withdraw({ balance: '100000' })).body.status).toBe('success')
  })

  test('does not wait for the turnover of a member who is excluded for months, and does during a break', async () => {
    const setTurnover = async (ppm: number): Promise<void> => {
      await app.ownerDb.updateTable('brand').set({ turnover_ppm: ppm }).execute()
      await app.listeners.brands.refresh()
    }
    await setTurnover(1_000_000)
    const player = await makeMember(app.deps, app.brand)
    const session = await makeSession(app.deps, player)
    const call = async (name: string, body: object = {}): Promise<Record<string, unknown>> =>
      (await app.member(name, { token: session.token, body })).body
    const filed = await call('apply-user-deposit', { requestId: newRequestId(), balance: '50000' })
    const { id } = filed['request'] as { id: string }
    await callOffice('claim-request', { id })
    await callOffice('approve-deposit', { id, requestId: newRequestId(), credited: '50000' })
    const file = () => call('apply-user-withdraw', { requestId: newRequestId(), balance: '10000', pass: player.pin })
    const turnover = async () =>
      ((await call('get-member'))['cash'] as { withdraw: { turnover: string } }).withdraw.turnover
    expect((await call('take-a-break', { lasts: '24h' }))['status']).toBe('success')
    expect([await file(), await turnover()]).toEqual([{ status: 'turnover', remaining: '50000' }, '50000'])
    expect((await call('exclude-me', { lasts: 'ever', pw: player.password }))['status']).toBe('success')
    expect(await turnover()).toBe('0')
    expect((await file())['status']).toBe('success')
    await setTurnover(0)
  })

  test('waits for the turnover, and after a password reset', async () => {
    await app.ownerPool.query(`UPDATE wallet SET turnover_due = $2 WHERE member_id = $1`, [String(member.id), '125000'])
    expect((await withdraw({ balance: '10000' })).body).toEqual({ status: 'turnover', remaining: '12.5' })
    await app.ownerPool.query(`UPDATE wallet SET turnover_due = 0 WHERE member_id = $1`, [String(member.id)])
    const later = new Date(Date.now() + 60_000)
    await app.db.updateTable('member').set({ withdraw_waits_until: later }).where('id', '=', member.id).execute()
    expect((await withdraw({ balance: '10000' })).body).toEqual({ status: 'wait', until: later.toISOString() })
  })

  test('is allowed to a blocked member, who owns the money', async () => {
    await app.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute()
    expect((await withdraw({ balance: '100000' })).body.status).toBe('success')
  })
})

describe('the PIN', () => {
  test('has one counter for all calls; five wrong attempts lock it, for the right PIN too', async () => {
    const responses = []
    for (let round = 0; round < 3; round++)
      responses.push((await withdraw({ balance: '10000', pass: '0000' })).body.status)
    responses.push((await callMember('user-ask-account', { pass: '0000' })).body.status)
    responses.push((await withdraw({ balance: '10000', pass: '0000' })).body.status)
    expect(responses).toEqual(['pass', 'pass', 'pass', 'pass', 'locked'])
    expect((await withdraw({ balance: '10000' })).body).toEqual({ status: 'locked' })
    const { pin_locked_until: until } = await app.db
      .selectFrom('member')
      .select('pin_locked_until')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    const minutes = ((until?.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThan(31)
  })

  test('is verified five times when it is guessed concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => withdraw({ balance: '10000', pass: '0000' })))
    expect(statuses(responses).filter((word) => word === 'pass')).toHaveLength(4)
    expect(statuses(responses).filter((word) => word === 'locked')).toHaveLength(6)
    const row = await app.db.selectFrom('member').select('pin_failures').where('id', '=', member.id).executeTakeFirst()
    expect(row?.pin_failures).toBe(5)
  })

  test('resets the counter when it is right', async () => {
    for (let round = 0; round < 4; round++) await withdraw({ balance: '10000', pass: '0000' })
    expect((await withdraw({ balance: '101000' })).body).toEqual({ status: 'balance' })
    for (let round = 0; round < 4; round++) {
      expect((await withdraw({ balance: '10000', pass: '0000' })).body).toEqual({ status: 'pass' })
    }
  })
})

test('lists the member’s own requests, by type and page, newest first', async () => {
  await deposit({ balance: '50000' })
  await withdraw({ balance: '10000' })
  const other = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  const list = async (body: unknown, as = token): Promise<unknown> =>
    (await app.member('get-money-requests', { token: as, body })).body
  expect(await list({})).toMatchObject({ maxCount: 2, balances: [{ type: 'withdraw' }, { type: 'deposit' }] })
  expect(await list({ type: 'deposit' })).toMatchObject({ maxCount: 1, balances: [{ type: 'deposit' }] })
  expect(await list({ skip: 1, take: 1 })).toMatchObject({ maxCount: 2, balances: [{ type: 'deposit' }] })
  expect(await list({}, other.token)).toEqual({ status: 'success', balances: [], maxCount: 0 })
  expect(app.errors).toEqual([])
})
