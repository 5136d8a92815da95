import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makeSession } from '#server/seed/builders.ts'
import { createTestApp, makeOperatorSession, type TestApp } from '#test/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['manager'] }))
})
afterAll(() => app.close())

test('get-helps: open inquiries oldest first, answered ones newest first, found by kind and member', async () => {
  const member = await makeMember(app.deps, app.brand)
  const session = (await makeSession(app.deps, member)).token
  const ids: string[] = []
  for (const title of ['one', 'two', 'three', 'four']) {
    const { body } = await app.member('user-write-help', { token: session, body: { title, contents: 'text' } })
    ids.push(String(body['id']))
  }
  const list = async (body: object): Promise<unknown[]> => {
    const response = (await app.office('get-helps', { token, body })).body
    expect(response['status']).toBe('success')
    return (response['helps'] as { id: string }[]).map(({ id }) => id)
  }
  expect(await list({})).toEqual(ids)
  for (const id of ids.slice(0, 2)) {
    await app.office('open-help', { token, body: { id } })
    await app.office('answer-help', { token, body: { id, contents: 'reply' } })
  }
  expect(await list({})).toEqual(ids.slice(2))
  expect(await list({ show: 'answered' })).toEqual([ids[1], ids[0]])
  expect(await list({ take: 1, skip: 1 })).toEqual([ids[3]])
  expect(await list({ kind: 'account' })).toEqual([])
  expect(await list({ search: member.loginId })).toEqual(ids.slice(2))
  expect(await list({ search: 'nobody-of-that-name' })).toEqual([])
})
