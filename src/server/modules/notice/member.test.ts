import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { makeBrand, makeMember, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
let member: MadeMember
let token: string

beforeAll(async () => {
  app = await createTestApp({
    handlers: appHandlers,
    brand: { domains: ['nocturne.example', 'moon.example'], isDefault: true },
  })
})
beforeEach(async () => {
  await app.ownerPool.query('DELETE FROM notice; DELETE FROM popup')
  member = await makeMember(app.deps, app.brand)
  token = (await makeSession(app.deps, member)).token
})
afterAll(() => app.close())

const at = (host: string, locale?: string) => ({
  headers: { host, origin: `https://${host}`, ...(locale && { cookie: `locale=${locale}` }) },
})
const titles = (response: TestResponse, field = 'notices'): string[] =>
  (response.body[field] as { title: string }[]).map((notice) => notice.title)

async function publish(title: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await app.db
    .insertInto('notice')
    .values({ id, brand_id: app.brand.id, title, contents: `<p>${title}</p>`, ...values })
    .execute()
  return id
}

test('lists notices of this site that are published and not hidden, newest first', async () => {
  const hour = (count: number): Date => new Date(Date.now() - count * 3_600_000)
  const other = await makeBrand(app.deps)
  await publish('everywhere', { published_at: hour(3) })
  await publish('nocturne', { domain: 'x.example|nocturne.example', published_at: hour(2) })
  await publish('moon', { domain: 'moon.example, x.example', published_at: hour(1) })
  await publish('tomorrow', { published_at: hour(-24) })
  await publish('hidden', { hidden_at: hour(0) })
  await publish('other brand', { brand_id: other.id })
  expect(titles(await app.member('get-user-notices', at('nocturne.example')))).toEqual(['nocturne', 'everywhere'])
  expect(titles(await app.member('get-user-notices', at('moon.example')))).toEqual(['moon', 'everywhere'])
  expect(titles(await app.member('get-user-notices'))).toEqual(['moon', 'nocturne', 'everywhere'])
  const page = await app.member('get-user-notices', { ...at('moon.example'), body: { skip: 1, take: 1 } })
  expect(page.body).toMatchObject({ maxCount: 2, notices: [{ title: 'everywhere' }] })
})

test('lists texts of 200 kB together, and reads each of the others by itself', async () => {
  const text = `<p>${'가'.repeat(14_000)}</p>`
  for (let count = 0; count < 90; count += 1) await publish(`long ${count}`, { contents: text })
  const list = await app.member('get-user-notices', { body: { take: 100 } })
  const notices = list.body['notices'] as { id: string; title: string; contents: string }[]
  expect(notices).toHaveLength(90)
  expect(notices.map(({ contents }) => contents)).toEqual(notices.map((_, index) => (index < 4 ? text : '')))
  expect(Buffer.byteLength(JSON.stringify(list.body))).toBeLessThan(250_000)
  const last = await app.member('get-notice', { body: { id: notices.at(-1)?.id } })
  expect(last.body).toMatchObject({ notice: { title: notices.at(-1)?.title, contents: text } })
})

test('lists the text of the first notice, however long', async () => {
  const text = `<p>${'가'.repeat(100_000)}</p>`
  await publish('long', { contents: text })
  const list = await app.member('get-user-notices')
  expect(list.body['notices']).toMatchObject([{ title: 'long', contents: text }])
})

test('returns one notice of this site, or none', async () => {
  const other = await makeBrand(app.deps)
  const shown = await publish('shown')
  const elsewhere = await publish('elsewhere', { domain: 'moon.example' })
  const foreign = await publish('foreign', { brand_id: other.id })
  const read = async (id: string): Promise<unknown> =>
    (await app.member('get-notice', { ...at('nocturne.example'), body: { id } })).body
  expect(await read(shown)).toMatchObject({ status: 'success', notice: { title: 'shown', contents: '<p>shown</p>' } })
  for (const id of [elsewhere, foreign, newRequestId()]) expect(await read(id)).toEqual({ status: 'none' })
})

test('returns a notice in the visitor’s language, sanitised', async () => {
  const translations = JSON.stringify({
    en: { title: 'Hello', contents: '<p onclick="x()">Hi<script>x()</script></p>' },
  })
  await publish('안녕', { translations, contents: '<img src=x onerror=alert(1)><p>안녕</p>' })
  const response = async (locale?: string): Promise<unknown> =>
    (await app.member('get-user-notices', at('nocturne.example', locale))).body['notices']
  expect(await response('en')).toMatchObject([{ title: 'Hello', contents: '<p>Hi</p>' }])
  expect(await response('jp')).toMatchObject([{ title: '안녕', contents: '<p>안녕</p>' }])
  expect(await response()).toMatchObject([{ title: '안녕' }])
  const titleFor = async (headers: Record<string, string>): Promise<unknown> => {
    const request = at('nocturne.example', 'en')
    const response = await app.member('get-user-notices', { headers: { ...request.headers, ...headers } })
    return (response.body['notices'] as { title: string }[])[0]?.title
  }
  // The calling page sends its own language, which counts only if it is one of the site's.
  const english = await titleFor({})
  expect(await titleFor({ 'x-locale': 'en' })).toBe(english)
  expect(await titleFor({ 'x-locale': 'ko' })).not.toBe(english)
  expect(await titleFor({ 'x-locale': 'play' })).toBe(english)
})

test('shows popups in their time, on their site, sanitised', async () => {
  const popup = (title: string, values: Record<string, unknown> = {}): Promise<unknown> =>
    app.db
      .insertInto('popup')
      .values({ id: randomUUID(), brand_id: app.brand.id, title, contents: '<p>x</p><form></form>', ...values })
      .execute()
  const minute = (count: number): Date => new Date(Date.now() + count * 60_000)
  await popup('now', { pos_x: 10, pos_y: 20, title_color: '#e8c177' })
  await popup('over', { shown_until: minute(-1) })
  await popup('later', { shown_from: minute(1) })
  await popup('hidden', { hidden_at: minute(0) })
  await popup('moon', { domain: 'moon.example', shown_from: minute(-1) })
  const response = await app.member('get-notice-popup', at('nocturne.example'))
  expect(response.body['note']).toMatchObject([
    { title: 'now', posX: 10, posY: 20, titleColor: '#e8c177', contents: '<p>x</p>' },
  ])
  expect(titles(await app.member('get-notice-popup', at('moon.example')), 'note')).toEqual(['now', 'moon'])
})

test('shows popups with texts of 200 kB together, the first however long', async () => {
  const popup = (title: string, contents: string, values: Record<string, unknown> = {}): Promise<unknown> =>
    app.db
      .insertInto('popup')
      .values({ id: randomUUID(), brand_id: app.brand.id, title, contents, ...values })
      .execute()
  const minute = (count: number): Date => new Date(Date.now() - count * 60_000)
  const shown = async () => titles(await app.member('get-notice-popup', at('nocturne.example')), 'note')
  const long = `<p>${'가'.repeat(14_000)}</p>`
  for (let count = 1; count <= 25; count += 1) {
    await popup(`elsewhere ${count}`, long, { domain: 'moon.example', shown_from: minute(0) })
    await popup(`here ${count}`, long, { shown_from: minute(count) })
  }
  expect(await shown()).toEqual(['here 1', 'here 2', 'here 3', 'here 4'])
  await popup('longest', `<p>${'가'.repeat(100_000)}</p>`, { shown_from: minute(0.5) })
  expect(await shown()).toEqual(['longest'])
  await app.ownerPool.query(`UPDATE popup SET contents = '<p>x</p>'`)
  expect(await shown()).toHaveLength(20)
})

test('notes are listed, read, counted and hidden; excluded members get no promotion', async () => {
  const send = async (title: string, promotional = false): Promise<string> => {
    const id = randomUUID()
    await app.db
      .insertInto('note')
      .values({
        id,
        brand_id: app.brand.id,
        member_id: member.id,
        title,
        contents: '<p>x</p><iframe></iframe>',
        promotional,
      })
      .execute()
    return id
  }
  const callMember = (call: string, body?: unknown): Promise<TestResponse> => app.member(call, { token, body })
  const first = await send('첫 쪽지')
  await send('이벤트', true)
  expect((await callMember('get-user-note')).body).toMatchObject({
    count: 2,
    maxCount: 2,
    note: [
      { title: '이벤트', readDate: null },
      { title: '첫 쪽지', contents: '<p>x</p>' },
    ],
  })
  expect((await callMember('read-note-message', { id: first })).body).toMatchObject({
    status: 'success',
    note: { readDate: expect.any(String) },
  })
  expect((await callMember('user-health-check')).body['noteCount']).toBe(1)

  const stayUntil = (until: Date | null): Promise<unknown> =>
    app.ownerPool.query(`UPDATE member SET excluded_until = $1 WHERE id = $2`, [until, String(member.id)])
  await stayUntil(new Date(Date.now() + 60_000))
  expect((await callMember('user-health-check')).body['noteCount']).toBe(0)
  expect((await callMember('get-user-note')).body).toMatchObject({
    count: 0,
    maxCount: 1,
    note: [{ title: '첫 쪽지' }],
  })
  await stayUntil(null)

  const stranger = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  expect((await app.member('read-note-message', { token: stranger.token, body: { id: first } })).body).toEqual({
    status: 'none',
  })
  expect((await callMember('read-note-message', { id: first })).body).toMatchObject({ status: 'success' })
  const { rows: recorded } = await app.ownerPool.query(
    `SELECT count(*)::int AS changes FROM state_change WHERE relation = 'note' AND row_key IN (SELECT id::text FROM note WHERE read_at IS NOT NULL) GROUP BY row_key`,
  )
  // Sent, and read for the first time; the second reading wrote nothing.
  expect(recorded).toEqual([{ changes: 2 }])
  expect((await app.member('user-del-note', { token: stranger.token, body: { id: first, all: true } })).body).toEqual({
    status: 'success',
  })
  expect((await callMember('get-user-note')).body).toMatchObject({ maxCount: 2 })
  expect((await callMember('user-del-note', { anything: [1, 2] })).body).toEqual({ status: 'success' })
  expect((await callMember('get-user-note')).body).toEqual({ status: 'success', note: [], count: 0, maxCount: 0 })
  const rows = await app.db.selectFrom('note').select('id').where('member_id', '=', member.id).execute()
  expect(rows).toHaveLength(2)
  expect(app.errors).toEqual([])
})
