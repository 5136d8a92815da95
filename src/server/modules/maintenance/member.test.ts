import { makeBrand, makeMember, makeOperator, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { openAnySlot } from '#test/any-slot.ts'

let app: TestApp
let manager: string
let token: string
let window: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  manager = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['manager'] }))
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  token = session.token
  window = (await makePlaySession(app.deps, member, session)).id
})
afterAll(() => app.close())

const set = (body: Record<string, unknown>) => app.office('set-maintenance', { token: manager, body })
const seen = async () => (await app.member('get-maintenance')).body['maintenance']
const spin = (requestId = newRequestId()) =>
  app.play('spin', { token, window, body: { requestId, stake: '1000' } }).then((response) => response.body)
const openGame = async () => {
  await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 minute'`)
  return (await app.member('open-game', { token, body: openAnySlot('1') })).body.status
}

test('during maintenance no game opens and no round begins; posted rounds are answered, shown and paid', async () => {
  expect(await seen()).toBeNull()
  const key = newRequestId()
  const booked = await spin(key)
  expect(booked.status).toBe('success')

  let response: unknown
  const changed = await changedBy(app.ownerPool, async () => {
    response = (await set({ on: true, minutes: 30, texts: { ko: ' 서버 점검 ', en: '' } })).body
  })
  // The act uses the operator's proof of the second factor.
  expect(changed).toEqual(['audit', 'brand', 'operator_session'])
  expect(response).toMatchObject({ status: 'success', maintenance: { brand: 'nocturne', texts: { ko: '서버 점검' } } })
  await expect.poll(seen).toEqual({ until: expect.any(String), texts: { ko: '서버 점검' } })

  const refused = await changedBy(app.ownerPool, async () => {
    expect(await spin()).toEqual({ status: 'used' })
    expect(await openGame()).toBe('time')
  })
  // Only the launches' times differ, which this test moved back.
  expect(refused).toEqual(['play_session'])
  expect(await spin(key)).toEqual(booked)
  const { roundId, events } = booked['round'] as { roundId: string; events: unknown[] }
  const ack = await app.play('ack', { token, window, body: { roundId, index: events.length - 1 } })
  expect(ack.body.status).toBe('success')
  expect((await app.member('user-health-check', { token })).body['user']).toMatchObject({
    balance: booked['balance'],
  })

  expect((await set({ on: false })).body).toMatchObject({ maintenance: { since: null, until: null, texts: {} } })
  await expect.poll(seen).toBeNull()
  expect((await spin()).status).toBe('success')
  expect(await openGame()).toBe('success')
  await expectCleanBooks(app.ownerPool)
})

test('maintenance ends at its time, or without one only when a manager ends it', async () => {
  await set({ on: true, minutes: 5 })
  await app.ownerPool.query(
    `UPDATE brand SET maintenance_since = now() - interval '6 minutes', maintenance_until = now() - interval '1 minute'`,
  )
  await app.listeners.brands.refresh()
  expect(await seen()).toBeNull()
  expect((await app.office('get-maintenance', { token: manager })).body['maintenance']).toEqual([
    { brand: 'nocturne', since: null, until: null, texts: {} },
  ])
  expect(await openGame()).toBe('success')
  await set({ on: true })
  await expect.poll(seen).toEqual({ until: null, texts: {} })
  expect(await openGame()).toBe('time')
  await set({ on: false })
})

test('maintenance keeps its beginning when it is set again; each act is audited', async () => {
  const first = (await set({ on: true, minutes: 5 })).body['maintenance'] as { since: string; until: string }
  const again = (await set({ on: true, minutes: 60 })).body['maintenance'] as { since: string; until: string }
  expect(again.since).toBe(first.since)
  expect(Date.parse(again.until)).toBeGreaterThan(Date.parse(first.until) + 50 * 60_000)
  await set({ on: false })
  const { rows } = await app.ownerPool.query(
    `SELECT act, subject FROM audit WHERE act LIKE 'maintenance.%' ORDER BY id DESC LIMIT 2`,
  )
  expect(rows).toEqual([
    { act: 'maintenance.end', subject: 'nocturne' },
    { act: 'maintenance.begin', subject: 'nocturne' },
  ])
})

test('maintenance belongs to one brand; a manager of another brand can neither see nor set it', async () => {
  const other = await makeBrand(app.deps)
  await app.listeners.brands.refresh()
  const operator = await makeOperator(app.deps, { roles: ['manager'], brandIds: [other.id] })
  const foreign = await makeOperatorSession(app, operator)
  const callOffice = (name: string, body: unknown) => app.office(name, { token: foreign, body })
  expect((await callOffice('set-maintenance', { brand: 'nocturne', on: true })).body).toEqual({ status: 'none' })
  expect((await callOffice('get-maintenance', {})).body['maintenance']).toHaveLength(1)
  expect((await callOffice('set-maintenance', { on: true })).body.status).toBe('success')
  expect(await openGame()).toBe('success')
  const all = (await app.office('get-maintenance', { token: manager })).body['maintenance']
  expect(all).toEqual([
    { brand: 'nocturne', since: null, until: null, texts: {} },
    { brand: expect.any(String), since: expect.any(String), until: null, texts: {} },
  ])
})
