import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFactorApp, type Call, type Enrolled, type FactorApp } from '#test/factor-app.ts'
import { createSoftwarePasskey } from '#test/passkey.ts'
import { newRequestId, type TestResponse } from '#test/test-app.ts'
import { totpCode } from '#test/totp.ts'
import { untilWaiting } from '#test/until.ts'

/** Acts on own factors that were begun before their session ended, by somebody who has the operator's password and app. */

const origin = 'http://localhost:4200'

let app: FactorApp
beforeAll(async () => {
  app = await createFactorApp()
})
afterAll(() => app.close())

/** Another session of the operator, with a proof for one act. */
async function provenSession(person: Enrolled): Promise<Call> {
  const call = await person.signIn()
  await app.forgetSteps(person.id)
  expect((await call('prove-totp', { code: totpCode(person.secret) })).body.status).toBe('success')
  await app.forgetSteps(person.id)
  expect((await call('prove-totp', { code: totpCode(person.secret), forAct: true })).body.status).toBe('success')
  return call
}

type Act = (person: Enrolled) => Promise<() => Promise<TestResponse>>

/** Each prepares an act in a session of its own, which is then ready to be sent. */
const acts: Record<string, Act> = {
  'a passkey': async (person) => {
    const call = await provenSession(person)
    const response = createSoftwarePasskey(origin).create((await call('begin-passkey')).body['options'])
    return () => call('enrol-passkey', { name: 'Thief', response })
  },
  'an app': async (person) => {
    const call = await provenSession(person)
    const secret = String((await call('begin-totp')).body['secret'])
    return () => call('enrol-totp', { name: 'Thief', code: totpCode(secret) })
  },
  'new recovery codes': async (person) => {
    const call = await provenSession(person)
    return () => call('renew-recovery-codes')
  },
}

/** Begins the calls while the operator's lock is held, so that they act one after the other in this order. */
async function inLine(
  operatorId: bigint,
  calls: readonly (() => Promise<TestResponse>)[],
): Promise<TestResponse['body'][]> {
  const client = await app.ownerPool.connect()
  try {
    const key = `hashtextextended('operator ' || '${operatorId}', 0)`
    await client.query(`SELECT pg_advisory_lock(${key})`)
    const answers: Promise<TestResponse>[] = []
    for (const call of calls) {
      answers.push(call())
      await untilWaiting(app.ownerPool, answers.length)
    }
    await client.query(`SELECT pg_advisory_unlock(${key})`)
    return (await Promise.all(answers)).map(({ body }) => body)
  } finally {
    // The lock ends with the connection.
    client.release(true)
  }
}

async function factorNames(operatorId: bigint): Promise<unknown[]> {
  const { rows } = await app.ownerPool.query('SELECT name FROM operator_factor WHERE operator_id = $1', [operatorId])
  return rows.map((row: { name: unknown }) => row.name)
}

const refused = { status: 'factor', needs: 'sign-in' }

test.each(Object.entries(acts))('%s, begun before a recovery, is refused after it', async (_what, prepare) => {
  const person = await app.enrolled()
  const owner = await person.signIn()
  expect((await owner('prove-recovery-code', { code: person.codes[0] })).body.status).toBe('success')
  const secret = String((await owner('begin-totp')).body['secret'])
  const recover = () => owner('enrol-totp', { name: 'New phone', code: totpCode(secret) })
  const answers = await inLine(person.id, [recover, await prepare(person)])
  expect(answers).toEqual([{ status: 'success', recoveryCodes: null }, refused])
  expect(await factorNames(person.id)).toEqual(['New phone'])
  expect((await owner('get-factors')).body).toMatchObject({ needs: null, recoveryCodesLeft: 9 })
})

test.each(Object.entries(acts))('%s, begun before a reset, is refused after it', async (_what, prepare) => {
  const [by, another] = [await app.enrolled({ roles: ['manager'] }), await app.enrolled({ roles: ['manager'] })]
  const person = await app.enrolled()
  const id = await app.proposeReset(by, another, person)
  await another.prove()
  const reset = () => another.call('approve-operator-reset', { id, requestId: newRequestId() })
  const [approved, after] = await inLine(person.id, [reset, await prepare(person)])
  expect(approved?.status).toBe('success')
  expect(after).toEqual(refused)
  expect(await factorNames(person.id)).toEqual([])
})

test('the other sessions end when a factor is removed, in which it may have been proven, and their browsers are forgotten', async () => {
  const person = await app.enrolled()
  const secret = String((await person.call('begin-totp')).body['secret'])
  expect((await person.call('enrol-totp', { name: 'Tablet', code: totpCode(secret) })).body.status).toBe('success')
  const other = await provenSession(person)
  const factors = (await person.call('get-factors')).body['factors'] as { id: string; name: string }[]
  await person.prove()
  const tablet = factors.find(({ name }) => name === 'Tablet')?.id
  expect((await person.call('remove-factor', { id: tablet })).body.status).toBe('success')
  expect((await other('me')).code).toBe(401)
  expect((await person.call('me')).body.status).toBe('success')
  const { rows } = await app.ownerPool.query('SELECT FROM operator_browser WHERE operator_id = $1', [person.id])
  expect(rows).toHaveLength(1)
})
