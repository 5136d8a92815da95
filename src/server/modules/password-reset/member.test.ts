import { testSecret } from '#test/test-secret.ts'
import { proveSessions } from '#test/proven-session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { resetCodeAttempts } from '#domain/password-reset.ts'
import type { AppEvent } from '#server/live/events.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { expectCleanBooks } from '#test/books.ts'
import { makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
let member: MadeMember
let support: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  support = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
})
beforeEach(async () => {
  await app.ownerPool.query('DELETE FROM password_reset')
  member = await makeMember(app.deps, app.brand, { phone: '01055501234', cash: wholeUnits(100_000) })
})
afterAll(() => app.close())

const newPw = 'another!moon8'
const requestReset = (id: string, phone: string): Promise<TestResponse> =>
  app.member('ask-password-reset', { body: { id, phone } })
const reset = (code: string, pw = newPw, id = member.loginId, from?: string): Promise<TestResponse> =>
  app.member('reset-password', {
    body: { id, code, newPw: pw },
    ...(from === undefined ? {} : { remoteAddress: from }),
  })
const signIn = (pw: string): Promise<TestResponse> => app.member('user-do-login', { body: { id: member.loginId, pw } })
const office = (call: string, body: unknown = {}): Promise<TestResponse> => app.office(call, { token: support, body })
type Listed = { id: string; state: string; phone: string; member: { userId: string }; codeUntil: string | null }
const listed = async (): Promise<Listed[]> => (await office('get-password-resets')).body['resets'] as Listed[]

/** Files a request and gets a code from the office. */
async function codeOf(): Promise<string> {
  await requestReset(member.loginId, '010-5550-1234')
  const [task] = await listed()
  await office('open-password-reset', { id: task?.id })
  return String((await office('issue-reset-code', { id: task?.id })).body['code'])
}

describe('a request', () => {
  test('files one task when id and telephone number belong together, in any spelling', async () => {
    for (const phone of ['01055501234', '010-5550-1234', '+82 10-5550-1234', '８２１０５５５０１２３４']) {
      expect((await requestReset(member.loginId.toUpperCase(), phone)).body).toEqual({ status: 'success' })
    }
    expect(await listed()).toMatchObject([
      { state: 'filed', phone: '••••1234', member: { userId: member.loginId }, codeUntil: null },
    ])
    expect((await office('me')).body['waiting']).toMatchObject({ resets: 1 })
  })

  test('files none otherwise, with the same answer and the same writes', async () => {
    const pending = await makeMember(app.deps, app.brand, { status: 'pending', phone: '01055501234' })
    const requests = [
      [member.loginId, '01055501234'],
      [member.loginId, '01055501235'],
      [member.loginId, ''],
      ['nobody-at-all', '01055501234'],
      ['nobody-at-all', ''],
      [pending.loginId, '01055501234'],
    ] as const
    const changed = []
    for (const [id, phone] of requests) {
      changed.push(
        await changedBy(app.ownerPool, async () => {
          expect((await requestReset(id, phone)).body).toEqual({ status: 'success' })
        }),
      )
    }
    expect(changed).toEqual(requests.map(() => ['password_reset']))
    expect(await listed()).toHaveLength(1)
  })

  test('is slowed down, per address and per id', async () => {
    const slow = await createTestApp({
      handlers: appHandlers,
      throttles: {
        ...Object.fromEntries(
          ['sign-in', 'register', 'check-name', 'file'].map((name) => [
            name,
            { address: { most: 99, perSecond: 99 }, account: { most: 99, perSecond: 99 } },
          ]),
        ),
        reset: { address: { most: 4, perSecond: 0.01 }, account: { most: 2, perSecond: 0.01 } },
      } as never,
    })
    const codes = []
    for (const id of ['anna', 'anna', 'anna', 'bert', 'carl', 'dora']) {
      codes.push((await slow.member('ask-password-reset', { body: { id, phone: '1' } })).code)
    }
    await slow.close()
    expect(codes).toEqual([200, 200, 429, 200, 200, 429])
  })
})

describe('the office', () => {
  test('sees the member’s data to verify the caller, which is audited', async () => {
    await requestReset(member.loginId, '01055501234')
    const [task] = await listed()
    const response = await office('open-password-reset', { id: task?.id })
    expect(response.body).toMatchObject({
      status: 'success',
      phone: '01055501234',
      birth: '1990-01-01',
      bank: { bankOwner: '김연습' },
    })
    const audit = await app.db.selectFrom('audit').select(['act', 'subject']).where('act', 'like', 'reset.%').execute()
    expect(audit).toEqual([{ act: 'reset.open', subject: member.publicId }])
    expect((await office('open-password-reset', { id: newRequestId() })).body).toEqual({ status: 'none' })
  })

  test('sees only resets of its brands', async () => {
    await requestReset(member.loginId, '01055501234')
    const [task] = await listed()
    const elsewhere = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'], brandIds: [] }))
    const callOffice = (call: string, body: unknown): Promise<TestResponse> =>
      app.office(call, { token: elsewhere, body })
    expect((await callOffice('get-password-resets', {})).body).toMatchObject({ resets: [], maxCount: 0 })
    for (const call of ['open-password-reset', 'propose-reset-code', 'issue-reset-code']) {
      expect((await callOffice(call, { id: task?.id })).body).toEqual({ status: 'none' })
    }
    expect((await callOffice('refuse-password-reset', { id: task?.id, reason: 'x' })).body).toEqual({ status: 'none' })
  })

  test('stores the code as a hash, and a second code replaces the first', async () => {
    const first = await codeOf()
    expect(first).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/)
    const { rows } = await app.ownerPool.query<{ row: string }>(
      'SELECT password_reset::text AS row FROM password_reset',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(first.replaceAll('-', ''))
    const second = await codeOf()
    expect(await listed()).toMatchObject([{ state: 'issued' }])
    expect((await reset(first)).body).toEqual({ status: 'fail' })
    expect((await reset(second)).body).toEqual({ status: 'success' })
  })

  test('may refuse, which removes the task and makes the code invalid', async () => {
    const code = await codeOf()
    const [task] = await listed()
    expect((await office('refuse-password-reset', { id: task?.id, reason: '본인 확인 실패' })).body).toEqual({
      status: 'success',
    })
    expect(await listed()).toEqual([])
    expect((await reset(code)).body).toEqual({ status: 'fail' })
    expect((await office('issue-reset-code', { id: task?.id })).body).toEqual({ status: 'none' })
    expect((await office('refuse-password-reset', { id: task?.id, reason: 'again' })).body).toEqual({ status: 'none' })
  })

  test('lists the task first whose member asked first, however often it is asked for again', async () => {
    const other = await makeMember(app.deps, app.brand, { phone: '01055509876' })
    await requestReset(member.loginId, '01055501234')
    await requestReset(other.loginId, '01055509876')
    await requestReset(member.loginId, '01055501234')
    expect((await listed()).map((task) => task.member.userId)).toEqual([member.loginId, other.loginId])
  })

  test('has a week to decide', async () => {
    await requestReset(member.loginId, '01055501234')
    await app.ownerPool.query(`UPDATE password_reset SET asked_at = now() - interval '8 days'`)
    expect(await listed()).toEqual([])
    await requestReset(member.loginId, '01055501234')
    expect(await listed()).toHaveLength(1)
  })
})

describe('one operator alone', () => {
  test('issues no code without having opened the reset, and none on one proof for two acts', async () => {
    await requestReset(member.loginId, '01055501234')
    const [task] = await listed()
    expect((await office('issue-reset-code', { id: task?.id })).body).toEqual({ status: 'unopened' })
    const own = await makeOperator(app.deps, { roles: ['support'] })
    const token = await makeOperatorSession(app, own)
    await proveSessions(app.ownerPool, testSecret, own.id, { at: 'now()', acts: 1 })
    const call = (name: string): Promise<TestResponse> => app.office(name, { token, body: { id: task?.id } })
    expect((await call('open-password-reset')).body['status']).toBe('success')
    expect((await call('issue-reset-code')).body).toEqual({ status: 'factor', needs: 'act' })
    await expect(
      app.ownerPool.query(
        `UPDATE password_reset SET state = 'issued', code_hash = 'x', code_until = now(), decided_by = 0`,
      ),
    ).rejects.toThrow('issued by an operator who has opened it')
  })

  test('issues none where the brand takes two: another proposes it, and both have opened the reset', async () => {
    await app.ownerPool.query('UPDATE brand SET reset_second = true')
    try {
      const other = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['manager'], name: 'Second' }))
      const second = (call: string, body: unknown): Promise<TestResponse> => app.office(call, { token: other, body })
      await requestReset(member.loginId, '01055501234')
      const [task] = await listed()
      const id = { id: task?.id }
      expect((await office('propose-reset-code', id)).body).toEqual({ status: 'unopened' })
      await office('open-password-reset', id)
      expect((await office('issue-reset-code', id)).body).toEqual({ status: 'second' })
      expect((await office('propose-reset-code', id)).body).toMatchObject({
        status: 'success',
        reset: { takesTwo: true, proposal: { mine: true } },
      })
      expect((await office('issue-reset-code', id)).body).toEqual({ status: 'self' })
      expect((await second('issue-reset-code', id)).body).toEqual({ status: 'unopened' })
      await second('open-password-reset', id)
      expect((await second('propose-reset-code', id)).body).toMatchObject({ status: 'late' })
      const issued = await Promise.all([second('issue-reset-code', id), second('issue-reset-code', id)])
      expect(issued.map(({ body }) => body['status']).sort()).toEqual(['second', 'success'])
      const code = issued.find(({ body }) => body['status'] === 'success')?.body['code']
      expect((await reset(String(code))).body).toEqual({ status: 'success' })
      expect((await second('get-member', { id: member.publicId })).body['resets']).toMatchObject([
        { state: 'used', issuedBy: 'Second', proposedBy: expect.any(String), fromKnownBrowser: false },
      ])
      await expectCleanBooks(app.ownerPool)
    } finally {
      await app.ownerPool.query('UPDATE brand SET reset_second = false')
    }
  })

  test('is not alone in knowing: the browser of the request is recorded, a note tells the owner, and each sign-in', async () => {
    const { headers } = await app.member('user-do-login', { body: { id: member.loginId, pw: member.password } })
    const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0])
    const cookie = cookies.find((one) => one?.startsWith('device=')) ?? ''
    await requestReset(member.loginId, '01055501234')
    expect(await listed()).toMatchObject([{ fromKnownBrowser: false }])
    const body = { id: member.loginId, phone: '01055501234' }
    await app.member('ask-password-reset', { body, headers: { cookie } })
    expect(await listed()).toMatchObject([{ fromKnownBrowser: true }])
    expect((await reset(await codeOf())).body).toEqual({ status: 'success' })
    const notes = await app.db
      .selectFrom('note')
      .select(['title', 'contents'])
      .where('member_id', '=', member.id)
      .execute()
    expect(notes).toEqual([
      { title: '비밀번호가 재설정되었습니다.', contents: expect.stringMatching(/\d{4}-\d\d-\d\d/) },
    ])
    for (let times = 0; times < 2; times += 1) {
      expect((await signIn(newPw)).body).toMatchObject({ status: 'success', passwordResetAt: expect.any(String) })
    }
    await app.ownerPool.query(`UPDATE member SET password_reset_at = now() - interval '8 days' WHERE id = ${member.id}`)
    expect((await signIn(newPw)).body).not.toHaveProperty('passwordResetAt')
  })
})

describe('the code', () => {
  test('sets the password, ends every session, makes every browser unknown, and delays withdrawals', async () => {
    const session = await makeSession(app.deps, member)
    await app.member('user-do-login', {
      body: { id: member.loginId, pw: member.password },
      headers: { cookie: 'device=a-browser-of-the-member' },
    })
    const code = await codeOf()
    const received: AppEvent[] = []
    const stop = app.deps.events.listen((event) => received.push(event))
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await reset(code.toLowerCase().replaceAll('-', ' '))
    })
    stop()
    expect(response?.body).toEqual({ status: 'success' })
    expect(changed).toEqual([
      'audit',
      'login_throttle',
      'member',
      'member_device',
      'member_session',
      'note',
      'password_reset',
    ])
    expect(received).toEqual([
      { kind: 'session', memberId: member.id },
      { kind: 'note', memberId: member.id },
    ])
    expect((await app.member('user-health-check', { token: session.token })).code).toBe(401)
    expect((await signIn(member.password)).body.status).toBe('fail')
    expect((await signIn(newPw)).body.status).toBe('success')
    expect((await reset(code, 'yet-another!moon9')).body).toEqual({ status: 'fail' })

    const { token } = await makeSession(app.deps, member)
    const { body } = await app.member('get-member', { token })
    const until = (body['cash'] as { withdraw: { waitsUntil: string } }).withdraw.waitsUntil
    const hours = (Date.parse(until) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    const withdrawal = { balance: '50000', pass: member.pin }
    expect((await app.member('apply-user-withdraw', { token, body: withdrawal })).body).toEqual({
      status: 'wait',
      until,
    })
    const pin = { pw: newPw, pass: '7294' }
    expect((await app.member('change-exchange-pass', { token, body: pin })).body).toEqual({ status: 'wait', until })
    await app.ownerPool.query('UPDATE member SET withdraw_waits_until = now() WHERE id = $1', [String(member.id)])
    expect((await app.member('apply-user-withdraw', { token, body: withdrawal })).body.status).toBe('success')
  })

  test('stays valid after a weak password, which uses no attempt', async () => {
    const code = await codeOf()
    for (let index = 0; index < resetCodeAttempts.network + 2; index++) {
      expect((await reset(code, index % 2 === 0 ? '12345678' : member.loginId)).body).toEqual({ status: 'weak' })
    }
    expect((await reset(code)).body).toEqual({ status: 'success' })
  })

  test('has bounded attempts and works once, also concurrently', async () => {
    const code = await codeOf()
    const responses = await Promise.all(Array.from({ length: 3 }, () => reset(code)))
    expect(responses.map((one) => one.body.status).sort()).toEqual(['fail', 'fail', 'success'])
    const other = await codeOf()
    for (let index = 0; index < resetCodeAttempts.network; index++) {
      expect((await reset('AAAA-AAAA-AAAA')).body).toEqual({ status: 'fail' })
    }
    expect((await reset(other)).body).toEqual({ status: 'fail' })
  })

  test('has attempts of each network, so that strangers elsewhere use up none of the owner’s', async () => {
    const code = await codeOf()
    for (const from of ['203.0.113.7', '203.0.113.8', '2001:db8:1::1']) {
      for (let index = 0; index < resetCodeAttempts.network; index++) {
        expect((await reset('AAAA-AAAA-AAAA', newPw, member.loginId, from)).body).toEqual({ status: 'fail' })
      }
    }
    expect((await reset(code, newPw, member.loginId, '203.0.113.9')).body).toEqual({ status: 'fail' })
    expect((await reset(code, newPw, member.loginId, '198.51.100.9')).body).toEqual({ status: 'success' })
  })

  test('has bounded attempts from all networks together, which a new code begins anew', async () => {
    const code = await codeOf()
    await reset('AAAA-AAAA-AAAA')
    await app.ownerPool.query(
      `UPDATE login_throttle SET failures = ${resetCodeAttempts.all} WHERE scope = 'reset-code'`,
    )
    expect((await reset(code, newPw, member.loginId, '198.51.100.9')).body).toEqual({ status: 'fail' })
    const { rows } = await app.ownerPool.query(
      `SELECT failures FROM login_throttle WHERE scope = 'reset-network' AND key LIKE '%198.51.100.0/24'`,
    )
    expect(rows.at(-1)).toEqual({ failures: 0 })
    expect((await reset(await codeOf())).body).toEqual({ status: 'success' })
  })

  test('gets the same answer and writes when it is wrong or the id has none; beyond the bound nothing is counted', async () => {
    const code = await codeOf()
    const exhausted = await makeMember(app.deps, app.brand, { phone: '01055509999' })
    for (let index = 0; index < resetCodeAttempts.network; index++)
      await reset('AAAA-AAAA-AAAA', newPw, exhausted.loginId)
    const written = async (id: string): Promise<string[]> =>
      changedBy(app.ownerPool, async () => {
        expect((await reset('AAAA-AAAA-AAAA', newPw, id)).body).toEqual({ status: 'fail' })
      })
    expect(await written(member.loginId)).toEqual(['login_throttle'])
    expect(await written('nobody-either')).toEqual(['login_throttle'])
    expect(await written(exhausted.loginId)).toEqual([])
    expect((await reset(code)).body).toEqual({ status: 'success' })
  })

  test('expires after half an hour', async () => {
    const code = await codeOf()
    await app.ownerPool.query('UPDATE password_reset SET code_until = now()')
    expect((await reset(code)).body).toEqual({ status: 'fail' })
  })

  test('works for its id only; an id without a code gets the same answer', async () => {
    const code = await codeOf()
    const other = await makeMember(app.deps, app.brand, { phone: '01055509999' })
    expect((await reset(code, newPw, other.loginId)).body).toEqual({ status: 'fail' })
    expect((await reset(code, newPw, 'nobody-at-all')).body).toEqual({ status: 'fail' })
    expect((await reset('', newPw)).body).toEqual({ status: 'fail' })
    expect((await reset(code)).body).toEqual({ status: 'success' })
  })

  test('is invalid once the member has changed the password', async () => {
    const code = await codeOf()
    const { token } = await makeSession(app.deps, member)
    const change = { pw: member.password, newPw: 'my-own!choice5' }
    expect((await app.member('change-password', { token, body: change })).body).toEqual({ status: 'success' })
    expect((await reset(code)).body).toEqual({ status: 'fail' })
  })
})

test('a restricted member may reset the password too', async () => {
  await app.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute()
  expect((await reset(await codeOf())).body).toEqual({ status: 'success' })
  expect((await signIn(newPw)).body).toMatchObject({ status: 'success', restricted: { why: 'blocked' } })
  expect(app.errors).toEqual([])
})
