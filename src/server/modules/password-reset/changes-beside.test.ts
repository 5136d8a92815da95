import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'
import { untilWaiting } from '#test/until.ts'

/** A person who knows the old password changes password or PIN beside the owner's reset, which takes the account back. */

let app: TestApp
let support: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  support = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
})
afterAll(() => app.close())

const ownersPassword = 'another!moon8'

/** A reset of the member by the code of the office. */
async function resetOf(member: MadeMember, phone: string): Promise<() => Promise<TestResponse>> {
  const office = (call: string, body: object): Promise<TestResponse> => app.office(call, { token: support, body })
  await app.member('ask-password-reset', { body: { id: member.loginId, phone } })
  const resets = (await office('get-password-resets', {})).body['resets'] as { id: string }[]
  const id = resets.at(-1)?.id
  await office('open-password-reset', { id })
  const code = String((await office('issue-reset-code', { id })).body['code'])
  return () => app.member('reset-password', { body: { id: member.loginId, code, newPw: ownersPassword } })
}

test.each([
  ['change-password', { newPw: 'thieves!moon8' }],
  ['change-exchange-pass', { pass: '8350' }],
] as const)('%s that verified the old password before a reset changes nothing after it', async (call, body) => {
  const member = await makeMember(app.deps, app.brand, { phone: '01055501234' })
  const { token } = await makeSession(app.deps, member)
  const reset = await resetOf(member, '01055501234')
  const pinHash = async (): Promise<unknown> =>
    (await app.ownerPool.query('SELECT pin_hash FROM member WHERE id = $1', [String(member.id)])).rows[0]
  const before = await pinHash()
  const held = await app.ownerPool.connect()
  try {
    await held.query('BEGIN')
    await held.query('SELECT 1 FROM member WHERE id = $1 FOR UPDATE', [String(member.id)])
    const owners = reset()
    await untilWaiting(app.ownerPool, 1)
    const thiefs = app.member(call, { token, body: { pw: member.password, ...body } })
    await untilWaiting(app.ownerPool, 2)
    await held.query('COMMIT')
    expect((await owners).body).toEqual({ status: 'success' })
    expect((await thiefs).body).toEqual({ status: 'fail' })
  } finally {
    held.release()
  }
  expect(await pinHash()).toEqual(before)
  const signIn = (pw: string): Promise<TestResponse> =>
    app.member('user-do-login', { body: { id: member.loginId, pw } })
  expect((await signIn('thieves!moon8')).body.status).toBe('fail')
  expect((await signIn(ownersPassword)).body.status).toBe('success')
  await expectCleanBooks(app.ownerPool)
})

test('a code from before the personal data were erased sets no password', async () => {
  const member = await makeMember(app.deps, app.brand, { phone: '01055501235' })
  const reset = await resetOf(member, '01055501235')
  await app.ownerPool.query('SELECT erase_person($1)', [String(member.id)])
  expect((await reset()).body).toEqual({ status: 'fail' })
  await expectCleanBooks(app.ownerPool)
})
