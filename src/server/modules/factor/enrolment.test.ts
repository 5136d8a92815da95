import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { officeRoutes } from '#contract/office-api.ts'
import { factorOf, type OfficeRoute } from '#contract/route.ts'
import { makeRecoveryCode } from '#domain/factor.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { anyNote, createFactorApp, type Call, type FactorApp } from '#test/factor-app.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createSoftwarePasskey } from '#test/passkey.ts'
import type { TestResponse } from '#test/test-app.ts'
import { totpCode } from '#test/totp.ts'

/** What an operator has to prove with, from the first sign-in on. */

const origin = 'http://localhost:4200'
let app: FactorApp
beforeAll(async () => {
  app = await createFactorApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

describe('before the factor is proven', () => {
  test('a sign-in with the right password opens a limited session', async () => {
    const { login, password } = await makeOperator(app.deps, {})
    const { body, headers } = await app.office('sign-in', { body: { login, pw: password } })
    expect(body.status).toBe('success')
    const token = /^office=([^;]*)/.exec([headers['set-cookie']].flat().join('\n'))?.[1]
    expect((await app.office('me', { token })).body).toEqual({ status: 'factor', needs: 'enrolment' })
  })

  test('only the calls of the own factors and the sign-out work, for a new operator and for one at sign-in', async () => {
    const fresh = await app.newcomer({ roles: ['manager'] })
    const known = await app.enrolled({ roles: ['manager'] })
    const session = await known.signIn()
    const before = await app.snapshotMoney()
    for (const [name, route] of Object.entries<OfficeRoute>(officeRoutes)) {
      if (factorOf(route) === 'none' || !route.body.safeParse({ ...anyNote, id: v7() }).success) continue
      expect((await fresh.call(name, { ...anyNote, id: v7() })).body).toEqual({ status: 'factor', needs: 'enrolment' })
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
    const person = await app.newcomer()
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
    const person = await app.newcomer()
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
    expect(await app.audits(person)).toEqual(['factor.enrol', 'factor.renew-recovery-codes'])
  })

  test('the demo world’s operators pass without one and are marked; BAIZE_FACTORS=on asks them too', async () => {
    const demo = await app.newcomer({ roles: ['manager'], demo: true })
    expect((await demo.call('me')).body).toMatchObject({ status: 'success', withoutFactor: true })
    expect((await demo.call('set-maintenance', { on: false })).body.status).toBe('success')
    const strict = await app.openProcess({ factors: 'on' })
    expect((await strict.call(demo, 'me')).body).toEqual({ status: 'factor', needs: 'enrolment' })
    await strict.close()
    await expect(app.db.updateTable('operator').set({ demo: true }).execute()).rejects.toThrow(/permission denied/)
  })
})

describe('recovery codes', () => {
  test('each is good once, at sign-in only, and leads to a new enrolment', async () => {
    const person = await app.enrolled()
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
    await app.forgetSteps(person.id)
    const lost = await person.signIn()
    expect((await lost('prove-totp', { code: totpCode(person.secret) })).body.status).toBe('fail')
    expect((await app.audits(person)).slice(-3)).toEqual(['factor.use-recovery-code', 'factor.remove', 'factor.enrol'])
    // Nor do the sessions in which it was proven, and its browser is not known any more.
    expect((await person.call('me')).code).toBe(401)
    const { rows } = await app.ownerPool.query('SELECT FROM operator_browser WHERE operator_id = $1', [person.id])
    expect(rows).toHaveLength(1)
    // Renewed codes take the place of the old ones, and need a proof of their own.
    expect((await call('renew-recovery-codes')).body).toEqual({ status: 'factor', needs: 'act' })
    await app.forgetSteps(person.id)
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
    const person = await app.enrolled()
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
    const other = await app.enrolled()
    await other.prove()
    expect((await other.call('remove-factor', { id: factors[0]?.id })).body.status).toBe('none')
  })

  test('store no secret in clear', async () => {
    const person = await app.enrolled()
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
    const person = await app.newcomer()
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

test('the secret of another operator proves nothing, also where it is put for a moment, and enrols nothing', async () => {
  const [victim, thief] = [await app.enrolled(), await app.enrolled()]
  const read = async (id: bigint): Promise<unknown> =>
    (await app.ownerPool.query('SELECT secret_sealed FROM operator_factor WHERE operator_id = $1', [id])).rows[0]
      .secret_sealed
  const write = (id: bigint, secret: unknown): Promise<unknown> =>
    app.ownerPool.query('UPDATE operator_factor SET secret_sealed = $2, last_step = NULL WHERE operator_id = $1', [
      id,
      secret,
    ])
  const own = await read(victim.id)
  await write(victim.id, await read(thief.id))
  const session = await victim.signIn()
  expect((await session('prove-totp', { code: totpCode(thief.secret) })).body).toEqual({ status: 'fail' })
  expect((await session('prove-totp', { code: totpCode(victim.secret) })).body).toEqual({ status: 'fail' })
  expect(app.errors.splice(0).join('')).toContain('an encrypted value cannot be read')
  await write(victim.id, own)
  expect((await session('prove-totp', { code: totpCode(victim.secret) })).body).toEqual({ status: 'success' })

  const fresh = await app.newcomer()
  await fresh.call('begin-totp')
  await write(fresh.id, await read(thief.id))
  const enrolled = await fresh.call('enrol-totp', { name: 'Phone', code: totpCode(thief.secret) })
  expect(enrolled.body).toEqual({ status: 'fail' })
  expect(app.errors.splice(0).join('')).toContain('operator_factor')
})
