import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { expectCleanBooks } from '#test/books.ts'
import { endSeriesEarly } from '#test/ended-series.ts'
import { keepTables } from '#test/kept-tables.ts'
import { createTableApp, type TableApp } from '#test/table-app.ts'
import { beginSeries } from './chain.ts'
import { entryOf } from './store.ts'

/**
 * A superuser of the database without the key alters rows so that a dealer would publish links whose rounds are still to come
 * (docs/decisions/043-shared-rounds.md): nothing is published. Each test puts everything back.
 */

let shoe: TableApp
let wheel: TableApp
beforeAll(async () => {
  shoe = await createTableApp()
  wheel = await createTableApp({}, roulette.code)
})
beforeEach(async () => {
  for (const one of [shoe, wheel]) {
    Object.assign(one.deps.moneyOut, noHold())
    await one.playOut()
  }
})
afterAll(async () => {
  await expectCleanBooks(shoe.ownerPool)
  for (const one of [shoe, wheel]) await one.close()
})

const ended = `UPDATE table_series SET phase = 'ended' WHERE phase <> 'ended'`
const noSalts = `'{"entries": [], "lateSeats": []}'`

/** All links of the table that its rows show: those that were revealed, and those that series begin behind. */
async function shownLinks({ asSuper, tableId }: TableApp): Promise<string[]> {
  const { rows } =
    await asSuper(`SELECT DISTINCT encode(l, 'hex') AS link FROM table_series, unnest(revealed || previous_link) l
    WHERE table_id = ${tableId}`)
  return (rows as { link: string }[]).map(({ link }) => link)
}

type Attempt = { isForgotten?: boolean; isOtherDealer?: boolean; putBackToo?: string }

/** Plants rows and looks; which links were published then, and whether payments are held. Then everything is as before, and goes on. */
async function publishedBy(
  app: TableApp,
  plant: () => Promise<unknown>,
  { isForgotten = false, isOtherDealer = false, putBackToo = '' }: Attempt = {},
): Promise<{ links: string[]; isHeld: boolean }> {
  const { deps, pace } = app
  const putBack = await keepTables(app)
  await plant()
  const before = await shownLinks(app)
  if (isForgotten) deps.moneyOut = noHold()
  if (isOtherDealer) await app.asSuper(`UPDATE table_state SET dealer_until = clock_timestamp()`)
  const dealer = isOtherDealer ? app.addDealer() : app.dealer
  try {
    Object.assign(pace, { pauseMs: 0, dealMs: 0, closeMs: 0 })
    for (let looks = 0; looks < 3; looks += 1) await dealer.look()
    const links = (await shownLinks(app)).filter((link) => !before.includes(link))
    return { links, isHeld: deps.moneyOut.heldSince !== null }
  } finally {
    if (isOtherDealer) await dealer.release()
    await putBack()
    await app.asSuper(putBackToo)
    Object.assign(deps.moneyOut, noHold())
  }
}

const nothing = { links: [], isHeld: true }

const farAhead = (
  app: TableApp,
): string => `INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, salts)
  SELECT table_id, chain_id, 9000, 1, sha256('far'), 'ended', ${noSalts} FROM table_series WHERE table_id = ${app.tableId} ORDER BY id DESC LIMIT 1`

test.each([false, true])(
  'no series begins behind a planted one far ahead (another process: %s)',
  async (isForgotten) => {
    for (const app of [shoe, wheel]) {
      const plant = () => app.asSuper(`${ended}; ${farAhead(app)}`)
      expect(await publishedBy(app, plant, { isForgotten })).toEqual(nothing)
    }
  },
)

test('no series begins while the one before it is not complete, and goes on afterwards', async () => {
  for (const app of [shoe, wheel]) {
    expect(await publishedBy(app, () => app.asSuper(ended))).toEqual(nothing)
    expect(await app.playOut()).toMatchObject({ state: 'settled' })
  }
})

const putBackToo = `UPDATE table_chain SET links = links + 100`

test('no series begins behind an ended one at links of a chain whose length was altered', async () => {
  const putBack = await keepTables(wheel, 'whole')
  await endSeriesEarly(wheel)
  const plant = () => wheel.asSuper(`UPDATE table_chain SET links = links - 100`)
  expect(await publishedBy(wheel, plant, { putBackToo })).toEqual(nothing)
  wheel.deps.moneyOut = noHold()
  await putBack()
})

test('no round is dealt from a chain whose length was altered', async () => {
  await wheel.dealUntil('open')
  await wheel.endBetting()
  await wheel.dealUntil('closed')
  const plant = () => wheel.asSuper(`UPDATE table_chain SET links = links - 100`)
  expect(await publishedBy(wheel, plant, { isOtherDealer: true, putBackToo })).toEqual(nothing)
  await wheel.dealUntil('settled')
})

test('a series does not end by rows of rounds that were not played', async () => {
  const plant = () =>
    shoe.asSuper(`INSERT INTO table_round (id, table_id, number, series_id, place, state, dealer, opened_at, closes_at, ended_at, void_reason)
      SELECT gen_random_uuid(), (SELECT max(id) FROM game_table), 100000 + g, r.series_id, r.place + g, 'void', r.dealer, now(), now(), now(), 'interrupted'
      FROM generate_series(1, 120) g, (SELECT * FROM table_round WHERE table_id = ${shoe.tableId} ORDER BY number DESC LIMIT 1) r`)
  const putBackToo = 'DELETE FROM table_round WHERE number > 100000'
  expect(await publishedBy(shoe, plant, { putBackToo })).toEqual(nothing)
})

test('a series does not end by planted proofs, nor begin without its records', async () => {
  const columns = `kind, series_id, chain_id, link, opened_at, closes_at, closed_at, at, outcome, bets, mac`
  const rounds = `INSERT INTO table_round (id, table_id, number, series_id, place, state, dealer, opened_at, closes_at, closed_at, dealt_at, ended_at, outcome)
    SELECT gen_random_uuid(), table_id, number + g, series_id, place + g, state, dealer, opened_at, closes_at, closed_at, dealt_at, ended_at, outcome
    FROM generate_series(1, 120) g, (SELECT * FROM table_round WHERE table_id = ${shoe.tableId} ORDER BY number DESC LIMIT 1) r`
  const proofs = `INSERT INTO table_proof (table_id, number, round_id, place, ${columns}) SELECT table_id, number + g, gen_random_uuid(), place + g, ${columns}
    FROM generate_series(1, 120) g, (SELECT * FROM table_proof WHERE table_id = ${shoe.tableId} ORDER BY number DESC LIMIT 1) p`
  for (const isForgotten of [false, true])
    expect(await publishedBy(shoe, () => shoe.asSuper(`${rounds}; ${proofs}`), { isForgotten })).toEqual(nothing)
  const plant = () =>
    shoe.asSuper(`${ended}; DELETE FROM series_proof; ${farAhead(shoe)};
    INSERT INTO series_unproven SELECT table_id, max(id), 0 FROM table_series GROUP BY table_id`)
  for (const isForgotten of [false, true])
    expect(await publishedBy(shoe, plant, { isForgotten, putBackToo: 'DELETE FROM series_unproven' })).toEqual(nothing)
})

test.each([
  ['', ''],
  [', opening = NULL', `INSERT INTO table_unproven SELECT table_id, 100000 FROM table_round LIMIT 1`],
])('a round whose place was raised%s reveals no later link', async (set, more) => {
  await wheel.dealUntil('open')
  await wheel.endBetting()
  const plant = () => wheel.asSuper(`UPDATE table_round SET place = place + 15 ${set} WHERE state = 'open'; ${more}`)
  expect(await publishedBy(wheel, plant, { putBackToo: 'DELETE FROM table_unproven' })).toEqual(nothing)
})

test('a round that was closed before its time is not dealt', async () => {
  const { number } = await shoe.dealUntil('open')
  const plant = () => shoe.asSuper(`UPDATE table_round SET state = 'closed', closed_at = now() WHERE state = 'open'`)
  expect(await publishedBy(shoe, plant)).toEqual(nothing)
  await shoe.endBetting()
  expect(await shoe.dealUntil('settled')).toMatchObject({ number })
})

test('a round whose place was raised is not made void at that place', async () => {
  const { number } = await shoe.dealUntil('open')
  const plant = () => shoe.asSuper(`UPDATE table_round SET place = 119 WHERE state = 'open'`)
  expect(await publishedBy(shoe, plant, { isOtherDealer: true })).toEqual(nothing)
  await shoe.endBetting()
  expect(await shoe.dealUntil('settled')).toMatchObject({ number })
})

test('no table reveals links of the chain of another table', async () => {
  const { rows } = await wheel.asSuper(`SELECT id FROM game_table WHERE game_code = 'baccarat' LIMIT 1`)
  const { id = 0 } = (rows as { id: number }[])[0] ?? {}
  const begin = { tableId: id, game: entryOf({ gameCode: 'baccarat' }).game, hashesMs: 0 }
  await wheel.deps.db.transaction().execute((tx) => beginSeries(tx, wheel.deps, begin))
  const planted = `INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, salts)
    SELECT ${wheel.tableId}, c.id, 61, 60, c.end_hash, 'running', ${noSalts} FROM table_chain c WHERE c.table_id = ${id}`
  const plant = async () => {
    await wheel.asSuper(`${ended} AND table_id = ${wheel.tableId}; ${planted}`)
    await wheel.dealer.look()
    await wheel.asSuper(`UPDATE table_round SET closes_at = clock_timestamp() WHERE state = 'open'`)
  }
  expect((await publishedBy(wheel, plant)).links).toEqual([])
})

test('a series from before series were signed is played on, and the next one is signed behind it', async () => {
  const putBack = await keepTables(wheel, 'whole')
  await wheel.asSuper(`DELETE FROM series_proof WHERE table_id = ${wheel.tableId}`)
  await wheel.deps.ownerDb.transaction().execute(async (tx) => {
    await sql`INSERT INTO series_unproven SELECT table_id, max(id), 0 FROM table_series WHERE table_id = ${wheel.tableId}::smallint GROUP BY table_id`.execute(
      tx,
    )
  })
  wheel.deps.moneyOut = noHold()
  expect(await wheel.playOut()).toMatchObject({ state: 'settled' })
  await wheel.asSuper(`${ended} AND table_id = ${wheel.tableId}`)
  expect(await wheel.playOut()).toMatchObject({ state: 'settled', place: 0 })
  const { rows } = await wheel.asSuper(`SELECT p.number, p.kind, p.first_link - q.first_link AS behind
    FROM series_proof p JOIN series_unproven u USING (table_id) JOIN table_series q ON q.id = u.last_series WHERE p.table_id = ${wheel.tableId} ORDER BY 1`)
  expect(rows).toEqual([
    { number: 1, kind: 'begun', behind: 60 },
    { number: 2, kind: 'listed', behind: 60 },
  ])
  const { faults } = await checkBooks(wheel.ownerPool, { secret: wheel.deps.config.secret, without: ['guards'] })
  expect(faults.filter(({ check }) => check === 'table-series' || check === 'table-proofs')).toEqual([])
  await wheel.deps.ownerDb.transaction().execute((tx) => sql`DELETE FROM series_unproven`.execute(tx))
  await putBack()
  wheel.deps.moneyOut = noHold()
})

test('what is revealed fits the chain whose end was published', async () => {
  const { rows } =
    await wheel.asSuper(`SELECT encode(q.previous_link, 'hex') AS before, encode(q.revealed[1], 'hex') AS link FROM table_series q
    WHERE q.table_id = ${wheel.tableId} AND cardinality(q.revealed) > 0 ORDER BY q.id LIMIT 1`)
  const [series] = rows as { before: string; link: string }[]
  expect(hash('sha256', Buffer.from(series?.link ?? '', 'hex'), 'hex')).toBe(series?.before)
})

test('the books name a chain whose length was altered for a moment, and nothing else', async () => {
  const { faults } = await checkBooks(wheel.ownerPool, { without: ['guards'] })
  const named = faults.map(({ check, subject }) => `${check} ${subject.split(' ')[0]}`)
  expect([...new Set(named)]).toEqual(['states table_chain'])
})
