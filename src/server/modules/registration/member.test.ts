import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { makeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
let counted = 0

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  await app.ownerDb.insertInto('referral_code').values({ brand_id: app.brand.id, code: 'MOON' }).execute()
})
afterEach(() => setBrand({ registration: 'approval', code_required: false }))
afterAll(() => app.close())

async function setBrand(values: {
  registration?: 'open' | 'approval' | 'closed'
  code_required?: boolean
}): Promise<void> {
  await app.ownerDb.updateTable('brand').set(values).where('id', '=', app.brand.id).execute()
  await app.listeners.brands.refresh()
}

function form(change: Record<string, unknown> = {}): Record<string, unknown> {
  counted += 1
  const letters = [...String(counted)].map((digit) => 'abcdefghjk'.charAt(Number(digit))).join('')
  return {
    id: `guest${letters}`,
    pw: 'tiger!moon9',
    nick: `달빛${letters}`,
    phone: `010-${1000 + counted}-5678`,
    bankname: '신한은행',
    // Each person has values of their own: what shared ones lead to is in same-person.test.ts.
    banknum: `110-${100 + counted}-456789`,
    bankOwner: '김하늘',
    exchange_pw: '2580',
    birth: `19${10 + counted}-05-07`,
    agree: { terms: true, privacy: true, adult: true },
    ...change,
  }
}

const register = (body: Record<string, unknown>): Promise<TestResponse> => app.member('user-register', { body })

describe('registration', () => {
  test('waits for approval, then signs in; personal data is encrypted', async () => {
    const body = form()
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await register(body)
    })
    expect(response?.body).toEqual({ status: 'pending' })
    expect(changed).toEqual(['audit', 'member', 'member_person', 'person_mark'])
    const row = await app.db
      .selectFrom('member as m')
      .innerJoin('member_person as p', 'p.member_id', 'm.id')
      .selectAll()
      .where('m.login_id', '=', String(body['id']))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'pending', phone_last4: '5678', bank_number_last4: '6789' })
    expect(row.password_hash).toMatch(/^test\.[\w-]{43}\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const digits = (field: string): string => String(body[field]).replaceAll('-', '')
    expect(row.phone_sealed?.includes(digits('phone').slice(0, 7))).toBe(false)
    const encryption = createEncryption(app.deps.config)
    const owner = { id: row.member_id, publicId: row.public_id }
    expect(encryption.decryptText({ of: 'phone', ...owner }, row.key_id, row.phone_sealed ?? Buffer.of())).toBe(
      digits('phone'),
    )
    expect(encryption.decryptText({ of: 'account', ...owner }, row.key_id, row.bank_number_sealed ?? Buffer.of())).toBe(
      digits('banknum'),
    )
    const signIn = (): Promise<TestResponse> =>
      app.member('user-do-login', { body: { id: body['id'], pw: body['pw'] } })
    expect((await signIn()).body.status).toBe('pending')
  })

  test('is complete at once when the brand needs no approval', async () => {
    await setBrand({ registration: 'open' })
    const body = form()
    expect((await register(body)).body).toEqual({ status: 'success' })
    const response = await app.member('user-do-login', { body: { id: body['id'], pw: body['pw'] } })
    expect(response.body).toMatchObject({
      status: 'success',
      user: { balance: '0', bankname: '신한은행', banknum: '••••6789' },
    })
  })

  test('is refused while registration is closed', async () => {
    await setBrand({ registration: 'closed' })
    expect((await register(form())).body).toEqual({ status: 'closed' })
    expect((await app.member('get-reg-domain')).body).toEqual({ status: 'closed' })
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['an id outside the alphabet', { id: 'dеmo1' }, { status: 'invalid', fields: { id: 'characters' } }],
    ['an invisible character', { nick: '달\u200b빛' }, { status: 'invalid', fields: { nick: 'characters' } }],
    ['a weak password', { pw: '12345678' }, { status: 'invalid', fields: { pw: 'simple' } }],
    ['a weak PIN', { exchange_pw: '1111' }, { status: 'invalid', fields: { exchange_pw: 'simple' } }],
    [
      'several at once',
      { birth: 'x', banknum: '' },
      { status: 'invalid', fields: { birth: 'format', banknum: 'required' } },
    ],
    [
      'no consent',
      { agree: { terms: true, privacy: false, adult: true } },
      { status: 'invalid', fields: { agree: 'agree' } },
    ],
    ['a child', { birth: '2015-01-01' }, { status: 'underage' }],
    ['an unknown code', { code: 'SUN' }, { status: 'cant_find_code' }],
  ])('refuses %s, and nothing is stored', async (_what, change, answer) => {
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await register(form(change))
    })
    expect(response?.body).toEqual(answer)
    expect(changed).toEqual([])
  })

  test('accepts a code in any spelling, and requires one if the brand does', async () => {
    await setBrand({ code_required: true })
    expect((await register(form())).body).toEqual({ status: 'invalid', fields: { code: 'required' } })
    const body = form({ code: ' moon ' })
    expect((await register(body)).body).toEqual({ status: 'pending' })
    const row = await app.db
      .selectFrom('member')
      .select('referral_code')
      .where('login_id', '=', String(body['id']))
      .executeTakeFirst()
    expect(row?.referral_code).toBe('MOON')
  })

  test('registers an id and a nickname once, also under concurrency', async () => {
    const body = form()
    // On a busy machine one waits for longer than it may for its secrets to be hashed, and is sent again.
    const registerAgain = async (own: Record<string, unknown>): Promise<TestResponse> => {
      const response = await register(own)
      return response.code === 429 ? registerAgain(own) : response
    }
    const nicks = Array.from({ length: 5 }, () => form()['nick'])
    const responses = await Promise.all(nicks.map((nick) => registerAgain({ ...body, nick })))
    const statuses = responses.map((one) => one.body.status)
    expect(statuses.filter((word) => word === 'pending')).toHaveLength(1)
    expect(statuses.filter((word) => word === 'already_have_user')).toHaveLength(4)
    const taken = await app.db
      .selectFrom('member')
      .select('nick')
      .where('login_id', '=', String(body['id']))
      .executeTakeFirst()
    expect((await register(form({ nick: taken?.nick }))).body).toEqual({ status: 'already_have_nick' })
    expect((await register({ ...body, id: String(body['id']).toUpperCase() })).body).toEqual({
      status: 'already_have_user',
    })
  })
})

test('a name is free, taken or invalid', async () => {
  const member = await makeMember(app.deps, app.brand, { loginId: 'haneul7', nick: 'Tiger10' })
  const check = async (call: string, body: Record<string, string>): Promise<unknown> =>
    (await app.member(call, { body })).body
  expect(await check('check-user-id', { id: 'nobody9' })).toEqual({ status: 'success' })
  expect(await check('check-user-id', { id: ` ${member.loginId.toUpperCase()}` })).toEqual({ status: 'taken' })
  expect(await check('check-user-id', { id: 'no' })).toEqual({ status: 'invalid', why: 'length' })
  expect(await check('check-user-nick', { nick: '밤하늘' })).toEqual({ status: 'success' })
  expect(await check('check-user-nick', { nick: 'tigerlO' })).toEqual({ status: 'taken' })
  expect(await check('check-user-nick', { nick: '관리자' })).toEqual({ status: 'invalid', why: 'reserved' })
})

test('the registration domain is the named one if it belongs to this brand', async () => {
  const check = async (origin: string): Promise<TestResponse> => app.member('get-reg-domain', { headers: { origin } })
  expect((await check('https://nocturne.example')).body).toMatchObject({
    status: 'success',
    domain: 'nocturne.example',
    approval: true,
    codeRequired: false,
    minAge: 19,
    languages: ['ko', 'en', 'jp', 'vn', 'cn'],
    mode: 'play',
  })
  expect((await check('https://elsewhere.example')).body['domain']).toBe('localhost')
  expect((await check('')).body['domain']).toBe('localhost')
  expect(app.errors).toEqual([])
})
