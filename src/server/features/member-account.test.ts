import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createHouse, type House, type Said } from '#testing/house.ts'
import { changedBy } from '#testing/silence.ts'
import { makeMember, makeSession, type MadeMember } from '../seed/builders.ts'
import { houseHandlers } from './house-handlers.ts'

let house: House
let member: MadeMember
let token: string

beforeAll(async () => {
  house = await createHouse({ handlers: houseHandlers })
})
beforeEach(async () => {
  member = await makeMember(house.deps, house.brand, { cash: wholeUnits(1_234) })
  token = (await makeSession(house.deps, member)).token
})
afterAll(() => house.close())

const say = (call: string, body?: unknown): Promise<Said> => house.member(call, { token, body })

test('my page: the user, the sessions, the cashier’s rules', async () => {
  const other = await makeSession(house.deps, member)
  await makeSession(house.deps, await makeMember(house.deps, house.brand))
  const { body } = await say('get-member')
  expect(body).toMatchObject({
    status: 'success',
    user: { userId: member.loginId, balance: '1234' },
    cash: {
      deposit: { min: '10000', max: '10000000', step: '1000', quick: ['10000', '30000', '50000', '100000'] },
      withdraw: { turnover: '0' },
      hours: null,
      expectedMinutes: 10,
    },
  })
  const sessions = body['sessions'] as { current: boolean; device: string }[]
  expect(sessions.map((session) => session.current).sort()).toEqual([false, true])
  await house.db.updateTable('member_session').set({ ended_at: new Date() }).where('id', '=', other.id).execute()
  expect((await say('get-member')).body['sessions']).toHaveLength(1)
})

test('money in play', async () => {
  expect((await say('get-in-game-balance')).body).toEqual({
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
    const other = await makeSession(house.deps, member)
    await house.member('user-do-login', {
      body: { id: member.loginId, pw: member.password },
      headers: { cookie: 'device=a-browser-of-the-member' },
    })
    expect((await say('change-password', { pw: member.password, newPw })).body).toEqual({ status: 'success' })
    expect((await house.member('user-health-check', { token: other.token })).code).toBe(401)
    expect((await say('user-health-check')).code).toBe(200)
    const devices = await house.db.selectFrom('member_device').selectAll().where('member_id', '=', member.id).execute()
    expect(devices).toEqual([])
    const signIn = (pw: string): Promise<Said> => house.member('user-do-login', { body: { id: member.loginId, pw } })
    expect((await signIn(member.password)).body.status).toBe('fail')
    expect((await signIn(newPw)).body.status).toBe('success')
  })

  test('needs the old one, and a good new one', async () => {
    const changed = await changedBy(house.ownerPool, async () => {
      expect((await say('change-password', { pw: 'wrong', newPw })).body).toEqual({ status: 'fail' })
      expect((await say('change-password', { pw: member.password, newPw: '12345678' })).body).toEqual({
        status: 'weak',
      })
      expect((await say('change-password', { pw: member.password, newPw: member.loginId })).body).toEqual({
        status: 'weak',
      })
    })
    expect(changed).toEqual([])
  })

  test('cannot be guessed at from inside a session', async () => {
    const words = []
    for (let round = 0; round < 12; round++)
      words.push((await say('change-password', { pw: 'guess', newPw })).body.status)
    expect(words.filter((word) => word === 'fail')).toHaveLength(10)
    const late = await say('change-exchange-pass', { pw: member.password, pass: '9512' })
    expect(late.body).toMatchObject({ status: 'throttled' })
  })
})

test('a new PIN asks for the password, is no easy one, and frees a locked one', async () => {
  await house.db
    .updateTable('member')
    .set({ pin_failures: 5, pin_locked_until: new Date(Date.now() + 60_000) })
    .where('id', '=', member.id)
    .execute()
  expect((await say('user-ask-account', { pass: member.pin })).body.status).toBe('locked')
  expect((await say('change-exchange-pass', { pw: 'wrong', pass: '9512' })).body).toEqual({ status: 'fail' })
  expect((await say('change-exchange-pass', { pw: member.password, pass: '4321' })).body).toEqual({ status: 'weak' })
  expect((await say('change-exchange-pass', { pw: member.password, pass: '9512' })).body).toEqual({ status: 'success' })
  expect((await say('user-ask-account', { pass: member.pin })).body.status).toBe('pass')
  expect((await say('user-ask-account', { pass: '9512' })).body.status).toBe('success')
  expect(house.errors).toEqual([])
})
