import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { makeBrand, makeOperator } from '#server/seed/builders.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['manager'] }))
})
afterAll(() => app.close())

const office = (call: string, body: object): Promise<TestResponse> => app.office(call, { token, body })

test.each([
  { list: 'get-notices', create: 'create-notice', hide: 'hide-notice', field: 'notices' },
  { list: 'get-popups', create: 'create-popup', hide: 'hide-popup', field: 'popups' },
])('$list: newest first, hidden ones too, sanitised, a page at a time', async ({ list, create, hide, field }) => {
  const ids: unknown[] = []
  for (const title of ['first', 'second', 'third']) {
    const { body } = await office(create, { brand: 'nocturne', title, contents: `<p>${title}</p><script>x</script>` })
    ids.push(body['id'])
  }
  await office(hide, { id: ids[1] })
  const all = (await office(list, {})).body
  expect(all['maxCount']).toBe(3)
  expect(all[field]).toMatchObject([
    { id: ids[2], brand: 'nocturne', title: 'third', contents: '<p>third</p>', hidden: false },
    { id: ids[1], title: 'second', hidden: true },
    { id: ids[0], title: 'first', hidden: false },
  ])
  const page = (await office(list, { skip: 1, take: 1 })).body
  expect(page).toMatchObject({ maxCount: 3, [field]: [{ id: ids[1] }] })
})

test.each([
  ['create-notice', { title: 'x' }],
  ['create-popup', { title: 'x' }],
  ['send-note', { title: 'x', userId: 'nobody' }],
])('%s refuses HTML that would take long to sanitise, and stores nothing', async (call, body) => {
  const count = async (): Promise<unknown> =>
    (
      await app.ownerPool.query(
        'SELECT (SELECT count(*) FROM notice) + (SELECT count(*) FROM popup) + (SELECT count(*) FROM note)',
      )
    ).rows
  const before = await count()
  for (const [why, contents] of [
    ['long', '<b>'.repeat(60_000)],
    ['tags', '<'.repeat(49_000)],
    ['deep', '<b>'.repeat(31)],
  ] as const) {
    const { body: answer } = await office(call, { brand: 'nocturne', ...body, contents })
    expect(answer).toEqual({ status: 'complex', why })
  }
  expect(await count()).toEqual(before)
})

test('an operator of another brand sees none of them', async () => {
  const other = await makeBrand(app.deps)
  const stranger = await makeOperator(app.deps, { roles: ['manager'], brandIds: [other.id] })
  const theirs = await makeOperatorSession(app, stranger)
  for (const call of ['get-notices', 'get-popups']) {
    expect((await app.office(call, { token: theirs, body: {} })).body).toMatchObject({ maxCount: 0 })
  }
})

test.each(['create-notice', 'create-popup'])('%s refuses domains under which the brand has no site', async (create) => {
  const text = { title: 'x', contents: '<p>x</p>' }
  for (const domain of ['localhost:21000', 'https://localhost/ko', 'a.example;localhost', '<script>']) {
    expect((await office(create, { ...text, domain })).body).toEqual({
      status: 'domain',
      unknown: [domain],
      known: ['nocturne.example'],
    })
  }
  for (const domain of ['', 'localhost', 'NOCTURNE.example | localhost']) {
    expect((await office(create, { ...text, domain })).body.status).toBe('success')
  }
})
