import { testSecret } from '#test/test-secret.ts'
import { proveSessions } from '#test/proven-session.ts'
import { createApp, type App } from '#server/app.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { factorOf, type OfficeRoute } from '#contract/route.ts'
import { enrolmentAttempts, makeRecoveryCode } from '#domain/factor.ts'
import { wholeUnits } from '#domain/money.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { officeHandlers, memberHandlers } from '#server/handlers.ts'
import { slotPlayHandlers } from '#server/modules/slot/play.ts'
import { throttleRules, type ThrottleRules } from '#server/http/rate-limits.ts'
import { makeOperator, type OperatorOptions } from '#server/seed/builders.ts'
import { resetOperatorFactors } from '#server/seed/operator.ts'
import { createOfficeTestApp, expectNoErrorsAndCleanBooks, type OfficeTestApp } from '#test/office-test-app.ts'
import { createSoftwarePasskey } from '#test/passkey.ts'
import { makeOperatorSession, newRequestId, type TestResponse } from '#test/test-app.ts'
import { totpCode, untilStepLasts } from '#test/totp.ts'
import { patient } from '#test/world.ts'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stepOfCode } from './totp.ts'

const origin = 'http://localhost:4200'
let app: OfficeTestApp

beforeAll(async () => {
  app = await createOfficeTestApp({
    secondApprovalFrom: wholeUnits(500_000),
    depositSecondFrom: wholeUnits(500_000),
  })
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

type From = { cookie?: string; remoteAddress?: string }
type Call = (name: string, body?: unknown, from?: From) => Promise<TestResponse>
type Person = { id: bigint; publicId: string; login: string; signIn: () => Promise<Call>; call: Call }
type Enrolled = Person & { secret: string; browser: string; codes: string[]; prove: () => Promise<TestResponse> }

/** The session token behind a call. */
const tokens = new Map<Call, string>()

const site = () => ({ db: app.db, ownerDb: app.ownerDb, config: app.deps.config })

/** An operator who has signed in with the password only; `signIn` begins another such session. */
async function newcomer(options: OperatorOptions = {}): Promise<Person> {
  const operator = await makeOperator(site(), options)
  const signIn = async (): Promise<Call> => {
    const token = await makeOperatorSession(app, operator, 'unproven')
    const call: Call = (name, body = {}, { cookie, ...from } = {}) =>
      app.office(name, {
        ...(cookie === undefined ? { token } : { headers: { cookie: `office=${token}; ${cookie}` } }),
        ...from,
        body,
      })
    tokens.set(call, token)
    return call
  }
  return { ...operator, signIn, call: await signIn() }
}

/** An operator who has enrolled an authenticator app, confirmed the recovery codes and proven the app for one act. */
async function enrolled(options: OperatorOptions = {}): Promise<Enrolled> {
  return enrol(await newcomer(options))
}

/** The same for an operator whose sign-in was reset, in a new session. */
async function enrolAgain(person: Person): Promise<Enrolled> {
  return enrol({ ...person, call: await person.signIn() })
}

async function enrol(person: Person): Promise<Enrolled> {
  const secret = String((await person.call('begin-totp')).body['secret'])
  const done = await person.call('enrol-totp', { name: 'Phone', code: totpCode(secret) })
  expect(done.body.status).toBe('success')
  await person.call('confirm-recovery-codes')
  const prove = async (): Promise<TestResponse> => {
    await forgetSteps(person.id)
    return person.call('prove-totp', { code: totpCode(secret), forAct: true })
  }
  const cookies = [done.headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0] ?? '')
  const browser = cookies.find((cookie) => cookie.startsWith('office-browser=')) ?? ''
  expect((await prove()).body.status).toBe('success')
  await forgetSteps(person.id)
  return { ...person, secret, browser, codes: done.body['recoveryCodes'] as string[], prove }
}

/** Operators of the builders are named by their login. */
const nameOf = (person: Person): string => person.login

type Reset = { id: string; state: string; by: string; mine: boolean }

/** The reset of an operator as a manager sees it. */
async function resetOf(by: Call, { publicId }: Person): Promise<Reset> {
  const { body } = await by('get-operators', { take: 100 })
  const found = (body['operators'] as { id: string; reset: Reset }[]).find((one) => one.id === publicId)
  if (found === undefined) throw new Error('the operator is not listed')
  return found.reset
}

/** Proposes a reset, and returns its id as another manager sees it. */
async function proposeReset(by: Enrolled, another: Person, operator: Person): Promise<string> {
  await by.prove()
  const body = { id: operator.publicId, requestId: newRequestId(), reason: '분실' }
  expect((await by.call('propose-operator-reset', body)).body.status).toBe('success')
  return (await resetOf(another.call, operator)).id
}

/** Two managers reset an operator; returns the code. */
async function reset(by: Enrolled, another: Enrolled, operator: Person): Promise<string> {
  const id = await proposeReset(by, another, operator)
  await another.prove()
  const { body } = await another.call('approve-operator-reset', { id, requestId: newRequestId() })
  expect(body.status).toBe('success')
  return String(body['code'])
}

/** Lets the code of the current step be used again. */
async function forgetSteps(operatorId: bigint): Promise<void> {
  await app.ownerPool.query('UPDATE operator_factor SET last_step = NULL WHERE operator_id = $1', [operatorId])
}

/** Moves an operator's last proof into the past. */
async function ageProof(person: Person, minutes: number): Promise<void> {
  await proveSessions(app.ownerPool, testSecret, person.id, {
    at: `factor_at - make_interval(mins => ${minutes})`,
    acts: null,
  })
}

async function audits(person: Person): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ act: string }>(
    `SELECT act FROM audit WHERE (actor_id = $1 AND actor_kind = 'operator' OR subject = $2) AND act <> 'office.sign-in' ORDER BY id`,
    [person.id, person.publicId],
  )
  return rows.map((row) => row.act)
}

const note = { userId: 'nobody', title: 'x', contents: 'x' }

describe('before the factor is proven', () => {
  test('a sign-in with the right password opens a limited session', async () => {
    const { login, password } = await makeOperator(site(), {})
    const { body, headers } = await app.office('sign-in', { body: { login, pw: password } })
    expect(body.status).toBe('success')
    const token = /^office=([^;]*)/.exec([headers['set-cookie']].flat().join('\n'))?.[1]
    expect((await app.office('me', { token })).body).toEqual({ status: 'factor', needs: 'enrolment' })
  })

  test('only the calls of the own factors and the sign-out work, for a new operator and for one at sign-in', async () => {
    const fresh = await newcomer({ roles: ['manager'] })
    const known = await enrolled({ roles: ['manager'] })
    const session = await known.signIn()
    const before = await app.snapshotMoney()
    for (const [name, route] of Object.entries<OfficeRoute>(officeRoutes)) {
      if (factorOf(route) === 'none' || !route.body.safeParse({ ...note, id: v7() }).success) continue
      expect((await fresh.call(name, { ...note, id: v7() })).body).toEqual({ status: 'factor', needs: 'enrolment' })
    }
    for (const name of ['me', 'get-members', 'get-operators', 'get-requests', 'check-books']) {
      expect((await session(name)).body).toEqual({ status: 'factor', needs: 'sign-in' })
    }
    expect((await session('get-factors')).body).toMatchObject({ status: 'success', needs: 'sign-in' })
    expect(await app.snapshotMoney()).toEqual(before)
    expect((await session('sign-out')).body).toEqual({ status: 'success' })
    // The contract's list, by hand: nothing else may join it unseen.
    const open = Object.entries<OfficeRoute>(officeRoutes)
      .filter(([, route]) => factorOf(route) === 'none')
      .map(([name]) => name)
    expect(open.toSorted()).toEqual(
      `begin-passkey begin-passkey-proof begin-totp confirm-recovery-codes enrol-operator enrol-passkey enrol-totp get-factors
       prove-passkey prove-recovery-code prove-totp renew-recovery-codes sign-in sign-out`.split(/\s+/),
    )
  })

  test('a password alone adds no factor to an operator who has one, also when begun before', async () => {
    const person = await newcomer()
    const [early, other] = [await person.signIn(), person.call]
    const secret = String((await early('begin-totp')).body['secret'])
    const own = String((await other('begin-totp')).body['secret'])
    await other('enrol-totp', { name: 'Phone', code: totpCode(own) })
    for (const [name, body] of [
      ['begin-totp', {}],
      ['enrol-totp', { name: 'Theirs', code: totpCode(secret) }],
      ['begin-passkey', {}],
      ['enrol-passkey', { name: 'Theirs', response: {} }],
      ['renew-recovery-codes', {}],
      ['confirm-recovery-codes', {}],
    ] as const) {
      expect([name, (await early(name, body)).body]).toEqual([name, { status: 'factor', needs: 'sign-in' }])
    }
    const { body } = await early('get-factors')
    expect(body['factors']).toHaveLength(1)
  })

  test('the session stays limited until ten recovery codes are shown once and confirmed', async () => {
    const person = await newcomer()
    const begun = (await person.call('begin-totp')).body
    expect(String(begun['uri'])).toContain('otpauth://totp/')
    const code = totpCode(String(begun['secret']))
    expect((await person.call('enrol-totp', { name: 'Phone', code: '000000' })).body.status).toBe('fail')
    const done = (await person.call('enrol-totp', { name: 'Phone', code })).body
    expect(new Set(done['recoveryCodes'] as string[]).size).toBe(10)
    expect((await person.call('me')).body).toEqual({ status: 'factor', needs: 'recovery-codes' })
    // The codes of a page that was closed are lost: new ones take their place.
    const renewed = (await person.call('renew-recovery-codes')).body['recoveryCodes'] as string[]
    expect(renewed.filter((one) => (done['recoveryCodes'] as string[]).includes(one))).toEqual([])
    await person.call('confirm-recovery-codes')
    expect((await person.call('me')).body.status).toBe('success')
    expect((await person.call('get-factors')).body).toMatchObject({ needs: null, recoveryCodesLeft: 10 })
    const { rows } = await app.ownerPool.query(
      `SELECT count(*)::int AS codes, max(length(code_hash)) AS bytes FROM operator_recovery_code WHERE operator_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ codes: 10, bytes: 32 }])
    expect(await audits(person)).toEqual(['factor.enrol', 'factor.renew-recovery-codes'])
  })

  test('the demo world’s operators pass without one and are marked; BAIZE_FACTORS=on asks them too', async () => {
    const demo = await newcomer({ roles: ['manager'], demo: true })
    expect((await demo.call('me')).body).toMatchObject({ status: 'success', withoutFactor: true })
    expect((await demo.call('set-maintenance', { on: false })).body.status).toBe('success')
    const strict = await openProcess({ factors: 'on' })
    expect((await strict.call(demo, 'me')).body).toEqual({ status: 'factor', needs: 'enrolment' })
    await strict.close()
    await expect(app.db.updateTable('operator').set({ demo: true }).execute()).rejects.toThrow(/permission denied/)
  })
})

describe('a code of the authenticator app', () => {
  test('is accepted one step early or late, and no further', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const at = Date.UTC(2026, 0, 31, 4, 5, 15)
    const step = Math.floor(at / 30_000)
    for (const [offset, expected] of [
      [-2, null],
      [-1, BigInt(step - 1)],
      [0, BigInt(step)],
      [1, BigInt(step + 1)],
      [2, null],
    ] as const) {
      expect(stepOfCode(secret, totpCode(secret, offset, at), new Date(at))).toBe(expected)
    }
    // RFC 6238, appendix B, the last six digits.
    expect(stepOfCode(secret, '287 082', new Date(59_000))).toBe(1n)
    expect(stepOfCode(secret, '', new Date(at))).toBeNull()
  })

  test('is good once: twice at once one is accepted; an earlier one afterwards is not, also after a restart', async () => {
    const person = await enrolled()
    const sessions = await Promise.all(Array.from({ length: 4 }, () => person.signIn()))
    // A process with a memory of its own, as after a restart; opened first, because a busy machine outlasts a step.
    const restarted = await openProcess()
    await untilStepLasts(10_000)
    await forgetSteps(person.id)
    const code = totpCode(person.secret)
    const answers = await Promise.all(sessions.map((call) => call('prove-totp', { code })))
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['success', 'used', 'used', 'used'])
    expect((await person.call('prove-totp', { code: totpCode(person.secret, -1) })).body.status).toBe('used')
    expect((await restarted.call(person, 'prove-totp', { code })).body.status).toBe('used')
    expect((await restarted.call(person, 'prove-totp', { code: totpCode(person.secret, 1) })).body.status).toBe(
      'success',
    )
    await restarted.close()
  })

  test('five wrong ones of strangers lock codes in unknown browsers for 15 minutes, in every session of their network', async () => {
    const person = await enrolled()
    const others = await Promise.all(Array.from({ length: 8 }, () => person.signIn()))
    const tries = await Promise.all(others.map((call) => call('prove-totp', { code: '000000' })))
    expect(tries.map(({ body }) => body.status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'fail'),
      ...Array.from({ length: 3 }, () => 'throttled'),
    ])
    await forgetSteps(person.id)
    const session = await person.signIn()
    const held = (await session('prove-totp', { code: totpCode(person.secret) })).body
    expect(held.status).toBe('throttled')
    expect(held['retryAfter']).toBeGreaterThan(14 * 60)
    expect(held['retryAfter']).toBeLessThanOrEqual(15 * 60)
    await app.ownerPool.query(`UPDATE login_throttle SET since = now() - interval '16 minutes' WHERE scope = 'factor'`)
    expect((await session('prove-totp', { code: totpCode(person.secret) })).body.status).toBe('success')
  })

  test('a thief of the password, from any number of networks, does not lock the owner’s browser, passkey or recovery code', async () => {
    const person = await enrolled()
    const thief = await person.signIn()
    const answers: string[] = []
    for (let network = 0; network < 8; network += 1) {
      for (let index = 0; index < 5; index += 1) {
        const response = await thief('prove-totp', { code: '000000' }, { remoteAddress: `203.0.${network}.9` })
        answers.push(response.body.status)
      }
    }
    // Over all networks together 30 in 24 hours.
    expect(answers.filter((status) => status === 'fail')).toHaveLength(30)
    expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => 'throttled'))
    await forgetSteps(person.id)
    const fresh = await person.signIn()
    const code = { code: totpCode(person.secret) }
    expect((await fresh('prove-totp', code, { remoteAddress: '198.51.100.1' })).body.status).toBe('throttled')
    const known = await person.signIn()
    expect((await known('prove-totp', code, { cookie: person.browser })).body.status).toBe('success')
    expect((await fresh('prove-recovery-code', { code: person.codes[0] })).body.status).toBe('success')
    // The owner's own wrong codes in that browser are bounded as well.
    const own = []
    for (let index = 0; index < 6; index += 1) {
      own.push((await known('prove-totp', { code: '000000' }, { cookie: person.browser })).body.status)
    }
    expect(own).toEqual(['fail', 'fail', 'fail', 'fail', 'fail', 'throttled'])
  })
})

describe('a proof', () => {
  test('is good for 10 minutes of acts; reading goes on', async () => {
    const person = await enrolled({ roles: ['support'] })
    expect((await person.call('send-note', note)).body.status).toBe('none')
    await ageProof(person, 9)
    expect((await person.call('send-note', note)).body.status).toBe('none')
    await ageProof(person, 1)
    expect((await person.call('send-note', note)).body).toEqual({ status: 'factor', needs: 'recent' })
    expect((await person.call('get-members')).body.status).toBe('success')
    expect((await person.prove()).body.status).toBe('success')
    expect((await person.call('send-note', note)).body.status).toBe('none')
  })

  test('serves no act of its own unless asked for one after the sign-in', async () => {
    const person = await enrolled({ roles: ['manager'] })
    const act = { status: 'factor', needs: 'act' }
    const fresh = await newcomer({ roles: ['manager'] })
    const begun = (await fresh.call('begin-totp')).body
    await fresh.call('enrol-totp', { name: 'Phone', code: totpCode(String(begun['secret'])) })
    await fresh.call('confirm-recovery-codes')
    expect((await fresh.call('set-maintenance', { on: false })).body).toEqual(act)
    expect((await fresh.call('begin-totp')).body).toEqual(act)

    const call = await person.signIn()
    const prove = async (body: object = {}): Promise<void> => {
      await forgetSteps(person.id)
      const answer = await call('prove-totp', { code: totpCode(person.secret), ...body })
      expect(answer.body.status).toBe('success')
    }
    // Asked for at the sign-in too: a thief of the session would have it for 10 minutes.
    await prove({ forAct: true })
    expect((await call('set-maintenance', { on: false })).body).toEqual(act)
    await prove()
    expect((await call('set-maintenance', { on: false })).body).toEqual(act)
    expect((await call('send-note', note)).body.status).toBe('none')
    await prove({ forAct: true })
    expect((await call('set-maintenance', { on: false })).body.status).toBe('success')
  })

  test('serves one act of its own, of two at once too; a refusal returns it', async () => {
    const person = await enrolled({ roles: ['manager'] })
    const unknown = { brand: 'nowhere', on: false }
    expect((await person.call('set-maintenance', unknown)).body.status).toBe('none')
    const both = await Promise.all([1, 2, 3, 4].map(() => person.call('set-maintenance', { on: false })))
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['factor', 'factor', 'factor', 'success'])
    expect(both.find(({ body }) => body.status === 'factor')?.body['needs']).toBe('act')
    // The same proof still serves acts without one of their own.
    expect((await person.call('send-note', note)).body.status).toBe('none')
    await person.prove()
    await ageProof(person, 10)
    expect((await person.call('set-maintenance', { on: false })).body).toEqual({ status: 'factor', needs: 'act' })
  })

  test('is used up by an act of the brand’s amount or more, in the act’s own transaction', async () => {
    const [first, second] = [await enrolled({ roles: ['cashier'] }), await enrolled({ roles: ['cashier'] })]
    const small = await app.createFundedMember()
    const id = await small.deposit(30_000)
    await first.call('claim-request', { id })
    const below = { id, requestId: newRequestId(), credited: '30000' }
    expect((await first.call('approve-deposit', below)).body.status).toBe('success')
    const { rows } = await app.ownerPool.query(
      `SELECT factor_acts FROM operator_session WHERE operator_id = $1 AND ended_at IS NULL`,
      [first.id],
    )
    expect(rows).toEqual([{ factor_acts: 1 }])

    // Two large acts at once with one proof: one takes effect.
    const members = [await app.createFundedMember(), await app.createFundedMember()]
    const ids = await Promise.all(members.map((member) => member.deposit(500_000)))
    for (const one of ids) await first.call('claim-request', { id: one })
    const bodies = ids.map((one) => ({ id: one, requestId: newRequestId(), credited: '500000' }))
    const both = await Promise.all(bodies.map((body) => first.call('propose-deposit', body)))
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['factor', 'success'])
    const refused = bodies[both.findIndex(({ body }) => body.status === 'factor')]
    const before = await app.snapshotMoney()
    expect((await first.call('propose-deposit', refused)).body).toEqual({ status: 'factor', needs: 'act' })
    expect(await app.snapshotMoney()).toEqual(before)
    await first.prove()
    // The act goes on with the same request id; its repetition needs no proof.
    expect((await first.call('propose-deposit', refused)).body.status).toBe('success')
    expect((await first.call('propose-deposit', refused)).body.status).toBe('success')

    // The second operator needs a proof as well, and the money waits for it.
    await second.call('renew-recovery-codes')
    await second.call('confirm-recovery-codes')
    const [decided] = ids
    await second.call('claim-request', { id: decided })
    const wallets = await app.snapshotMoney()
    const approval = { id: decided, requestId: newRequestId(), credited: '500000' }
    expect((await second.call('approve-deposit', approval)).body).toEqual({ status: 'factor', needs: 'act' })
    expect(await app.snapshotMoney()).toEqual(wallets)
    await second.prove()
    expect((await second.call('approve-deposit', approval)).body.status).toBe('success')
  })

  test('is needed for each showing of personal data', async () => {
    const cashier = await enrolled({ roles: ['cashier'] })
    const member = await app.createFundedMember()
    const id = await member.withdraw(20_000)
    expect((await cashier.call('show-account-number', { id })).body.status).toBe('unclaimed')
    await cashier.call('claim-request', { id })
    const shown = (await cashier.call('get-request', { id })).body['request'] as { bank: { banknum: string } }
    expect(shown.bank.banknum).not.toContain('0000000')
    expect((await cashier.call('show-account-number', { id })).body).toEqual({
      status: 'success',
      banknum: '000000000000',
    })
    expect((await cashier.call('show-account-number', { id })).body).toEqual({ status: 'factor', needs: 'act' })
    expect((await audits(cashier)).filter((act) => act === 'request.see-account-number')).toHaveLength(1)
    const levels = Object.entries<OfficeRoute>(officeRoutes).filter(([, route]) => factorOf(route) === 'each')
    expect(levels.map(([name]) => name).toSorted()).toEqual(
      'approve-operator-reset change-own-password issue-reset-code open-password-reset propose-operator-reset propose-reset-code remove-factor set-maintenance show-account-number'.split(
        ' ',
      ),
    )
  })

  test('holds in each of three processes, and in this session only', async () => {
    const person = await enrolled({ roles: ['manager'] })
    const processes = await Promise.all([openProcess(), openProcess(), openProcess()])
    await person.prove()
    const answers = await Promise.all(processes.map((one) => one.call(person, 'set-maintenance', { on: false })))
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['factor', 'factor', 'success'])
    const other = await person.signIn()
    expect((await other('me')).body).toEqual({ status: 'factor', needs: 'sign-in' })
    await Promise.all(processes.map((one) => one.close()))
  })
})

describe('recovery codes', () => {
  test('each is good once, at sign-in only, and leads to a new enrolment', async () => {
    const person = await enrolled()
    const [first = '', second = ''] = person.codes
    expect((await person.call('prove-recovery-code', { code: first })).body.status).toBe('fail')
    const sessions = [await person.signIn(), await person.signIn()]
    const answers = await Promise.all(
      sessions.map((call) => call('prove-recovery-code', { code: first.toUpperCase() })),
    )
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['fail', 'success'])
    const [call] = sessions.filter((_, index) => answers[index]?.body.status === 'success')
    if (call === undefined) throw new Error('no session was recovered')
    expect((await call('me')).body).toEqual({ status: 'factor', needs: 'enrolment' })
    const secret = String((await call('begin-totp')).body['secret'])
    const done = await call('enrol-totp', { name: 'New phone', code: totpCode(secret) })
    expect(done.body).toEqual({ status: 'success', recoveryCodes: null })
    expect((await call('me')).body.status).toBe('success')
    expect((await call('get-factors')).body).toMatchObject({ recoveryCodesLeft: 9, factors: [{ name: 'New phone' }] })
    // The lost app proves nothing any more.
    await forgetSteps(person.id)
    const lost = await person.signIn()
    expect((await lost('prove-totp', { code: totpCode(person.secret) })).body.status).toBe('fail')
    expect((await audits(person)).slice(-3)).toEqual(['factor.use-recovery-code', 'factor.remove', 'factor.enrol'])
    // Nor do the sessions in which it was proven, and its browser is not known any more.
    expect((await person.call('me')).code).toBe(401)
    const { rows } = await app.ownerPool.query('SELECT FROM operator_browser WHERE operator_id = $1', [person.id])
    expect(rows).toHaveLength(1)
    // Renewed codes take the place of the old ones, and need a proof of their own.
    expect((await call('renew-recovery-codes')).body).toEqual({ status: 'factor', needs: 'act' })
    await forgetSteps(person.id)
    expect((await call('prove-totp', { code: totpCode(secret), forAct: true })).body.status).toBe('success')
    expect((await call('renew-recovery-codes')).body.status).toBe('success')
    expect((await call('me')).body).toEqual({ status: 'factor', needs: 'recovery-codes' })
    await call('confirm-recovery-codes')
    expect((await call('renew-recovery-codes')).body).toEqual({ status: 'factor', needs: 'act' })
    const late = await person.signIn()
    expect((await late('prove-recovery-code', { code: second })).body.status).toBe('fail')
  })

  test('have 16 characters that are not mistaken for one another', () => {
    let next = 0
    expect(makeRecoveryCode((most) => next++ % most)).toBe('abcd-efgh-jkmn-pqrs')
  })
})

describe('own factors', () => {
  test('are added and removed with a proof for each; never the last', async () => {
    const person = await enrolled()
    const secret = String((await person.call('begin-totp')).body['secret'])
    expect((await person.call('enrol-totp', { name: 'Tablet', code: '000000' })).body.status).toBe('fail')
    expect((await person.call('enrol-totp', { name: 'Tablet', code: totpCode(secret) })).body.status).toBe('success')
    expect((await person.call('begin-totp')).body).toEqual({ status: 'factor', needs: 'act' })
    const factors = (await person.call('get-factors')).body['factors'] as { id: string; name: string }[]
    expect(factors.map((one) => one.name)).toEqual(['Phone', 'Tablet'])
    const remove = async (index: number): Promise<TestResponse> => {
      await person.prove()
      return person.call('remove-factor', { id: factors[index]?.id })
    }
    expect((await remove(1)).body.status).toBe('success')
    expect((await remove(1)).body.status).toBe('none')
    expect((await remove(0)).body.status).toBe('last')
    const other = await enrolled()
    await other.prove()
    expect((await other.call('remove-factor', { id: factors[0]?.id })).body.status).toBe('none')
  })

  test('store no secret in clear', async () => {
    const person = await enrolled()
    const { rows } = await app.ownerPool.query<{ secret_sealed: Buffer }>(
      'SELECT secret_sealed FROM operator_factor WHERE operator_id = $1',
      [person.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.secret_sealed.toString('latin1')).not.toContain(person.secret)
  })
})

describe('a passkey', () => {
  test('is enrolled and proves the factor; a challenge is good once, a counter never repeats', async () => {
    const person = await newcomer()
    const passkey = createSoftwarePasskey(origin)
    const begin = async (call: Call, name: string): Promise<unknown> => (await call(name)).body['options']
    const options = await begin(person.call, 'begin-passkey')
    const foreign = createSoftwarePasskey('https://evil.example').create(options)
    expect((await person.call('enrol-passkey', { name: 'Key', response: foreign })).body.status).toBe('fail')
    // The challenge was used up by the wrong answer.
    const response = passkey.create(options)
    expect((await person.call('enrol-passkey', { name: 'Key', response })).body.status).toBe('fail')
    const again = passkey.create(await begin(person.call, 'begin-passkey'))
    expect((await person.call('enrol-passkey', { name: 'Key', response: again })).body.status).toBe('success')
    await person.call('confirm-recovery-codes')
    expect((await person.call('me')).body.status).toBe('success')

    const call = await person.signIn()
    const proof = passkey.use(await begin(call, 'begin-passkey-proof'))
    const both = await Promise.all([1, 2].map(() => call('prove-passkey', { response: proof })))
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['fail', 'success'])
    expect((await call('me')).body.status).toBe('success')
    const copied = passkey.use(await begin(call, 'begin-passkey-proof'), 1)
    expect((await call('prove-passkey', { response: copied })).body.status).toBe('fail')
    const stranger = createSoftwarePasskey(origin).use(await begin(call, 'begin-passkey-proof'))
    expect(
      (await call('prove-passkey', { response: { ...stranger, id: passkey.id, rawId: passkey.id } })).body.status,
    ).toBe('fail')
    // A challenge of an enrolment proves nothing.
    const proven = passkey.use(await begin(call, 'begin-passkey-proof'))
    expect((await call('prove-passkey', { response: proven, forAct: true })).body.status).toBe('success')
    const { challenge } = (await begin(call, 'begin-passkey')) as { challenge: string }
    const misused = passkey.use({ challenge, rpId: 'localhost' })
    expect((await call('prove-passkey', { response: misused })).body.status).toBe('fail')
  })
})

describe('operators', () => {
  test('are listed with their factors and sessions, within the caller’s brands', async () => {
    const manager = await enrolled({ roles: ['manager'] })
    const local = await newcomer({ roles: ['manager'], brandIds: [app.brand.id] })
    type Row = { login: string; factors: string[]; sessions: number; recoveryCodesLeft: number }
    const { operators } = (await manager.call('get-operators', { take: 100 })).body as unknown as { operators: Row[] }
    expect(operators.find((one) => one.login === manager.login)).toMatchObject({
      factors: ['totp'],
      recoveryCodesLeft: 10,
    })
    expect(operators.find((one) => one.login === local.login)).toMatchObject({ factors: [], sessions: 1 })
    const limited = await enrolled({ roles: ['manager'], brandIds: [app.brand.id] })
    const seen = (await limited.call('get-operators', { take: 100 })).body as unknown as { operators: Row[] }
    expect(seen.operators.map((one) => one.login).toSorted()).toEqual([limited.login, local.login].toSorted())
    const foreign = { id: manager.publicId, reason: 'x' }
    expect((await limited.call('end-operator-sessions', foreign)).body.status).toBe('none')
    const reset = { ...foreign, requestId: newRequestId() }
    expect((await limited.call('propose-operator-reset', reset)).body.status).toBe('none')
  })

  test('a manager ends the sessions of another; a reset is proposed by one and approved by another, never by the operator concerned', async () => {
    const [manager, second] = [await enrolled({ roles: ['manager'] }), await enrolled({ roles: ['manager'] })]
    const lost = await enrolled({ roles: ['manager'] })
    const [call] = [await lost.signIn()]
    const reason = '휴대폰 분실'
    const ended = await manager.call('end-operator-sessions', { id: lost.publicId, reason })
    expect(ended.body).toEqual({ status: 'success', ended: 2 })
    expect((await lost.call('me')).code).toBe(401)
    expect((await call('get-factors')).code).toBe(401)
    const propose = (by: Call, id: string, requestId = newRequestId()) =>
      by('propose-operator-reset', { id, requestId, reason })
    expect((await propose(manager.call, manager.publicId)).body.status).toBe('self')
    const session = await lost.signIn()
    const requestId = newRequestId()
    expect((await propose(manager.call, lost.publicId, requestId)).body).toEqual({ status: 'success' })
    // A proposal changes nothing, uses up its proof, and is stored once.
    expect((await session('get-factors')).code).toBe(200)
    expect((await propose(manager.call, lost.publicId)).body).toEqual({ status: 'factor', needs: 'act' })
    await manager.prove()
    expect((await propose(manager.call, lost.publicId, requestId)).body).toEqual({ status: 'success' })
    await manager.prove()
    expect((await propose(manager.call, second.publicId, requestId)).body.status).toBe('conflict')
    expect((await propose(manager.call, lost.publicId)).body.status).toBe('open')
    expect((await propose(second.call, lost.publicId)).body.status).toBe('open')
    const shown = await resetOf(second.call, lost)
    expect(shown).toMatchObject({ state: 'open', by: nameOf(manager), reason, mine: false, decidedBy: null })
    expect(await resetOf(manager.call, lost)).toMatchObject({ mine: true })
    expect((await second.call('me')).body).toMatchObject({ waiting: { operators: 1 }, ownReset: null })
    expect((await manager.call('me')).body).toMatchObject({ waiting: { operators: 0 } })
    await proveSessions(app.ownerPool, testSecret, lost.id, { at: 'now()', acts: 1 })
    expect((await session('me')).body).toMatchObject({
      waiting: { operators: 0 },
      ownReset: { state: 'open', by: nameOf(manager), decidedBy: null },
    })
    const approve = (by: Call, key = newRequestId()) => by('approve-operator-reset', { id: shown.id, requestId: key })
    expect((await approve(manager.call)).body.status).toBe('self')
    expect((await approve(session)).body.status).toBe('self')
    expect((await approve(second.call, requestId)).body.status).toBe('conflict')
    const key = newRequestId()
    const reset = await approve(second.call, key)
    expect(reset.body).toEqual({ status: 'success', code: expect.stringMatching(/^[a-z2-9-]{19}$/) })
    expect((await session('get-factors')).code).toBe(401)
    await second.prove()
    // The code is shown once.
    expect((await approve(second.call, key)).body).toEqual({ status: 'late', by: nameOf(second) })
    const anew = await lost.signIn()
    expect((await anew('me')).body).toEqual({ status: 'factor', needs: 'enrolment' })
    expect((await anew('prove-recovery-code', { code: lost.codes[0] })).body.status).toBe('fail')
    expect((await audits(lost)).slice(-3)).toEqual([
      'operator.end-sessions',
      'operator-reset.propose',
      'operator-reset.approve',
    ])
    expect(await resetOf(manager.call, lost)).toMatchObject({ state: 'approved', decidedBy: nameOf(second) })
  })

  test('a reset is refused by another manager or the operator concerned, ends after 72 hours, and is carried out once', async () => {
    const [manager, second] = [await enrolled({ roles: ['manager'] }), await enrolled({ roles: ['manager'] })]
    const lost = await enrolled({ roles: ['manager'] })
    const refuse = (by: Call, id: string | null, requestId = newRequestId()) =>
      by('refuse-operator-reset', { id, requestId, reason: '본인이 로그인할 수 있습니다.' })
    const approve = (by: Call, id: string | null, requestId = newRequestId()) =>
      by('approve-operator-reset', { id, requestId })
    const first = await proposeReset(manager, second, lost)
    expect((await refuse(manager.call, first)).body.status).toBe('self')
    const requestId = newRequestId()
    expect((await refuse(lost.call, first, requestId)).body).toEqual({ status: 'success' })
    expect((await refuse(lost.call, first, requestId)).body).toEqual({ status: 'success' })
    expect((await refuse(second.call, first)).body).toEqual({ status: 'late', by: nameOf(lost) })
    expect((await approve(second.call, first)).body).toEqual({ status: 'late', by: nameOf(lost) })
    const late = await proposeReset(manager, second, lost)
    await app.ownerPool
      .query(`ALTER TABLE approval DISABLE TRIGGER USER; ALTER TABLE approval ENABLE TRIGGER approval_is_recorded;
      UPDATE approval SET proposed_at = now() - interval '72 hours', expires_at = now() WHERE id = '${late}'; ALTER TABLE approval ENABLE TRIGGER USER`)
    expect((await approve(second.call, late)).body).toEqual({ status: 'late', by: '' })
    expect((await lost.call('me')).body).toMatchObject({ status: 'success', ownReset: null })
    const again = await proposeReset(manager, second, lost)
    const answers = await Promise.all([approve(second.call, again), approve(second.call, again)])
    expect(answers.filter(({ body }) => body.status === 'success')).toHaveLength(1)
    const unknown = { id: newRequestId(), requestId: newRequestId() }
    await second.prove()
    expect((await second.call('approve-operator-reset', unknown)).body.status).toBe('none')
    // The database ends a password only in the transaction of an approval.
    const { rows } = await app.ownerPool.query('SELECT id FROM operator_session WHERE operator_id = $1 LIMIT 1', [
      String(second.id),
    ])
    const ended = `SELECT operator_end_password(${manager.id}, ${rows[0]?.id}, '\\x00', 24)`
    await expect(app.pool.query(ended)).rejects.toThrow('needs a second manager')
  })

  test('a reset ends the password: only the code sets a new one, once and for 24 hours', async () => {
    const [manager, second] = [await enrolled({ roles: ['manager'] }), await enrolled({ roles: ['manager'] })]
    const lost = await enrolled({ password: 'old-lantern-41' })
    const office = (name: string, body: unknown): Promise<TestResponse> => app.office(name, { body })
    const enter = async (pw: string): Promise<string> =>
      (await office('sign-in', { login: lost.login, pw })).body.status
    expect(await enter('old-lantern-41')).toBe('success')
    const reset = async (): Promise<string> => {
      const id = await proposeReset(manager, second, lost)
      await second.prove()
      const { body } = await second.call('approve-operator-reset', { id, requestId: newRequestId() })
      return String(body['code'])
    }
    const enrol = async (code: string, newPw = 'new-lantern-42', login = lost.login): Promise<string> =>
      (await office('enrol-operator', { login, code, newPw })).body.status
    const late = await reset()
    // A thief with the password gets in neither before the owner nor after.
    expect(await enter('old-lantern-41')).toBe('fail')
    await app.ownerPool.query(`UPDATE operator_enrolment SET expires_at = now()`)
    expect(await enrol(late)).toBe('fail')
    expect(await enter('old-lantern-41')).toBe('fail')
    const replaced = await reset()
    const code = await reset()
    expect(await enrol(replaced)).toBe('fail')
    expect(await enrol(code, '12345678')).toBe('weak')
    expect(await enrol(code, 'new-lantern-42', manager.login)).toBe('fail')
    const both = await Promise.all([enrol(code.toUpperCase()), enrol(code.toUpperCase())])
    expect(both.toSorted()).toEqual(['fail', 'success'])
    expect(await enter('old-lantern-41')).toBe('fail')
    expect(await enter('new-lantern-42')).toBe('success')
    expect((await audits(lost)).slice(-2)).toEqual(['operator-reset.approve', 'operator.enrol'])
  })

  test('attempts at enrolment codes are bounded per login and network, per network, per login, and all together', async () => {
    const attempt = (login: string, remoteAddress: string): Promise<TestResponse> =>
      app.office('enrol-operator', {
        remoteAddress,
        body: { login, code: 'aaaa-bbbb-cccc-dddd', newPw: 'new-lantern-42' },
      })
    const wrong = async (login: string, from: string, times: number): Promise<string[]> => {
      const answers = new Set<string>()
      for (let index = 0; index < times; index += 1) answers.add((await attempt(login, from)).body.status)
      return [...answers]
    }
    const { loginNetwork, network, login: mostOfLogin, all } = enrolmentAttempts
    expect(await wrong('anna', '192.0.2.1', loginNetwork)).toEqual(['fail'])
    expect((await attempt('anna', '192.0.2.2')).body).toEqual({ status: 'throttled', retryAfter: expect.any(Number) })
    for (let index = loginNetwork; index < network; index += 1)
      expect(await wrong(`invented-${index}`, '192.0.2.1', 1)).toEqual(['fail'])
    expect(await wrong('bert', '192.0.2.3', 1)).toEqual(['throttled'])
    expect(await wrong('anna', '198.51.100.1', 1)).toEqual(['fail'])
    const counts = async (): Promise<Record<string, number>> => {
      const { rows } = await app.ownerPool.query<{ scope: string; failures: number }>(
        `SELECT scope, failures FROM login_throttle
          WHERE (scope, key) IN (('operator-login', 'anna'), ('operator-all', 'all'))`,
      )
      return Object.fromEntries(rows.map(({ scope, failures }) => [scope, failures]))
    }
    const before = await counts()
    expect(before['operator-login']).toBe(loginNetwork + 1)
    const fill = (scope: string, most: number): Promise<unknown> =>
      app.ownerPool.query('UPDATE login_throttle SET failures = $2 WHERE scope = $1', [scope, most])
    await fill('operator-login', mostOfLogin)
    expect(await wrong('anna', '203.0.113.1', 1)).toEqual(['throttled'])
    expect(await counts()).toEqual({ ...before, 'operator-login': mostOfLogin })
    expect(await wrong('carl', '203.0.113.1', 1)).toEqual(['fail'])
    await fill('operator-all', all)
    expect(await wrong('dora', '203.0.114.1', 1)).toEqual(['throttled'])
    await app.ownerPool.query(`DELETE FROM login_throttle WHERE scope LIKE 'operator%'`)
  })

  test('after a reset an operator counts as the same person as the two who took part, for 96 hours', async () => {
    const person = (roles: OperatorOptions['roles'] = ['manager']) => enrolled({ roles })
    const [manager, second, third] = [await person(), await person(), await person()]
    const [lost, other] = [await person(), await person(['cashier', 'support'])]
    const onePerson = async (of: Person): Promise<string[]> => {
      const { rows } = await app.ownerPool.query<{ login: string }>(
        'SELECT login FROM operator WHERE id = ANY (operator_one_person($1)) ORDER BY id',
        [String(of.id)],
      )
      return rows.map(({ login }) => login)
    }
    const logins = (...people: Person[]): string[] => people.map(({ login }) => login)
    await reset(manager, second, lost)
    expect(await onePerson(manager)).toEqual(logins(manager, lost))
    expect(await onePerson(lost)).toEqual(logins(manager, second, lost))
    expect(await onePerson(third)).toEqual(logins(third))
    const member = await app.createFundedMember({ cash: wholeUnits(10_000) })
    const correction = async (by: Enrolled): Promise<string> => {
      await by.prove()
      const body = { id: member.publicId, requestId: newRequestId(), account: 'cash', amount: '1', reason: '정정' }
      return String(((await by.call('propose-correction', body)).body['correction'] as { id: string }).id)
    }
    const decide = async (by: Enrolled, call: string, id: string): Promise<string> => {
      await by.prove()
      return (
        await by.call(call, { id, requestId: newRequestId(), ...(call.startsWith('refuse') ? { reason: 'x' } : {}) })
      ).body.status
    }
    const anew = await enrolAgain(lost)
    const first = await correction(anew)
    for (const by of [manager, second])
      for (const call of ['approve-correction', 'refuse-correction']) expect(await decide(by, call, first)).toBe('self')
    expect((await manager.call('me')).body).toMatchObject({ waiting: { corrections: 0 } })
    expect((await third.call('me')).body).toMatchObject({ waiting: { corrections: 1 } })
    const forced = `UPDATE approval SET state = 'approved', decided_by = ${second.id}, decision_key = gen_random_uuid() WHERE id = '${first}'`
    await expect(app.pool.query(forced)).rejects.toThrow('needs another person than its proposer')
    expect(await decide(third, 'approve-correction', first)).toBe('success')
    // Their credit counts as a credit of both, and one who approved it pays as one who credited.
    const deposit = await member.deposit(10_000)
    await anew.call('claim-request', { id: deposit })
    await anew.call('approve-deposit', { id: deposit, requestId: newRequestId(), credited: '10000' })
    const withdrawal = await member.withdraw(10_000)
    expect((await second.call('claim-request', { id: withdrawal })).body.status).toBe('success')
    const pay = { id: withdrawal, requestId: newRequestId() }
    expect((await second.call('pay-withdrawal', pay)).body.status).toBe('second')
    await second.prove()
    expect((await second.call('approve-withdrawal', { ...pay, requestId: newRequestId() })).body.status).toBe('success')
    expect((await anew.call('claim-request', { id: withdrawal })).body.status).toBe('self')
    expect((await third.call('claim-request', { id: withdrawal })).body.status).toBe('success')
    await third.prove()
    expect((await third.call('pay-withdrawal', { ...pay, requestId: newRequestId() })).body.status).toBe('success')
    // What the operator proposes is a proposal of the two, also about another operator; who they reset is one of them too.
    const chained = await proposeReset(anew, third, other)
    expect(await decide(manager, 'approve-operator-reset', chained)).toBe('self')
    expect(await decide(third, 'approve-operator-reset', chained)).toBe('success')
    expect(await onePerson(manager)).toEqual(logins(manager, lost, other))
    expect(await onePerson(other)).toEqual(logins(manager, second, third, lost, other))
    const age = (hours: number): Promise<unknown> =>
      app.ownerPool
        .query(`ALTER TABLE approval DISABLE TRIGGER USER; ALTER TABLE approval ENABLE TRIGGER approval_is_recorded;
        UPDATE approval SET decided_at = now() - interval '${hours} hours' + interval '1 minute'
         WHERE kind = 'reset_operator' AND subject = '${lost.publicId}'; ALTER TABLE approval ENABLE TRIGGER USER`)
    await age(96)
    expect(await onePerson(manager)).toEqual(logins(manager, lost, other))
    await age(97)
    expect(await onePerson(manager)).toEqual(logins(manager))
    expect(await onePerson(lost)).toEqual(logins(lost, other))
  })

  test('change their own password with a proof of its own, which ends their other sessions', async () => {
    const person = await enrolled({ password: 'old-lantern-41' })
    const other = await person.signIn()
    const change = (pw: string, newPw: string): Promise<TestResponse> =>
      person.call('change-own-password', { pw, newPw })
    await person.prove()
    expect((await change('wrong-lantern-1', 'new-lantern-42')).body.status).toBe('fail')
    expect((await change('old-lantern-41', '12345678')).body.status).toBe('weak')
    expect((await change('old-lantern-41', 'new-lantern-42')).body).toEqual({ status: 'success', ended: 1 })
    expect((await other('get-factors')).code).toBe(401)
    expect((await person.call('me')).body.status).toBe('success')
    expect((await change('new-lantern-42', 'next-lantern-43')).body).toEqual({ status: 'factor', needs: 'act' })
    const enter = async (pw: string): Promise<string> =>
      (await app.office('sign-in', { body: { login: person.login, pw } })).body.status
    expect(await enter('old-lantern-41')).toBe('fail')
    expect(await enter('new-lantern-42')).toBe('success')
    expect((await audits(person)).at(-1)).toBe('operator.change-password')
    // Wrong ones are counted in their session: another of the operator is not kept from it.
    await person.prove()
    const guesses: string[] = []
    for (let count = 0; count < 11; count += 1)
      guesses.push((await change('wrong-lantern-1', 'next-lantern-43')).body.status)
    expect(guesses.slice(-2)).toEqual(['fail', 'throttled'])
    const own = await person.signIn()
    await forgetSteps(person.id)
    await own('prove-totp', { code: totpCode(person.secret) })
    await forgetSteps(person.id)
    await own('prove-totp', { code: totpCode(person.secret), forAct: true })
    expect((await own('change-own-password', { pw: 'wrong-lantern-1', newPw: 'next-lantern-43' })).body).toEqual({
      status: 'fail',
    })
  })

  test('the last manager is recovered on the machine, audited', async () => {
    const manager = await enrolled({ roles: ['manager'] })
    expect(await resetOperatorFactors(app.ownerDb, testSecret, 'nobody-here')).toBeNull()
    expect(await resetOperatorFactors(app.ownerDb, testSecret, manager.login.toUpperCase())).toEqual({
      login: manager.login,
      ended: 1,
      code: expect.stringMatching(/^[a-z2-9-]{19}$/),
    })
    expect((await manager.call('me')).code).toBe(401)
    const session = await manager.signIn()
    expect((await session('me')).body).toEqual({ status: 'factor', needs: 'enrolment' })
    const { rows } = await app.ownerPool.query(
      `SELECT actor_kind, act FROM audit WHERE subject = $1 AND act LIKE 'operator.%'`,
      [manager.login],
    )
    expect(rows).toEqual([{ actor_kind: 'system', act: 'operator.reset-factors' }])
  })
})

type Process = {
  call: (person: Person, name: string, body?: unknown) => Promise<TestResponse>
  close: () => Promise<void>
}

/** Another process on the same database: its own connections and listeners. */
async function openProcess(config: { factors?: 'on' } = {}): Promise<Process> {
  const pool = createPool(app.appUrl, { ...patient(), max: 2, name: 'process' })
  const endless = { most: 1_000_000, perSecond: 1_000_000 }
  const throttles = Object.fromEntries(
    Object.keys(throttleRules).map((name) => [name, { address: endless, account: endless }]),
  ) as ThrottleRules
  const deps = {
    ...app.deps,
    config: { ...app.deps.config, ...config },
    pool,
    db: createDb(pool, app.deps.config.secret),
  }
  const handlers = { member: memberHandlers, play: slotPlayHandlers, office: officeHandlers }
  const listeners: App = await createApp(deps, { handlers, throttles })
  await listeners.office.ready()
  return {
    call: async (person, name, body = {}) => {
      const token = tokens.get(person.call) ?? ''
      const response = await listeners.office.inject({
        method: 'POST',
        url: `/api/office/${name}`,
        headers: { host: 'localhost:4200', origin, 'content-type': 'application/json', cookie: `office=${token}` },
        payload: JSON.stringify(body),
      })
      return { code: response.statusCode, headers: response.headers, body: response.json() }
    },
    close: async () => {
      await listeners.close()
      await pool.end()
    },
  }
}
