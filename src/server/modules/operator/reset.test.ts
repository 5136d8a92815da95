import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enrolmentAttempts } from '#domain/factor.ts'
import { wholeUnits } from '#domain/money.ts'
import type { OperatorOptions } from '#server/seed/builders.ts'
import { resetOperatorFactors } from '#server/seed/operator.ts'
import { createFactorApp, type Call, type Enrolled, type FactorApp, type Person } from '#test/factor-app.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { proveSessions } from '#test/proven-session.ts'
import { newRequestId, type TestResponse } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { totpCode } from '#test/totp.ts'

/** Operators, their sessions and passwords, and the reset of a sign-in by two managers. */

let app: FactorApp
beforeAll(async () => {
  app = await createFactorApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

describe('operators', () => {
  test('are listed with their factors and sessions, within the caller’s brands', async () => {
    const manager = await app.enrolled({ roles: ['manager'] })
    const local = await app.newcomer({ roles: ['manager'], brandIds: [app.brand.id] })
    type Row = { login: string; factors: string[]; sessions: number; recoveryCodesLeft: number }
    const { operators } = (await manager.call('get-operators', { take: 100 })).body as unknown as { operators: Row[] }
    expect(operators.find((one) => one.login === manager.login)).toMatchObject({
      factors: ['totp'],
      recoveryCodesLeft: 10,
    })
    expect(operators.find((one) => one.login === local.login)).toMatchObject({ factors: [], sessions: 1 })
    const limited = await app.enrolled({ roles: ['manager'], brandIds: [app.brand.id] })
    const seen = (await limited.call('get-operators', { take: 100 })).body as unknown as { operators: Row[] }
    expect(seen.operators.map((one) => one.login).toSorted()).toEqual([limited.login, local.login].toSorted())
    const foreign = { id: manager.publicId, reason: 'x' }
    expect((await limited.call('end-operator-sessions', foreign)).body.status).toBe('none')
    const reset = { ...foreign, requestId: newRequestId() }
    expect((await limited.call('propose-operator-reset', reset)).body.status).toBe('none')
  })

  test('a manager ends the sessions of another; a reset is proposed by one and approved by another, never by the operator concerned', async () => {
    const [manager, second] = [await app.enrolled({ roles: ['manager'] }), await app.enrolled({ roles: ['manager'] })]
    const lost = await app.enrolled({ roles: ['manager'] })
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
    const shown = await app.resetOf(second.call, lost)
    expect(shown).toMatchObject({ state: 'open', by: manager.login, reason, mine: false, decidedBy: null })
    expect(await app.resetOf(manager.call, lost)).toMatchObject({ mine: true })
    expect((await second.call('me')).body).toMatchObject({ waiting: { operators: 1 }, ownReset: null })
    expect((await manager.call('me')).body).toMatchObject({ waiting: { operators: 0 } })
    await proveSessions(app.ownerPool, testSecret, lost.id, { at: 'now()', acts: 1 })
    expect((await session('me')).body).toMatchObject({
      waiting: { operators: 0 },
      ownReset: { state: 'open', by: manager.login, decidedBy: null },
    })
    const approve = (by: Call, key = newRequestId()) => by('approve-operator-reset', { id: shown.id, requestId: key })
    expect((await approve(manager.call)).body.status).toBe('self')
    expect((await approve(session)).body.status).toBe('self')
    expect((await approve(second.call, requestId)).body.status).toBe('conflict')
    const key = newRequestId()
    const reset = await approve(second.call, key)
    expect(reset.body).toEqual({
      status: 'success',
      code: expect.stringMatching(/^[a-z2-9-]{19}$/),
      login: expect.any(String),
    })
    expect((await session('get-factors')).code).toBe(401)
    await second.prove()
    // The code is shown once.
    expect((await approve(second.call, key)).body).toEqual({ status: 'late', by: second.login })
    const anew = await lost.signIn()
    expect((await anew('me')).body).toEqual({ status: 'factor', needs: 'enrolment' })
    expect((await anew('prove-recovery-code', { code: lost.codes[0] })).body.status).toBe('fail')
    expect((await app.audits(lost)).slice(-3)).toEqual([
      'operator.end-sessions',
      'operator-reset.propose',
      'operator-reset.approve',
    ])
    expect(await app.resetOf(manager.call, lost)).toMatchObject({ state: 'approved', decidedBy: second.login })
  })

  test('a reset is refused by another manager or the operator concerned, ends after 72 hours, and is carried out once', async () => {
    const [manager, second] = [await app.enrolled({ roles: ['manager'] }), await app.enrolled({ roles: ['manager'] })]
    const lost = await app.enrolled({ roles: ['manager'] })
    const refuse = (by: Call, id: string | null, requestId = newRequestId()) =>
      by('refuse-operator-reset', { id, requestId, reason: '본인이 로그인할 수 있습니다.' })
    const approve = (by: Call, id: string | null, requestId = newRequestId()) =>
      by('approve-operator-reset', { id, requestId })
    const first = await app.proposeReset(manager, second, lost)
    expect((await refuse(manager.call, first)).body.status).toBe('self')
    const requestId = newRequestId()
    expect((await refuse(lost.call, first, requestId)).body).toEqual({ status: 'success' })
    expect((await refuse(lost.call, first, requestId)).body).toEqual({ status: 'success' })
    expect((await refuse(second.call, first)).body).toEqual({ status: 'late', by: lost.login })
    expect((await approve(second.call, first)).body).toEqual({ status: 'late', by: lost.login })
    const late = await app.proposeReset(manager, second, lost)
    await app.ownerPool
      .query(`ALTER TABLE approval DISABLE TRIGGER USER; ALTER TABLE approval ENABLE TRIGGER approval_is_recorded;
      UPDATE approval SET proposed_at = now() - interval '72 hours', expires_at = now() WHERE id = '${late}'; ALTER TABLE approval ENABLE TRIGGER USER`)
    expect((await approve(second.call, late)).body).toEqual({ status: 'late', by: '' })
    expect((await lost.call('me')).body).toMatchObject({ status: 'success', ownReset: null })
    const again = await app.proposeReset(manager, second, lost)
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
    const [manager, second] = [await app.enrolled({ roles: ['manager'] }), await app.enrolled({ roles: ['manager'] })]
    const lost = await app.enrolled({ password: 'old-lantern-41' })
    const office = (name: string, body: unknown): Promise<TestResponse> => app.office(name, { body })
    const enter = async (pw: string): Promise<string> =>
      (await office('sign-in', { login: lost.login, pw })).body.status
    expect(await enter('old-lantern-41')).toBe('success')
    const reset = async (): Promise<string> => {
      const id = await app.proposeReset(manager, second, lost)
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
    const deactivated = await reset()
    for (const active of [false, true])
      await app.ownerPool.query('UPDATE operator SET active = $2 WHERE public_id = $1', [lost.publicId, active])
    expect(await enrol(deactivated)).toBe('fail')
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
    expect((await app.audits(lost)).slice(-2)).toEqual(['operator-reset.approve', 'operator.enrol'])
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
    const person = (roles: OperatorOptions['roles'] = ['manager']) => app.enrolled({ roles })
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
    await app.resetSignIn(manager, second, lost)
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
    const anew = await app.enrolAgain(lost)
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
    const chained = await app.proposeReset(anew, third, other)
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
    const person = await app.enrolled({ password: 'old-lantern-41' })
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
    expect((await app.audits(person)).at(-1)).toBe('operator.change-password')
    // Wrong ones are counted in their session: another of the operator is not kept from it.
    await person.prove()
    const guesses: string[] = []
    for (let count = 0; count < 11; count += 1)
      guesses.push((await change('wrong-lantern-1', 'next-lantern-43')).body.status)
    expect(guesses.slice(-2)).toEqual(['fail', 'throttled'])
    const own = await person.signIn()
    await app.forgetSteps(person.id)
    await own('prove-totp', { code: totpCode(person.secret) })
    await app.forgetSteps(person.id)
    await own('prove-totp', { code: totpCode(person.secret), forAct: true })
    expect((await own('change-own-password', { pw: 'wrong-lantern-1', newPw: 'next-lantern-43' })).body).toEqual({
      status: 'fail',
    })
  })

  test('the last manager is recovered on the machine, audited', async () => {
    const manager = await app.enrolled({ roles: ['manager'] })
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
