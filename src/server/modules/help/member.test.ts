import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leastMeasured, mostOpenInquiries } from '#domain/help.ts'
import { siteLanguages } from '#domain/site-language.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { setDepositAccount } from '#server/seed/brand-settings.ts'
import { appHandlers } from '#server/handlers.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'
import { forgetUsualTimes } from './usual-times.ts'

let app: TestApp
let member: MadeMember
let token: string
let office: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  office = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['manager'] }))
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand)
  token = (await makeSession(app.deps, member)).token
})
afterAll(() => app.close())

const callMember = (call: string, body?: unknown): Promise<TestResponse> => app.member(call, { token, body })
const write = async (title = '문의'): Promise<string> =>
  String((await callMember('user-write-help', { title, contents: '내용입니다.' })).body['id'])
const counts = async (): Promise<unknown> => (await callMember('user-health-check')).body['helpCount']

async function answer(id: string, contents: string): Promise<void> {
  await app.office('open-help', { token: office, body: { id } })
  const response = await app.office('answer-help', { token: office, body: { id, contents } })
  expect(response.body.status).toBe('success')
}

test('an inquiry is filed, opened, answered and read', async () => {
  let id = ''
  const changed = await changedBy(app.ownerPool, async () => {
    id = await write(' 입금 문의 ')
  })
  expect(changed).toEqual(['help_item'])
  const list = async (): Promise<unknown> => (await callMember('get-help-list')).body
  expect(await list()).toMatchObject({
    maxCount: 1,
    helps: [{ id, kind: 'general', title: '입금 문의', status: 'reg', read: true, ref: null }],
  })
  await app.office('open-help', { token: office, body: { id } })
  expect(await list()).toMatchObject({ helps: [{ status: 'wait' }] })
  await answer(id, '답변입니다.')
  expect(await counts()).toBe(1)
  expect(await list()).toMatchObject({ helps: [{ status: 'already', read: false, ref: { contents: '답변입니다.' } }] })
  expect((await callMember('read-help-message', { id })).body).toMatchObject({
    status: 'success',
    help: { read: true },
  })
  expect(await counts()).toBe(0)
})

test('the first reading of a reply is recorded and signed, a later one writes nothing', async () => {
  const id = await write('입금 문의')
  await answer(id, '답변입니다.')
  const recorded = async (): Promise<number> => {
    const { rows } = await app.ownerPool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM state_change JOIN act_signature USING (act_group) WHERE relation = 'help_item' AND row_key = $1`,
      [id],
    )
    return rows[0]?.count ?? 0
  }
  const before = await recorded()
  for (let reading = 0; reading < 2; reading += 1) {
    expect((await callMember('read-help-message', { id })).body).toMatchObject({ help: { read: true } })
    expect(await recorded()).toBe(before + 1)
  }
})

test('title and contents must not be blank', async () => {
  expect(await callMember('user-write-help', { title: '  ', contents: 'x' })).toMatchObject({
    code: 400,
    body: { fields: { title: expect.any(String) } },
  })
  expect((await callMember('user-write-help', { title: 'x' })).code).toBe(400)
  expect((await callMember('user-write-help', { title: 'x', contents: 'x', kind: 'account' })).code).toBe(400)
})

test('allows 5 open inquiries, also under concurrency', async () => {
  const responses = await Promise.all(
    Array.from({ length: mostOpenInquiries + 4 }, () => callMember('user-write-help', { title: 'x', contents: 'x' })),
  )
  expect(responses.filter((one) => one.body.status === 'success')).toHaveLength(mostOpenInquiries)
  expect(responses.filter((one) => one.body.status === 'wait')).toHaveLength(4)
})

test('a repeated request files one inquiry, also under concurrency', async () => {
  const body = { title: 'x', contents: 'x', requestId: newRequestId() }
  const responses = await Promise.all(Array.from({ length: 4 }, () => callMember('user-write-help', body)))
  expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1)
  expect(responses[0]?.body).toMatchObject({ status: 'success' })
  expect((await callMember('user-write-help', { ...body, contents: 'y' })).body).toEqual({ status: 'conflict' })
  expect((await callMember('get-help-list')).body).toMatchObject({ maxCount: 1 })
  for (let more = 1; more < mostOpenInquiries; more++) await write()
  expect((await callMember('user-write-help', body)).body).toEqual(responses[0]?.body)
  // The ids of members are their own.
  const other = (await makeSession(app.deps, await makeMember(app.deps, app.brand))).token
  expect((await app.member('user-write-help', { token: other, body })).body).toMatchObject({ status: 'success' })
})

test('hidden open inquiries keep counting, and are shown again on request', async () => {
  for (let count = 0; count < mostOpenInquiries - 1; count++) await write()
  await callMember('user-ask-account')
  await callMember('del-all-help')
  await callMember('user-ask-account')
  const refused = (await callMember('user-write-help', { title: 'x', contents: 'x' })).body
  expect(refused).toEqual({ status: 'wait', open: mostOpenInquiries, hidden: mostOpenInquiries })
  expect((await callMember('user-ask-account')).body).toEqual({ status: 'wait', open: 1, hidden: 1 })
  const changed = await changedBy(app.ownerPool, async () => {
    expect((await callMember('show-open-helps')).body).toEqual({ status: 'success' })
  })
  expect(changed).toEqual(['help_item'])
  expect((await callMember('get-help-list')).body).toMatchObject({ maxCount: mostOpenInquiries })
  expect((await callMember('user-ask-account')).body).toEqual({ status: 'wait', open: 1, hidden: 0 })
})

test('answered inquiries stay hidden when the open ones are shown again', async () => {
  const [one, other] = [await write('하나'), await write('둘')]
  await answer(one, '답변')
  await callMember('del-all-help')
  await callMember('show-open-helps')
  expect((await callMember('get-help-list')).body).toMatchObject({ maxCount: 1, helps: [{ id: other }] })
})

test('allows an inquiry only about an own round', async () => {
  expect((await callMember('user-write-help', { title: 'x', contents: 'x', roundId: newRequestId() })).body).toEqual({
    status: 'fail',
  })
})

describe('the deposit account', () => {
  test('allows one open request at a time, with the PIN checked where one is sent', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => callMember('user-ask-account')))
    expect(responses.filter((one) => one.body.status === 'success')).toHaveLength(1)
    expect(responses.filter((one) => one.body.status === 'wait')).toHaveLength(4)
    expect((await callMember('user-ask-account', { pass: '0000' })).body).toEqual({ status: 'pass' })
  })

  test('arrives as a reply with the member’s own reference code', async () => {
    const { body } = await callMember('user-ask-account', { pass: member.pin })
    await answer(String(body['helpId']), '')
    const row = await app.db
      .selectFrom('member')
      .select('reference_code')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    const read = (await callMember('read-help-message', { id: body['helpId'] })).body
    expect(read).toMatchObject({
      help: { kind: 'account', ref: { contents: expect.stringContaining(row.reference_code) } },
    })
    expect(read).toMatchObject({ help: { ref: { contents: expect.stringContaining('000-0000-0000') } } })
    expect((await callMember('user-ask-account')).body.status).toBe('success')
  })

  test('arrives in the language of its reader, with the operator’s addition as it was written', async () => {
    const { body } = await app.member('user-ask-account', { token, headers: { 'x-locale': 'ko' } })
    await answer(String(body['helpId']), '감사합니다.')
    const read = async (locale: string): Promise<string> => {
      const response = await app.member('get-help-list', { token, headers: { 'x-locale': locale } })
      const { helps } = response.body as unknown as { helps: { ref: { contents: string } }[] }
      return String(helps[0]?.ref.contents)
    }
    expect(await read('en')).toMatch(/^Deposit account: .*000-0000-0000.*\nReference code: .*\n[^]*\n\n감사합니다\.$/)
    expect(await read('ko')).toMatch(/^입금 계좌: .*000-0000-0000/)
    expect(await read('vn')).toMatch(/^Tài khoản nạp tiền: /)
  })

  test('names its bank in the language of its reader, and stays as sent when the brand changes its account', async () => {
    const ask = async (): Promise<void> => {
      const { body } = await callMember('user-ask-account')
      await answer(String(body['helpId']), '')
    }
    /** The first line of a reply in each language; 0 is the newest. */
    const linesOf = async (place: number) => {
      const read = siteLanguages.map(async (locale) => {
        const response = await app.member('get-help-list', { token, headers: { 'x-locale': locale } })
        const { helps } = response.body as unknown as { helps: { ref: { contents: string } }[] }
        return [locale, helps[place]?.ref.contents.split('\n')[0]] as const
      })
      return Object.fromEntries(await Promise.all(read))
    }
    await ask()
    const freeText = await linesOf(0)
    expect(freeText['en']).toBe('Deposit account: 녹턴은행 000-0000-0000 (예금주 연습용)')
    const account = { bank: '신한은행', number: '110-123-456789', owner: 'Nocturne' }
    expect(await setDepositAccount(app.deps.ownerDb, app.brand.code, account)).toBe(true)
    await app.listeners.brands.refresh()
    await ask()
    expect(await linesOf(0)).toEqual({
      ko: '입금 계좌: 신한은행 110-123-456789 (예금주 Nocturne)',
      en: 'Deposit account: Shinhan Bank 110-123-456789 (account holder: Nocturne)',
      jp: '入金口座：新韓銀行 110-123-456789（口座名義：Nocturne）',
      vn: 'Tài khoản nạp tiền: Shinhan Bank 110-123-456789 (chủ tài khoản: Nocturne)',
      cn: '存款账户：新韩银行 110-123-456789（户名：Nocturne）',
    })
    expect(await linesOf(1)).toEqual(freeText)
    const { rows } = await app.ownerPool.query(
      'SELECT account_reply FROM help_item WHERE member_id = $1 ORDER BY filed_at DESC LIMIT 1',
      [member.id],
    )
    expect(rows[0].account_reply).toMatchObject({ bankAccount: account })
  })
})

describe('the account to pay into', () => {
  const read = async () => (await callMember('get-deposit-account')).body
  const ask = async (): Promise<string> => String((await callMember('user-ask-account')).body['helpId'])

  test('is that of the newest reply, also when it is hidden, beside a request that waits', async () => {
    expect(await read()).toEqual({ status: 'success', account: null, withdrawn: false, waitingSince: null })
    const first = await ask()
    expect(await read()).toMatchObject({ account: null, withdrawn: false, waitingSince: expect.any(String) })
    await answer(first, '')
    expect(await read()).toMatchObject({
      account: { helpId: first, contents: expect.stringContaining('입금 계좌'), date: expect.any(String), read: false },
      withdrawn: false,
      waitingSince: null,
    })
    const second = await ask()
    await callMember('del-all-help')
    expect(await read()).toMatchObject({
      account: { helpId: first, read: true },
      withdrawn: false,
      waitingSince: expect.any(String),
    })
    await answer(second, '감사합니다.')
    expect(await read()).toMatchObject({
      account: { helpId: second, contents: expect.stringContaining('감사합니다.') },
    })
    const stranger = (await makeSession(app.deps, await makeMember(app.deps, app.brand))).token
    expect((await app.member('get-deposit-account', { token: stranger })).body).toMatchObject({ account: null })
    expect((await app.member('get-deposit-account')).code).toBe(401)
  })

  test('is withdrawn when the brand pays into another one, until a newer reply names that', async () => {
    await answer(await ask(), '')
    expect(await read()).toMatchObject({ withdrawn: false })
    const number = '110-999-000000'
    await setDepositAccount(app.deps.ownerDb, app.brand.code, { bank: '신한은행', number, owner: 'Nocturne' })
    await app.listeners.brands.refresh()
    expect(await read()).toEqual({ status: 'success', account: null, withdrawn: true, waitingSince: null })
    await answer(await ask(), '')
    expect(await read()).toMatchObject({ account: { contents: expect.stringContaining(number) }, withdrawn: false })
  })
})

test('hiding all deletes nothing, and an answer brings an item back', async () => {
  const [one, other] = [await write('하나'), await write('둘')]
  await answer(one, '답변')
  const before = await app.db.selectFrom('help_item').select('id').orderBy('id').execute()
  expect((await callMember('del-all-help')).body).toEqual({ status: 'success' })
  expect(await counts()).toBe(0)
  expect((await callMember('get-help-list')).body).toEqual({ status: 'success', helps: [], maxCount: 0 })
  expect((await callMember('read-help-message', { id: one })).body).toEqual({ status: 'none' })
  expect(await app.db.selectFrom('help_item').select('id').orderBy('id').execute()).toEqual(before)
  await answer(other, '늦은 답변')
  expect(await counts()).toBe(1)
  expect((await callMember('get-help-list')).body).toMatchObject({ maxCount: 1, helps: [{ id: other }] })
})

test('another member’s inquiry and a missing one get the same answer', async () => {
  const id = await write()
  await answer(id, '답변')
  const stranger = (await makeSession(app.deps, await makeMember(app.deps, app.brand))).token
  const changed = await changedBy(app.ownerPool, async () => {
    for (const one of [id, newRequestId()]) {
      const response = await app.member('read-help-message', { token: stranger, body: { id: one } })
      expect(response.body).toEqual({ status: 'none' })
    }
    await app.member('del-all-help', { token: stranger })
  })
  expect(changed).toEqual([])
  expect((await app.member('get-help-list')).code).toBe(401)
  expect(app.errors).toEqual([])
})

describe('the usual times', () => {
  const times = async () => {
    forgetUsualTimes(app.deps.events)
    return (await app.member('get-usual-times')).body
  }
  const file = (count: number, minutes: number, kind = 'general') =>
    inSignedTransaction(app.ownerPool, testSecret, (client) =>
      client.query(
        `INSERT INTO help_item (id, brand_id, member_id, kind, title, contents, state, filed_at, replied_at, reply)
           SELECT gen_random_uuid(), $1, $2, $3, 't', 'c', 'answered', now() - make_interval(mins => $4::int), now(), 'r'
             FROM generate_series(1, $5::int)`,
        [app.brand.id, member.id, kind, minutes, count],
      ),
    )

  test('are stated from 20 replies on, as the median, without those for an account', async () => {
    await inSignedTransaction(app.ownerPool, testSecret, (client) => client.query('DELETE FROM help_item'))
    expect(await times()).toEqual({ status: 'success', deposit: null, withdraw: null, reply: null })
    await file(leastMeasured - 1, 30)
    await file(leastMeasured, 1, 'account')
    expect(await times()).toMatchObject({ reply: null })
    await file(1, 500)
    expect(await times()).toMatchObject({ reply: 30 })
    await inSignedTransaction(app.ownerPool, testSecret, (client) =>
      client.query(
        `UPDATE help_item SET replied_at = now() - interval '31 days', filed_at = now() - interval '32 days'`,
      ),
    )
    expect(await times()).toMatchObject({ reply: null })
  })
})

test('an inquiry has the category that its member chose, for the office too', async () => {
  const written = await callMember('user-write-help', { title: '출금', contents: '언제 되나요?', category: 'money' })
  expect(written.body.status).toBe('success')
  expect((await callMember('get-help-list')).body).toMatchObject({ helps: [{ category: 'money' }] })
  const refused = await callMember('user-write-help', { title: '출금', contents: '언제?', category: 'vip' })
  expect(refused.code).toBe(400)
})
