import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { makeMember, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
let member: MadeMember
let token: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_234) })
  token = (await makeSession(app.deps, member)).token
})
afterAll(() => app.close())

const callMember = (call: string, body?: unknown): Promise<TestResponse> => app.member(call, { token, body })

test('returns the user, the sessions and the cashier’s rules', async () => {
  const other = await makeSession(app.deps, member)
  await makeSession(app.deps, await makeMember(app.deps, app.brand))
  const { body } = await callMember('get-member')
  expect(body).toMatchObject({
    status: 'success',
    user: { userId: member.loginId, balance: '1234' },
    cash: {
      deposit: {
        min: '10000',
        max: '10000000',
        step: '1000',
        quick: ['10000', '30000', '50000', '100000'],
        usualMinutes: 10,
      },
      withdraw: { turnover: '0', usualMinutes: 10 },
      hours: null,
    },
  })
  const sessions = body['sessions'] as { current: boolean; device: string }[]
  expect(sessions.map((session) => session.current).sort()).toEqual([false, true])
  await app.db.updateTable('member_session').set({ ended_at: new Date() }).where('id', '=', other.id).execute()
  expect((await callMember('get-member')).body['sessions']).toHaveLength(1)
})

test('reports money in play', async () => {
  expect((await callMember('get-in-game-balance')).body).toEqual({
    status: 'success',
    gameMoney: '0',
    balance: '1234',
    rolling: '0',
    userId: member.loginId,
  })
})

describe('changing the password', () => {
  const newPw = 'another!moon8'

  test('ends the other sessions and forgets the other browsers', async () => {
    const other = await makeSession(app.deps, member)
    await app.member('user-do-login', {
      body: { id: member.loginId, pw: member.password },
      headers: { cookie: 'device=a-browser-of-the-member' },
    })
    expect((await callMember('change-password', { pw: member.password, newPw })).body).toEqual({ status: 'success' })
    expect((await app.member('user-health-check', { token: other.token })).code).toBe(401)
    expect((await callMember('user-health-check')).code).toBe(200)
    const devices = await app.db.selectFrom('member_device').selectAll().where('member_id', '=', member.id).execute()
    expect(devices).toEqual([])
    const signIn = (pw: string): Promise<TestResponse> =>
      app.member('user-do-login', { body: { id: member.loginId, pw } })
    expect((await signIn(member.password)).body.status).toBe('fail')
    expect((await signIn(newPw)).body.status).toBe('success')
  })

  test('needs the old password, and a strong new one', async () => {
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await callMember('change-password', { pw: 'wrong', newPw })).body).toEqual({ status: 'fail' })
      expect((await callMember('change-password', { pw: member.password, newPw: '12345678' })).body).toEqual({
        status: 'weak',
      })
      expect((await callMember('change-password', { pw: member.password, newPw: member.loginId })).body).toEqual({
        status: 'weak',
      })
    })
    expect(changed).toEqual([])
  })

  test('bounds wrong passwords inside a session', async () => {
    const statuses = []
    for (let round = 0; round < 12; round++)
      statuses.push((await callMember('change-password', { pw: 'guess', newPw })).body.status)
    expect(statuses.filter((word) => word === 'fail')).toHaveLength(10)
    const last = await callMember('change-exchange-pass', { pw: member.password, pass: '9512' })
    expect(last.body).toMatchObject({ status: 'throttled' })
  })

  test('wrong passwords in one session do not keep the owner from changing it or excluding themself in another', async () => {
    for (let round = 0; round < 11; round++) await callMember('change-password', { pw: 'guess', newPw })
    const own = (await makeSession(app.deps, member)).token
    const changed = await app.member('change-password', { token: own, body: { pw: member.password, newPw } })
    expect(changed.body).toMatchObject({ status: 'success' })
    const excluded = await app.member('exclude-me', { token: own, body: { lasts: 'ever', pw: newPw } })
    expect(excluded.body).toEqual({ status: 'success', until: null })
  })
})

test('a new PIN needs the password, must not be simple, and does not end the lock of a guessed one', async () => {
  await app.db
    .updateTable('member')
    .set({ pin_failures: 5, pin_locked_until: new Date(Date.now() + 60_000) })
    .where('id', '=', member.id)
    .execute()
  expect((await callMember('user-ask-account', { pass: member.pin })).body.status).toBe('locked')
  expect((await callMember('change-exchange-pass', { pw: 'wrong', pass: '9512' })).body).toEqual({ status: 'fail' })
  expect((await callMember('change-exchange-pass', { pw: member.password, pass: '4321' })).body).toEqual({
    status: 'weak',
  })
  expect((await callMember('change-exchange-pass', { pw: member.password, pass: '9512' })).body).toEqual({
    status: 'success',
  })
  expect((await callMember('user-ask-account', { pass: '9512' })).body.status).toBe('locked')
  await app.db.updateTable('member').set({ pin_locked_until: null }).where('id', '=', member.id).execute()
  expect((await callMember('user-ask-account', { pass: member.pin })).body.status).toBe('pass')
  expect((await callMember('user-ask-account', { pass: '9512' })).body.status).toBe('success')
  expect(app.errors).toEqual([])
})

describe('ending sessions', () => {
  type Session = { id: string; current: boolean }
  const sessions = async (): Promise<Session[]> => (await callMember('get-member')).body['sessions'] as Session[]

  test('ends an own session before the answer, and notifies open pages', async () => {
    const other = await makeSession(app.deps, member)
    const there = (await sessions()).find((session) => !session.current)
    const received: unknown[] = []
    const stop = app.deps.events.listen((event) => received.push(event))
    let response: TestResponse | undefined
    const changed = await changedBy(
      app.ownerPool,
      async () => (response = await callMember('end-session', { id: there?.id })),
    )
    stop()
    expect(response?.body).toEqual({ status: 'success' })
    expect(changed).toEqual(['audit', 'member_session'])
    expect(received).toEqual([{ kind: 'session', memberId: member.id }])
    expect((await app.member('user-health-check', { token: other.token })).code).toBe(401)
    expect((await callMember('user-health-check')).code).toBe(200)
    expect((await callMember('end-session', { id: there?.id })).body).toEqual({ status: 'none' })
  })

  test('another member’s session and an unknown one get the same answer, and nothing is written', async () => {
    const stranger = await makeMember(app.deps, app.brand)
    const theirs = await makeSession(app.deps, stranger)
    const [foreign] = (await app.member('get-member', { token: theirs.token })).body['sessions'] as Session[]
    const changed = await changedBy(app.ownerPool, async () => {
      for (const id of [foreign?.id, '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a']) {
        expect((await callMember('end-session', { id })).body).toEqual({ status: 'none' })
      }
    })
    expect(changed).toEqual([])
    expect((await app.member('user-health-check', { token: theirs.token })).code).toBe(200)
  })

  test('ending the current one signs out', async () => {
    const here = (await sessions()).find((session) => session.current)
    const response = await callMember('end-session', { id: here?.id })
    expect(response.body).toEqual({ status: 'success' })
    expect(String(response.headers['set-cookie'])).toContain('Max-Age=0')
    expect((await callMember('user-health-check')).code).toBe(401)
  })

  test('ends all others at once and returns their number', async () => {
    await Promise.all([makeSession(app.deps, member), makeSession(app.deps, member)])
    expect((await callMember('end-other-sessions')).body).toEqual({ status: 'success', ended: 2 })
    expect(await sessions()).toMatchObject([{ current: true }])
    expect(await changedBy(app.ownerPool, () => callMember('end-other-sessions'))).toEqual([])
  })
})

test('reports when the cashier opens, and until when a withdrawal waits', async () => {
  const cash = async () =>
    (await callMember('get-member')).body['cash'] as { opens: unknown; withdraw: { waitsUntil: unknown } }
  expect(await cash()).toMatchObject({ opens: null, withdraw: { waitsUntil: null } })
  const until = new Date(Date.now() + 3_600_000)
  await app.db.updateTable('member').set({ withdraw_waits_until: until }).where('id', '=', member.id).execute()
  const minutes = (Math.floor(Date.now() / 60_000) + 9 * 60) % 1_440
  const hours = { cash_opens: (minutes + 60) % 1_440, cash_closes: (minutes + 120) % 1_440 }
  await app.ownerDb.updateTable('brand').set(hours).where('id', '=', app.brand.id).execute()
  await app.listeners.brands.refresh()
  const response = await cash()
  await app.ownerDb.updateTable('brand').set({ cash_opens: 0, cash_closes: 0 }).where('id', '=', app.brand.id).execute()
  await app.listeners.brands.refresh()
  expect(response.withdraw.waitsUntil).toBe(until.toISOString())
  expect(Date.parse(String(response.opens)) - Date.now()).toBeGreaterThan(58 * 60_000)
})
