import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { wholeUnits } from '#domain/money.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { makeMember, makePlaySession, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { anySlot } from '#test/any-slot.ts'

let app: TestApp
let member: MadeMember
let token: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench', slotCompPpm: [5_000, 12_500] } })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  token = (await makeSession(app.deps, member)).token
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

const callMember = (call: string, body?: unknown): Promise<TestResponse> => app.member(call, { token, body })
const convert = (body: Record<string, unknown> = {}): Promise<TestResponse> => callMember('roll-to-balance', body)

/** Posts a bet at a provider: a stake that earns comp and pays nothing. */
async function bet(stake: bigint, key = newRequestId()): Promise<string> {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const posted = await app.deps.ledger.post({
    memberId: member.id,
    kind: 'bet',
    source: 'system',
    key,
    request: ['bet', stake],
    stake,
    contraId,
    gameKind: 'slot',
  })
  expect(posted.outcome).toBe('done')
  return key
}

test('converts every whole unit and leaves the fraction', async () => {
  await bet(wholeUnits(9_999))
  let response: TestResponse | undefined
  const changed = await changedBy(app.ownerPool, async () => {
    response = await convert()
  })
  expect(response?.body).toEqual({ status: 'success', balance: '90050', rolling: '0.995' })
  expect(changed).toEqual(['audit', 'journal', 'wallet'])
  expect((await convert()).body).toEqual({ status: 'low_point' })
  expect((await convert({ point: Number.MAX_SAFE_INTEGER })).body).toEqual({ status: 'low_point' })
})

test('converts a part once, also when the request is repeated', async () => {
  await bet(wholeUnits(10_000))
  const requestId = newRequestId()
  const first = await convert({ requestId, point: '20.5' })
  expect(first.body).toEqual({ status: 'success', balance: '90020.5', rolling: '29.5' })
  const changed = await changedBy(app.ownerPool, async () => {
    expect((await convert({ requestId, point: '20.5' })).body).toEqual(first.body)
    expect((await convert({ requestId: requestId.toUpperCase(), point: '20.5' })).body).toEqual(first.body)
    expect((await convert({ requestId, point: '21' })).body).toEqual({ status: 'conflict' })
    expect((await convert({ requestId })).body).toEqual({ status: 'conflict' })
    expect((await convert({ point: '29.6' })).body).toEqual({ status: 'low_point' })
    expect((await convert({ point: '0.9' })).body).toEqual({ status: 'low_point' })
  })
  expect(changed).toEqual([])
})

test('a request that is repeated after other changes of the balances gets its first answer', async () => {
  await bet(wholeUnits(10_000))
  const requestId = newRequestId()
  const first = await convert({ requestId, point: '20.5' })
  await bet(wholeUnits(5_000))
  await convert({ point: '2' })
  const changed = await changedBy(app.ownerPool, async () => {
    expect((await convert({ requestId, point: '20.5' })).body).toEqual(first.body)
  })
  expect(changed).toEqual([])
})

test('concurrent requests with one key or with many convert once', async () => {
  await bet(wholeUnits(10_000))
  const requestId = newRequestId()
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => convert(index % 2 === 0 ? { requestId } : { requestId: newRequestId() })),
  )
  const wallet = await app.db
    .selectFrom('wallet')
    .select(['cash', 'comp'])
    .where('member_id', '=', member.id)
    .executeTakeFirst()
  expect(wallet).toEqual({ cash: wholeUnits(90_050), comp: 0n })
  const done = responses.filter((one) => one.body.status === 'success')
  expect(done.length === 1 || done.length === 6).toBe(true)
})

test('lists what each bet earned at the rate of its time, and what a rollback took back', async () => {
  await app.db.updateTable('member').set({ level: 2 }).where('id', '=', member.id).execute()
  const key = await bet(wholeUnits(1_000))
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  await app.deps.ledger.post({
    memberId: member.id,
    kind: 'rollback',
    source: 'system',
    key,
    request: ['rollback'],
    contraId,
  })
  await convert()
  expect((await callMember('get-comp-list')).body).toMatchObject({
    status: 'success',
    maxCount: 2,
    comps: [
      { bet: '0', point: '-12.5', rate: '1.25' },
      { bet: '1000', point: '12.5', rate: '1.25', roundId: null },
    ],
  })
})

test('lists spins with their game, win and comp, filtered by day and company', async () => {
  const session = await makeSession(app.deps, member)
  const window = await makePlaySession(app.deps, member, session)
  const rounds = []
  for (const stake of ['1000', '2000']) {
    const response = await app.play('spin', {
      token: session.token,
      window: window.id,
      body: { requestId: newRequestId(), stake },
    })
    expect(response.body.status).toBe('success')
    rounds.push(response.body['round'] as { roundId: string; pay: string })
  }
  // A win is listed once it has been shown, or its window is closed.
  expect((await app.play('close-window', { token: session.token, window: window.id })).body.status).toBe('success')
  const [first, second] = rounds
  const list = async (body: unknown): Promise<TestResponse['body']> =>
    (await callMember('get-slot-bets-list', body)).body
  expect(await list({})).toMatchObject({
    maxCount: 2,
    bets: [
      { roundId: second?.roundId, balanceBet: '2000', balanceWin: second?.pay, rolling: '10', status: 'completed' },
      { roundId: first?.roundId, thirdParty: 'baize', gameName: anySlot.names.ko, balanceBet: '1000', rolling: '5' },
    ],
  })
  const english = { token, headers: { cookie: `session=${token}; locale=en` } }
  expect((await app.member('get-slot-bets-list', english)).body).toMatchObject({
    bets: [{ gameName: anySlot.names.en }, {}],
  })
  expect((await callMember('get-comp-list', { take: 1 })).body).toMatchObject({
    maxCount: 2,
    comps: [{ roundId: second?.roundId, bet: '2000', rate: '0.5', point: '10', gameName: anySlot.names.ko }],
  })
  expect(await list({ skip: 1, take: 1 })).toMatchObject({ maxCount: 2, bets: [{ roundId: first?.roundId }] })
  expect(await list({ company: 'baize' })).toMatchObject({ maxCount: 2 })
  expect(await list({ company: 'nobody' })).toMatchObject({ maxCount: 0, bets: [] })
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  expect(await list({ from: today, to: today })).toMatchObject({ maxCount: 2 })
  expect(await list({ to: '2020-01-01' })).toMatchObject({ maxCount: 0 })
  expect(await list({ from: '0001-01-01', to: '9999-12-31' })).toMatchObject({ maxCount: 2 })
  expect((await callMember('get-slot-bets-list', { from: '2026-02-30' })).code).toBe(400)
  expect(app.errors).toEqual([])
})

test('selects among the listed spins by company, also on later pages and beside other events', async () => {
  const [, other = catalogue[0]] = catalogue
  const session = await makeSession(app.deps, member)
  const spun: string[] = []
  for (const { game } of [catalogue[0], other, catalogue[0]]) {
    const window = await makePlaySession(app.deps, member, session, { gameCode: game.code })
    const stake = String(game.stakes[0])
    const body = { requestId: newRequestId(), stake }
    const spin = await app.play('spin', { token: session.token, window: window.id, body })
    spun.push((spin.body['round'] as { roundId: string }).roundId)
    await bet(wholeUnits(1_000))
  }
  const moveTo = (company: string) =>
    app.ownerPool.query('UPDATE game SET company_code = $1 WHERE code = $2', [company, other.game.code])
  const list = async (body: unknown): Promise<unknown> => {
    const { maxCount, bets } = (await callMember('get-slot-bets-list', body)).body
    return [maxCount, (bets as { roundId: string }[]).map(({ roundId }) => spun.indexOf(roundId))]
  }
  await moveTo('baize-live')
  try {
    expect(await list({})).toEqual([3, [2, 1, 0]])
    expect(await list({ company: 'baize-live' })).toEqual([1, [1]])
    expect(await list({ company: 'baize' })).toEqual([2, [2, 0]])
    expect(await list({ company: 'baize', skip: 1, take: 1 })).toEqual([2, [0]])
    expect(await list({ company: 'baize', skip: 2 })).toEqual([2, []])
  } finally {
    await moveTo('baize')
  }
})

test('the member’s own rates, by kind of game, follow the level', async () => {
  const rates = async () => (await callMember('get-comp-rates')).body
  expect(await rates()).toEqual({
    status: 'success',
    level: 1,
    rates: [
      { kind: 'slot', rate: '0.5' },
      { kind: 'casino', rate: '0.25' },
      { kind: 'sport', rate: '0.25' },
    ],
    levels: expect.arrayContaining([
      { level: 1, slot: '0.5', casino: '0.25', sport: '0.25' },
      { level: 2, slot: '1.25', casino: '0.625', sport: '0.625' },
    ]),
  })
  const { levels } = await rates()
  expect((levels as { level: number }[]).map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await app.db.updateTable('member').set({ level: 2 }).where('id', '=', member.id).execute()
  expect(await rates()).toMatchObject({ level: 2, rates: [{ rate: '1.25' }, { rate: '0.625' }, { rate: '0.625' }] })
})
