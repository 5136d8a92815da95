import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireSeries, WireTableRound } from '#contract/table.ts'
import { placementsOf } from '#domain/games/table/exposure.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { dragonTiger } from '#domain/games/table/dragon-tiger/game.ts'
import { amountReturned, linksOfSeries, settle } from '#domain/games/table/table-game.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { endSeriesEarly } from '#test/ended-series.ts'
import { createTableApp, startUnits, type TableApp } from '#test/table-app.ts'
import { beginSeries } from './chain.ts'

let app: TableApp
beforeAll(async () => {
  app = await createTableApp({}, roulette.code)
})
afterAll(() => app.close())

test('a call is one placement on all of its spots, and each is settled by the pocket', async () => {
  const player = await app.sit()
  const voisins = roulette.calls.find(({ code }) => code === 'voisins')
  if (!voisins) throw new Error('Roulette has no voisins.')
  const placements = placementsOf(voisins, wholeUnits(1_000))
  await app.dealUntil('open')
  const placed = await player.bet(Object.fromEntries(voisins.chips.map(({ spot, count }) => [spot, 1_000 * count])))
  expect(placed.body).toMatchObject({ status: 'success', own: { staked: '9000', placements: [{ undone: false }] } })
  const { outcome } = await app.playOut()
  const returned = placements.reduce((sum, { spot: code, stake }) => {
    const spot = roulette.spots.find((one) => one.code === code)
    return spot ? sum + amountReturned(stake, settle(spot, outcome as TableOutcome)) : sum
  }, 0n)
  expect((await player.call('get-table', { after: 0 })).body).toMatchObject({
    balance: amountToWire(wholeUnits(startUnits - 9_000) + returned),
  })
  await expectNoErrorsAndCleanBooks(app)
})

test('a window begins with the newest numbers of the table, also those of the series before', async () => {
  const player = await app.sit()
  const before = await app.playOut()
  await endSeriesEarly(app)
  const after = await app.playOut()
  const { body } = await player.call('get-table-session')
  const rounds = body['rounds'] as unknown as WireTableRound[]
  expect([before.place, after.place]).toEqual([1, 0])
  expect(rounds.map(({ number }) => number)).toEqual([before.number - 1, before.number, after.number])
})

test('a series begins behind all links of those before it, also of one whose number of links was altered', async () => {
  const player = await app.sit()
  await app.playOut()
  const session = async () => (await player.call('get-table-session')).body['series'] as unknown as WireSeries
  const { firstLink } = await session()
  await endSeriesEarly(app)
  await app.asSuper(`UPDATE table_series SET links = 1 WHERE table_id = $1`, [app.tableId])
  await app.playOut()
  expect((await session()).firstLink).toBe(firstLink + linksOfSeries(roulette))
  await app.asSuper(`UPDATE table_series SET phase = 'ended', links = 1 WHERE table_id = $1`, [app.tableId])
  const { rows } = await app.ownerPool.query(
    `SELECT table_begin_series(table_id, chain_id, first_link + 1, $2, previous_link, 0) AS begun
       FROM table_series WHERE table_id = $1 ORDER BY id DESC LIMIT 1`,
    [app.tableId, linksOfSeries(roulette)],
  )
  expect(rows).toEqual([{ begun: false }])
})

test('of several that begin the first series of a table at once, one makes its chain, whose end stays', async () => {
  const { rows: tables } = await app.ownerPool.query<{ id: number }>(
    'SELECT id FROM game_table WHERE brand_id = $1 AND game_code = $2',
    [app.brand.id, dragonTiger.code],
  )
  const begin = { tableId: tables[0]?.id ?? 0, game: dragonTiger, hashesMs: 0 }
  const beginAtOnce = () =>
    Promise.all([1, 2, 3].map(() => app.deps.db.transaction().execute((tx) => beginSeries(tx, app.deps, begin))))
  expect((await beginAtOnce()).filter((begun) => begun)).toMatchObject([{ kind: 'begun', number: 1, firstLink: 1 }])
  expect(await beginAtOnce()).toEqual([null, null, null])
  const { rows } = await app.ownerPool.query(
    'SELECT c.id, q.id AS series FROM table_chain c LEFT JOIN table_series q ON q.chain_id = c.id WHERE c.table_id = $1',
    [begin.tableId],
  )
  expect(rows).toEqual([{ id: expect.any(Number), series: expect.any(BigInt) }])
})
