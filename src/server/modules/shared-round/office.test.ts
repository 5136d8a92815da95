import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeBrand, makeOperator } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTableApp, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession } from '#test/test-app.ts'

let app: TableApp
let office: (name: string, body?: object) => Promise<Record<string, unknown>>

beforeAll(async () => {
  app = await createTableApp()
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['auditor'] }))
  office = async (name, body = {}) => (await app.office(name, { token, body })).body
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

/** The brand's baccarat table. */
async function table(): Promise<Record<string, unknown> | undefined> {
  const tables = (await office('get-game-tables'))['tables'] as Record<string, unknown>[]
  return tables.find(({ game, brand }) => game === 'baccarat' && brand === app.brand.code)
}

test('a table has its settings, lease, countdown, open stakes and the exposure that is used', async () => {
  const [one, other] = [await app.sit(), await app.sit()]
  const { id } = await app.dealUntil('open')
  await one.bet({ banker: 1_000, tie: 2_000 })
  await other.bet({ player: 1_000 })
  expect(await table()).toMatchObject({
    lease: 'held',
    resting: false,
    offered: true,
    watchedAt: expect.stringMatching(/^20/),
    series: { phase: 'running' },
    round: { id, number: 1, state: 'open', closesAt: expect.stringMatching(/^20/) },
    members: 2,
    staked: '4000',
    // A tie pays 8 to 1; both sides get their stakes back.
    owed: '16000',
    settings: { betSeconds: 20, leastStake: '1000', mostStake: '3000000', chips: expect.arrayContaining(['1000']) },
  })
  await app.endBetting()
  await app.dealUntil('settled')
  expect(await table()).toMatchObject({ round: null, staked: '0', owed: '0', members: 0 })
  await app.asSuper(`UPDATE table_state SET dealer_until = now() - interval '1 second'`)
  expect(await table()).toMatchObject({ lease: 'lapsed' })
})

test('rounds are listed newest first, by table, state and day', async () => {
  const list = async (body: object): Promise<unknown[]> =>
    ((await office('get-shared-rounds', body))['rounds'] as { number: number }[]).map(({ number }) => number)
  const underway = await app.dealUntil('open')
  expect(await list({})).toEqual([underway.number, underway.number - 1])
  expect(await list({ state: 'settled' })).toEqual([underway.number - 1])
  expect(await list({ state: 'open' })).toEqual([underway.number])
  expect(await list({ take: 1, skip: 1 })).toEqual([underway.number - 1])
  expect(await list({ table: String((await table())?.['name']) })).toHaveLength(2)
  expect(await list({ table: 'another' })).toEqual([])
  await app.asSuper(
    `CREATE TABLE kept AS SELECT id, opened_at, closes_at, closed_at FROM table_round;
     UPDATE table_round SET opened_at = '2026-01-31T16:00:00Z', closes_at = '2026-01-31T16:00:20Z', closed_at = '2026-01-31T16:00:20Z' WHERE state = 'settled'`,
  )
  // The brand's day begins at 15:00 UTC.
  expect(await list({ day: '2026-02-01' })).toEqual([underway.number - 1])
  expect(await list({ day: '2026-01-31' })).toEqual([])
  expect(await list({})).toEqual([underway.number])
  await app.asSuper(`UPDATE table_round r SET (opened_at, closes_at, closed_at) = (k.opened_at, k.closes_at, k.closed_at) FROM kept k WHERE k.id = r.id;
    DROP TABLE kept`)
  await app.endBetting()
  await app.dealUntil('settled')
})

test('a round has its bets by member with results, its salts, and the outcome once it is dealt', async () => {
  const [one, other] = [await app.sit(), await app.sit()]
  const { id } = await app.dealUntil('open')
  await one.bet({ banker: 1_000 })
  const undone = randomUUID()
  await other.bet({ player: 2_000 }, { requestId: undone })
  await other.bet({ tie: 1_000 })
  await other.call('undo-bets', { roundId: id, placement: undone })
  const read = async (): Promise<unknown> => (await office('get-shared-round', { id }))['round']
  const changed = await changedBy(app.ownerPool, async () => {
    expect(await read()).toMatchObject({
      state: 'open',
      outcome: null,
      link: null,
      staked: '2000',
      members: 2,
      series: { phase: 'running', links: [] },
      bets: [
        { member: { id: one.member.publicId }, staked: '1000', returned: null },
        {
          member: { id: other.member.publicId },
          staked: '1000',
          returned: null,
          placements: [
            { spots: [{ spot: 'player', stake: '2000' }], undone: true },
            { spots: [{ spot: 'tie', stake: '1000' }], undone: false },
          ],
        },
      ],
    })
  })
  expect(changed).toEqual([])
  await app.endBetting()
  const { outcome, place } = await app.dealUntil('settled')
  const won = async (memberId: bigint): Promise<string> => {
    const { rows } = await app.ownerPool.query<{ pay: string }>(
      `SELECT (pay / 10000)::text AS pay FROM journal WHERE member_id = $1 AND key = $2 AND source = 3`,
      [String(memberId), id],
    )
    return rows[0]?.pay ?? ''
  }
  expect(await read()).toMatchObject({
    state: 'settled',
    outcome,
    place: place + 1,
    bets: [{ returned: await won(one.member.id) }, { returned: await won(other.member.id) }],
  })
  expect(await office('get-shared-round', { id: randomUUID() })).toEqual({ status: 'none' })
})

test('a round is found by its number behind the name of its table as it is shown, in any language, or its code', async () => {
  const { id, number } = await app.round()
  for (const name of ['baccarat', 'Baccarat', '바카라', 'バカラ'])
    expect(await office('get-found-rounds', { text: `${name} #${number}` })).toMatchObject({ rounds: [{ id }] })
  expect(await office('get-found-rounds', { text: `Roulette ${number}` })).toEqual({ status: 'success', rounds: [] })
})

test('an operator of another brand sees none of it', async () => {
  const brand = await makeBrand(app.deps, { purpose: 'bench' })
  await app.listeners.brands.refresh()
  const operator = await makeOperator(app.deps, { roles: ['manager'], brandIds: [brand.id] })
  const token = await makeOperatorSession(app, operator)
  const { id } = await app.round()
  const call = async (name: string, body: object = {}): Promise<object> =>
    (await app.office(name, { token, body })).body
  expect(await call('get-shared-round', { id })).toEqual({ status: 'none' })
  expect(await call('get-found-rounds', { text: id })).toEqual({ status: 'success', rounds: [] })
  expect(await office('get-found-rounds', { text: id })).toMatchObject({
    rounds: [{ kind: 'table', id, member: null }],
  })
  expect(await call('get-shared-rounds')).toMatchObject({ rounds: [], maxCount: 0 })
  const tables = (await call('get-game-tables')) as { tables: { brand: string }[] }
  expect(tables.tables.filter((one) => one.brand !== brand.code)).toEqual([])
})
