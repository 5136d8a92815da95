import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  makeBrand,
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  someMoney,
  type MadeMember,
} from '#server/seed/builders.ts'
import { createTestApp, makeOperatorSession, type TestApp, type TestResponse } from '#test/test-app.ts'
import { appHandlers } from '#server/handlers.ts'

/** Calls that name objects of other members and brands get exactly the answers for objects that do not exist. */

let app: TestApp
let mine: MadeMember
let theirs: MadeMember
let elsewhere: MadeMember
let token: string
let window: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const otherBrand = await makeBrand(app.deps, { purpose: 'bench' })
  await app.listeners.brands.refresh()
  const rich = { cash: someMoney }
  mine = await makeMember(app.deps, app.brand, rich)
  theirs = await makeMember(app.deps, app.brand, rich)
  elsewhere = await makeMember(app.deps, otherBrand, rich)
  const session = await makeSession(app.deps, mine)
  token = session.token
  window = (await makePlaySession(app.deps, mine, session)).id
})
afterAll(() => app.close())

async function insert(text: string, values: unknown[]): Promise<string> {
  const id = randomUUID()
  await app.ownerPool.query(text, [id, ...values])
  return id
}

const make = {
  help: (of: MadeMember) =>
    insert(
      `INSERT INTO help_item (id, brand_id, member_id, kind, title, contents) VALUES ($1, $2, $3, 'general', 't', 'c')`,
      [of.brandId, of.id],
    ),
  note: (of: MadeMember) =>
    insert(`INSERT INTO note (id, brand_id, member_id, title, contents) VALUES ($1, $2, $3, 't', 'c')`, [
      of.brandId,
      of.id,
    ]),
  deposit: (of: MadeMember) =>
    insert(
      `INSERT INTO money_request (id, brand_id, member_id, type, state, amount, request_key)
       VALUES ($1, $2, $3, 'deposit', 'filed', 100000000, $1)`,
      [of.brandId, of.id],
    ),
  registration: async (of: MadeMember) =>
    (await makeMember(app.deps, { id: of.brandId }, { status: 'pending' })).publicId,
  member: async (of: MadeMember) => of.publicId,
  notice: (of: MadeMember) =>
    insert(`INSERT INTO notice (id, brand_id, title, contents) VALUES ($1, $2, 't', 'c')`, [of.brandId]),
  popup: (of: MadeMember) =>
    insert(`INSERT INTO popup (id, brand_id, title, contents) VALUES ($1, $2, 't', 'c')`, [of.brandId]),
  round: async (of: MadeMember) => {
    const session = await makeSession(app.deps, of)
    const play = await makePlaySession(app.deps, of, session)
    const host = of === elsewhere ? await domainOf(of) : 'localhost:4200'
    const origin = of === elsewhere ? `https://${host}` : `http://${host}`
    const headers = { host, origin, cookie: `${of === elsewhere ? '__Host-session' : 'session'}=${session.token}` }
    const spun = await app.play('spin', {
      window: play.id,
      headers,
      body: { requestId: randomUUID(), stake: '1000' },
    })
    expect(spun.body).toMatchObject({ status: 'success' })
    return (spun.body['round'] as { roundId: string }).roundId
  },
}

async function domainOf(member: MadeMember): Promise<string> {
  const { rows } = await app.ownerPool.query<{ domain: string }>(
    'SELECT domain FROM brand_domain WHERE brand_id = $1',
    [member.brandId],
  )
  return rows[0]?.domain ?? ''
}

type Case = [name: string, kind: keyof typeof make, call: (id: string) => Promise<TestResponse>]

type Seen = { own: string; absent: unknown; foreign: unknown[]; errors: string[] }

/** Calls for a missing object, for one of each other owner, and for an own one. */
async function callForEach(
  kind: keyof typeof make,
  others: MadeMember[],
  call: (id: string) => Promise<TestResponse>,
): Promise<Seen> {
  const answerOf = async (id: string): Promise<unknown> => {
    const { code, body } = await call(id)
    return { code, body }
  }
  const absent = await answerOf(randomUUID())
  const foreign: unknown[] = []
  for (const other of others) foreign.push(await answerOf(await make[kind](other)))
  const own = await call(await make[kind](mine))
  return { own: own.body.status, absent, foreign, errors: app.errors.splice(0) }
}

/** The own object succeeds; the answers for foreign ones equal those for missing ones. */
function alike(seen: Seen): Seen {
  return { own: 'success', absent: seen.absent, foreign: seen.foreign.map(() => seen.absent), errors: [] }
}

describe('of other members and other brands', () => {
  const cases: Case[] = [
    ['read-help-message', 'help', (id) => app.member('read-help-message', { token, body: { id } })],
    ['read-note-message', 'note', (id) => app.member('read-note-message', { token, body: { id } })],
    ['cancel-money-request', 'deposit', (id) => app.member('cancel-money-request', { token, body: { id } })],
    ['get-round', 'round', (roundId) => app.play('get-round', { token, window, body: { roundId } })],
    ['ack', 'round', (roundId) => app.play('ack', { token, window, body: { roundId, index: 0 } })],
  ]
  it.each(cases)('%s', async (_name, kind, call) => {
    const seen = await callForEach(kind, [theirs, elsewhere], call)
    expect(seen).toEqual(alike(seen))
    expect(seen.absent).not.toMatchObject({ body: { status: 'success' } })
  })

  it('get-notice shows only this brand’s', async () => {
    const seen = await callForEach('notice', [elsewhere], (id) => app.member('get-notice', { body: { id } }))
    expect(seen).toEqual(alike(seen))
  })
})

describe('of brands that are not the operator’s', () => {
  const office = async (name: string, body: object): Promise<TestResponse> => {
    const operator = await makeOperator(app.deps, { brandIds: [app.brand.id] })
    return app.office(name, { token: await makeOperatorSession(app, operator), body })
  }
  const cases: Case[] = [
    ['get-request', 'deposit', (id) => office('get-request', { id })],
    ['claim-request', 'deposit', (id) => office('claim-request', { id })],
    ['open-help', 'help', (id) => office('open-help', { id })],
    ['answer-help', 'help', (id) => office('answer-help', { id, contents: 'x' })],
    ['approve-registration', 'registration', (id) => office('approve-registration', { id })],
    ['reject-registration', 'registration', (id) => office('reject-registration', { id, reason: 'x' })],
    ['get-member', 'member', (id) => office('get-member', { id })],
    ['hide-notice', 'notice', (id) => office('hide-notice', { id })],
    ['hide-popup', 'popup', (id) => office('hide-popup', { id })],
  ]
  it.each(cases)('%s', async (_name, kind, call) => {
    await app.ownerPool.query(`UPDATE money_request SET state = 'cancelled'`)
    const seen = await callForEach(kind, [elsewhere], call)
    expect(seen).toEqual(alike(seen))
    expect(seen.absent).not.toMatchObject({ body: { status: 'success' } })
  })

  it.each(['approve-deposit', 'reject-request', 'release-request'])('%s', async (name) => {
    await app.ownerPool.query(`UPDATE money_request SET state = 'cancelled'`)
    const extra = {
      'approve-deposit': { requestId: randomUUID(), credited: '10000' },
      'reject-request': { requestId: randomUUID(), reason: 'x' },
      'release-request': {},
    }[name]
    const absent = await office(name, { id: randomUUID(), ...extra })
    const foreign = await office(name, { id: await make.deposit(elsewhere), ...extra })
    expect([absent.code, absent.body]).toEqual([200, { status: 'none' }])
    expect(foreign.body).toEqual(absent.body)
  })
})

it('logs the origin that the member API, the play API and the office API refuse', async () => {
  const warn = vi.spyOn(app.deps.log, 'warn')
  const headers = { origin: 'https://elsewhere.example' }
  const calls = [
    await app.member('get-banners', { headers }),
    await app.play('spin', { window, token, headers }),
    await app.office('sign-out', { headers }),
  ]
  expect(calls.map(({ code }) => code)).toEqual([403, 403, 403])
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual(
    Array.from(calls, () => ({ origin: headers.origin, accepted: expect.arrayContaining([expect.any(String)]) })),
  )
})
