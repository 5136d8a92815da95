import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfficeAuditAct } from '#contract/audit.ts'
import { auditActNames } from '#domain/audit.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeBrand, makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, makeOperatorSession, type TestApp } from '#test/test-app.ts'

let app: TestApp
let member: MadeMember
let auditor: string
let local: string
const supportLogin = 'audited-support'

type Page = { status: string; acts: OfficeAuditAct[]; next: string | null }
const read = async (body: object = {}, token = auditor): Promise<Page> =>
  (await app.office('get-audit', { token, body })).body as unknown as Page
const actsOf = ({ acts }: Page): string[] => acts.map(({ act }) => act)

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  const other = await makeBrand(app.deps)
  member = await makeMember(app.deps, app.brand)
  const { token } = await makeSession(app.deps, member)
  auditor = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['auditor'] }))
  local = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['auditor'], brandIds: [other.id] }))
  const operator = await makeOperator(app.deps, { roles: ['support'], login: supportLogin, name: '김상담' })
  const support = await makeOperatorSession(app, operator)
  await app.member('apply-user-deposit', { token, body: { balance: '20000' } })
  const block = { id: member.publicId, reason: '본인 확인', until: null }
  await app.office('block-member', { token: support, body: block })
  await app.office('unblock-member', { token: support, body: { id: member.publicId, reason: '확인 완료' } })
  await app.member('user-do-login', { body: { id: member.loginId, pw: member.password } })
  await app.ownerDb.transaction().execute(async (tx) => {
    await tx.insertInto('audit').values({ actor_kind: 'system', act: 'restore.begin', subject: '' }).execute()
  })
})
afterAll(() => app.close())

test('lists acts newest first, with the names of who acted and of the member they are about', async () => {
  let page: Page | undefined
  expect(await changedBy(app.ownerPool, async () => void (page = await read()))).toEqual([])
  expect(actsOf(page ?? (await read())).slice(0, 5)).toEqual([
    'restore.begin',
    'member.sign-in',
    'member.unblock',
    'member.block',
    'cash.deposit',
  ])
  const [restored, , unblocked, , deposit] = page?.acts ?? []
  expect(restored).toMatchObject({ brand: null, actor: { kind: 'system', name: null, member: null } })
  expect(unblocked).toMatchObject({
    brand: 'nocturne',
    actor: { kind: 'operator', name: '김상담', member: null },
    subject: { text: member.publicId, name: member.loginId, member: member.publicId },
  })
  expect(unblocked?.detail).toContainEqual({ name: 'reason', value: '확인 완료' })
  // The subject is the request; its member is named.
  expect(deposit).toMatchObject({
    actor: { kind: 'member', name: member.loginId, member: member.publicId },
    subject: { name: member.loginId, member: member.publicId },
  })
  expect(deposit?.subject.text).not.toBe(member.publicId)
  expect(deposit?.detail).toContainEqual({ name: 'amount', value: '20000' })
})

test('filters by act, operator, subject and days', async () => {
  expect(actsOf(await read({ act: 'member.block' }))).toEqual(['member.block'])
  const ofSupport = ['member.unblock', 'member.block']
  expect(actsOf(await read({ operator: ` ${supportLogin.toUpperCase()} ` }))).toEqual(ofSupport)
  expect(actsOf(await read({ operator: '김상담', act: 'member.block' }))).toEqual(['member.block'])
  expect(actsOf(await read({ operator: 'nobody' }))).toEqual([])
  const ofMember = ['member.sign-in', 'member.unblock', 'member.block', 'cash.deposit']
  expect(actsOf(await read({ subject: member.loginId.toUpperCase() }))).toEqual(ofMember)
  expect(actsOf(await read({ subject: member.publicId }))).toEqual(['member.sign-in', 'member.unblock', 'member.block'])
  expect(actsOf(await read({ subject: "'; DROP TABLE audit; --" }))).toEqual([])
  const seoulDay = (offsetDays: number): string =>
    new Date(Date.now() + (offsetDays * 24 + 9) * 3_600_000).toISOString().slice(0, 10)
  const [yesterday, today, tomorrow] = [-1, 0, 1].map(seoulDay)
  expect(actsOf(await read({ from: yesterday, to: tomorrow }))).toEqual(actsOf(await read()))
  expect(actsOf(await read({ from: tomorrow }))).toEqual([])
  expect(actsOf(await read({ to: seoulDay(-2) }))).toEqual([])
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('pages by a cursor, also while new acts are recorded', async () => {
  const whole = await read({ take: 100 })
  const numbers = whole.acts.map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted((one, other) => Number(other) - Number(one)))
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await read({ take: 2, ...(before === undefined ? {} : { before }) })
    expect(page.acts.length).toBeLessThanOrEqual(2)
    seen.push(...page.acts.map(({ number }) => number))
    await app.member('user-do-login', { body: { id: member.loginId, pw: member.password } })
    before = page.next ?? undefined
  } while (before !== undefined)
  expect(seen).toEqual(numbers)
})

test('shows operators of some brands the acts of those only, and none of no brand', async () => {
  expect(await read({}, local)).toEqual({ status: 'success', acts: [], next: null })
  expect(await read({ subject: member.loginId }, local)).toMatchObject({ acts: [] })
})

test('does not show operators of some brands the id of another brand’s member that an act names', async () => {
  const here = await makeOperatorSession(
    app,
    await makeOperator(app.deps, { roles: ['auditor'], brandIds: [app.brand.id] }),
  )
  const foreign = await makeMember(app.deps, await makeBrand(app.deps))
  const values = { brand_id: app.brand.id, actor_kind: 'system' }
  const detail = (matched: string): string => JSON.stringify({ matched, by: 'phone' })
  await app.ownerDb.transaction().execute(async (tx) => {
    await tx
      .insertInto('audit')
      .values([
        { ...values, act: 'registration.match', subject: member.publicId, detail: detail(foreign.publicId) },
        { ...values, act: 'limit.exclusion-match', subject: foreign.publicId, detail: detail(member.publicId) },
      ])
      .execute()
  })
  const shown = async (token: string): Promise<unknown[]> =>
    (await read({ take: 2 }, token)).acts.map(({ subject, detail: facts }) => [
      subject.text,
      facts.find(({ name }) => name === 'matched')?.value,
    ])
  expect(await shown(auditor)).toEqual([
    [foreign.publicId, member.publicId],
    [member.publicId, foreign.publicId],
  ])
  expect(await shown(here)).toEqual([
    ['', member.publicId],
    [member.publicId, ''],
  ])
  // Neither does a search for the id confirm it.
  expect(actsOf(await read({ subject: foreign.publicId }, here))).toEqual([])
})

test('lists changes of rows without an act only when asked for', async () => {
  // The builders write rows without acts.
  expect(actsOf(await read({ take: 100 }))).not.toContain('state.changed')
  const { acts } = await read({ act: 'state.changed' })
  expect(acts.length).toBeGreaterThan(0)
  expect(acts.every(({ act, subject }) => act === 'state.changed' && subject.name === null)).toBe(true)
})

test('every act in the audit of this test has a name for the office', async () => {
  const { rows } = await app.ownerPool.query<{ act: string }>('SELECT DISTINCT act FROM audit')
  expect(rows.map(({ act }) => act).filter((act) => !auditActNames.some((name) => name === act))).toEqual([])
})

test('days are those of the time zone of each act’s own brand', async () => {
  // Between these two it is never the same day.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const brands = await Promise.all(zones.map(() => makeBrand(app.deps)))
  for (const [index, { id }] of brands.entries())
    await app.ownerDb
      .transaction()
      .execute((tx) => tx.updateTable('brand').set({ time_zone: zones[index] }).where('id', '=', id).execute())
  await app.listeners.brands.refresh()
  const operator = await makeOperator(app.deps, { roles: ['auditor', 'support'], brandIds: brands.map(({ id }) => id) })
  const token = await makeOperatorSession(app, operator)
  for (const brand of brands) {
    const { publicId } = await makeMember(app.deps, brand)
    await app.office('block-member', { token, body: { id: publicId, reason: '본인 확인', until: null } })
  }
  const brandsOn = async (timeZone: string): Promise<(string | null)[]> => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    const { acts } = await read({ act: 'member.block', from: day, to: day }, token)
    return acts.map(({ brand }) => brand)
  }
  expect(await Promise.all(zones.map(brandsOn))).toEqual(brands.map(({ code }) => [code]))
})
