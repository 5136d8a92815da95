import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setUpOperator } from '#server/seed/operator.ts'
import { createFactorApp, type Enrolled, type FactorApp } from '#test/factor-app.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'
import { untilWaiting } from '#test/until.ts'

/** Sign-ins at the office with a password that ends while they are under way. */

let app: FactorApp
beforeAll(async () => {
  app = await createFactorApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

const [oldPassword, newPassword] = ['old-lantern-41', 'new-lantern-42']

type End = (person: Enrolled) => Promise<() => Promise<{ status: string }>>

/** Each prepares an end of the old password, which is then ready to be made. */
const ends: Record<string, End> = {
  'a reset by two managers': async (person) => {
    const [by, another] = [await app.enrolled({ roles: ['manager'] }), await app.enrolled({ roles: ['manager'] })]
    const id = await app.proposeReset(by, another, person)
    await another.prove()
    return async () => (await another.call('approve-operator-reset', { id, requestId: newRequestId() })).body
  },
  'a change of the password': async (person) => {
    await person.prove()
    return async () => (await person.call('change-own-password', { pw: oldPassword, newPw: newPassword })).body
  },
  'a renewal on the machine': async (person) => {
    const input = { login: person.login, name: 'Renewed', password: newPassword, roles: ['support'] } as const
    const setup = { db: app.ownerDb, config: { secret: app.deps.config.secret } }
    return () => setUpOperator(setup, input, true)
  },
}

test.each(Object.entries(ends))('%s leaves no session of a sign-in with the old password', async (_what, prepare) => {
  const person = await app.enrolled({ password: oldPassword, roles: ['support'] })
  const end = await prepare(person)
  const held = await app.ownerPool.connect()
  try {
    await held.query('BEGIN')
    await held.query(`SELECT pg_advisory_xact_lock(hashtextextended('operator ' || $1, 0))`, [String(person.id)])
    const ending = end()
    await untilWaiting(app.pool, 1)
    // The sign-in has verified the old password, which is still valid.
    const signingIn = app.office('sign-in', { body: { login: person.login, pw: oldPassword } })
    await untilWaiting(app.pool, 2)
    await held.query('COMMIT')
    expect((await ending).status).toMatch(/^(success|renewed)$/)
    expect((await signingIn).body).toEqual({ status: 'fail' })
  } finally {
    held.release(true)
  }
})
