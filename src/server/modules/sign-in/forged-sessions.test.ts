import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makePlaySession, type MadeMember, type MadeOperator } from '#server/seed/builders.ts'
import { resetOperatorFactors } from '#server/seed/operator.ts'
import { normalRecoveryCode } from '#domain/factor.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { totpCode } from '#test/totp.ts'

/** What rights on the database without `APP_SECRET` make of sessions and codes: none of it is accepted. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
afterAll(() => app.close())

const byHand = (text: string, values: unknown[] = []): Promise<unknown> => app.ownerPool.query(text, values)
const site = () => ({ db: app.db, ownerDb: app.ownerDb, config: app.deps.config })

describe('a session of a member', () => {
  const signedIn = async (): Promise<{ member: MadeMember; token: string }> => {
    const member = await makeMember(app.deps, app.brand)
    const { body } = await app.member('user-do-login', {
      body: { id: member.loginId, pw: member.password, token: true },
    })
    return { member, token: String(body['token']) }
  }
  /** Whether a token opens: the calls of the site and the health check read it by a statement each. */
  const codesOf = async (token: string): Promise<number[]> => {
    const calls = [app.member('get-user-note', { token }), app.member('user-health-check', { token })]
    return (await Promise.all(calls)).map(({ code }) => code)
  }
  const opened = [200, 200]
  const refused = [401, 401]

  test('that was inserted is not accepted', async () => {
    const { member } = await signedIn()
    for (const token of [randomBytes(32), randomBytes(48)].map((bytes) => bytes.toString('base64url'))) {
      const hash = createHash('sha256').update(token).digest()
      await byHand('INSERT INTO member_session (token_hash, member_id) VALUES ($1, $2)', [hash, member.id])
      expect(await codesOf(token)).toEqual(refused)
    }
  })

  test('whose hash was copied to another member, or that was given to another one, is not accepted', async () => {
    const [own, victim] = [await signedIn(), await signedIn()]
    expect(await codesOf(own.token)).toEqual(opened)
    await byHand('UPDATE member_session SET member_id = $2 WHERE member_id = $1', [own.member.id, victim.member.id])
    expect(await codesOf(own.token)).toEqual(refused)
    const { id } = await app.db
      .selectFrom('member_session')
      .select('id')
      .where('member_id', '=', victim.member.id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const window = await makePlaySession(app.deps, victim.member, { id })
    expect((await app.play('get-session', { token: own.token, window: window.id })).code).toBe(401)
    const other = await signedIn()
    await byHand(
      `WITH moved AS (UPDATE member_session SET token_hash = sha256('moved') WHERE member_id = $1 RETURNING old.token_hash)
       INSERT INTO member_session (token_hash, member_id) SELECT token_hash, $2 FROM moved`,
      [other.member.id, victim.member.id],
    )
    expect(await codesOf(other.token)).toEqual(refused)
  })

  test('that was lengthened is not accepted', async () => {
    const { member, token } = await signedIn()
    await byHand(`UPDATE member_session SET ends_at = ends_at + interval '1 minute' WHERE member_id = $1`, [member.id])
    expect(await codesOf(token)).toEqual(refused)
    await byHand(`UPDATE member_session SET ends_at = ends_at - interval '2 minutes' WHERE member_id = $1`, [member.id])
    expect(await codesOf(token)).toEqual(opened)
  })
})

describe('a code for a new password of an operator', () => {
  const enrol = async (operator: MadeOperator, code: string): Promise<unknown> =>
    (await app.office('enrol-operator', { body: { login: operator.login, code, newPw: 'new-lantern-42' } })).body
  const insert = (operator: MadeOperator, code: string): Promise<unknown> =>
    byHand(
      `INSERT INTO operator_enrolment (operator_id, code_hash, expires_at) VALUES ($1, sha256($2), now() + interval '1 hour')
       ON CONFLICT (operator_id) DO UPDATE SET code_hash = EXCLUDED.code_hash`,
      [operator.id, Buffer.from(normalRecoveryCode(code))],
    )

  test('that was inserted, or is another operator’s, sets no password', async () => {
    const [own, victim] = [await makeOperator(site(), {}), await makeOperator(site(), {})]
    await insert(victim, 'aaaa-bbbb-cccc-dddd')
    expect(await enrol(victim, 'aaaa-bbbb-cccc-dddd')).toEqual({ status: 'fail' })
    const code = (await resetOperatorFactors(app.ownerDb, app.deps.config.secret, own.login))?.code ?? ''
    await byHand(
      `UPDATE operator_enrolment SET code_hash = (SELECT code_hash FROM operator_enrolment WHERE operator_id = $2)
        WHERE operator_id = $1`,
      [victim.id, own.id],
    )
    expect(await enrol(victim, code)).toEqual({ status: 'fail' })
    expect(await enrol(own, code)).toEqual({ status: 'success' })
  })
})

describe('a session of an operator', () => {
  type Staff = { operator: MadeOperator; secret: string; token: string; signIn: () => Promise<string> }
  const call = (token: string, name: string, body: unknown = {}): Promise<TestResponse> =>
    app.office(name, { token, body })

  /** An operator with an authenticator app and confirmed codes; `token` has proven nothing but the password. */
  const enrolled = async (): Promise<Staff> => {
    const operator = await makeOperator(site(), {})
    const signIn = async (): Promise<string> => {
      const { headers } = await app.office('sign-in', { body: { login: operator.login, pw: operator.password } })
      const token = /office=([^;]+)/.exec([headers['set-cookie']].flat().map(String).join('\n'))?.[1]
      if (token === undefined) throw new Error('the sign-in set no cookie')
      return token
    }
    const first = await signIn()
    const secret = String((await call(first, 'begin-totp')).body['secret'])
    expect((await call(first, 'enrol-totp', { name: 'Phone', code: totpCode(secret) })).body.status).toBe('success')
    await call(first, 'confirm-recovery-codes')
    await byHand('UPDATE operator_factor SET last_step = NULL WHERE operator_id = $1', [operator.id])
    await byHand('UPDATE operator_session SET ended_at = now() WHERE operator_id = $1', [operator.id])
    return { operator, secret, token: await signIn(), signIn }
  }
  const alter = (staff: Staff, change: string): Promise<unknown> =>
    byHand(`UPDATE operator_session SET ${change} WHERE operator_id = $1 AND ended_at IS NULL`, [staff.operator.id])
  const needs = async (token: string, name = 'get-members'): Promise<unknown> =>
    (await call(token, name, name === 'remove-factor' ? { id: randomUUID() } : {})).body

  test('is not proven because its row says so', async () => {
    const staff = await enrolled()
    const refused = { status: 'factor', needs: 'sign-in' }
    expect(await needs(staff.token)).toEqual(refused)
    await alter(staff, `factor_at = now(), factor_acts = 1`)
    expect(await needs(staff.token)).toEqual(refused)
    expect(await needs(staff.token, 'remove-factor')).toEqual(refused)
    // A recovery code opens the enrolment of a new factor.
    await alter(staff, `factor_at = NULL, factor_acts = 0, recovered_at = now()`)
    expect((await call(staff.token, 'begin-totp')).body).toEqual(refused)
    // The proof of another session.
    const proven = await enrolled()
    expect((await call(proven.token, 'prove-totp', { code: totpCode(proven.secret) })).body.status).toBe('success')
    const columns = ['factor_at', 'factor_acts', 'recovered_at', 'factor_mac']
    await byHand(
      `UPDATE operator_session s SET (${columns.join()}) = (SELECT ${columns.join()} FROM operator_session p WHERE p.operator_id = $2
         AND p.ended_at IS NULL) WHERE s.operator_id = $1`,
      [staff.operator.id, proven.operator.id],
    )
    expect(await needs(staff.token)).toEqual(refused)
  })

  test('has no proof for an act, or no recent one, because its row says so', async () => {
    const staff = await enrolled()
    expect((await call(staff.token, 'prove-totp', { code: totpCode(staff.secret) })).body.status).toBe('success')
    expect(await needs(staff.token)).toMatchObject({ status: 'success' })
    await alter(staff, 'factor_acts = 1')
    expect(await needs(staff.token, 'remove-factor')).toEqual({ status: 'factor', needs: 'act' })
    await alter(staff, `factor_at = factor_at + interval '1 second'`)
    expect(await needs(staff.token)).toMatchObject({ status: 'factor' })
  })

  test('is not lengthened', async () => {
    const staff = await enrolled()
    await alter(staff, `ends_at = ends_at + interval '1 minute'`)
    expect((await call(staff.token, 'me')).code).toBe(401)
  })

  test('is not another operator’s, and not inserted', async () => {
    const [staff, other] = [await enrolled(), await enrolled()]
    await byHand('UPDATE operator_session SET operator_id = $2 WHERE operator_id = $1 AND ended_at IS NULL', [
      staff.operator.id,
      other.operator.id,
    ])
    expect((await call(staff.token, 'me')).code).toBe(401)
    const invented = randomBytes(48).toString('base64url')
    await byHand(
      `INSERT INTO operator_session (token_hash, operator_id, ends_at) VALUES (sha256($1), $2, now() + interval '8 hours')`,
      [Buffer.from(invented), other.operator.id],
    )
    expect((await call(invented, 'me')).code).toBe(401)
  })
})
