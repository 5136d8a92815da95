import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBooksState } from '#server/ledger/book-runs.ts'
import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import { createRecounting, recountAll } from '#server/ledger/table-recounts.ts'
import { createMetrics } from '#server/metrics.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'
import { until } from '#test/until.ts'
import { startTableRecounting } from './table-recounting.ts'

/** Each test continues with the rounds of those before. */

let app: TableApp
let player: Player
beforeAll(async () => {
  app = await createTableApp()
  player = await app.sit()
})
afterAll(() => app.close())

const tableFaults = async (): Promise<string[]> => {
  const others = bookChecks.map(({ name }) => name).filter((name) => !['table-rounds', 'states'].includes(name))
  const { faults } = await checkBooks(app.ownerPool, { secret: app.deps.config.secret, without: others })
  return faults.map(({ check, subject, detail }) => `${check}: ${subject} ${detail}`)
}

const readMark = async (): Promise<object | undefined> =>
  (await app.ownerPool.query('SELECT number, results, staked, returned FROM table_recount')).rows[0]
const readDifferent = async (): Promise<string[]> =>
  (await app.ownerPool.query<{ id: string }>('SELECT round_id AS id FROM redraw_mismatch ORDER BY found_at')).rows.map(
    ({ id }) => id,
  )

/** Runs the job until the newest round that ended is recorded as recounted. */
async function recount(): Promise<void> {
  const work = startTableRecounting(app.deps, createMetrics(), { everyMs: 20, recordedEveryMs: 20 })
  const { rows } = await app.ownerPool.query<{ number: number }>(
    'SELECT max(number) AS number FROM table_round WHERE ended_at IS NOT NULL',
  )
  await until(async () => (await readMark())?.['number' as never] === rows[0]?.number)
  await work.stop()
}

/** A round in which the member stakes on both sides and takes one stake back. */
async function playRound(): Promise<string> {
  await app.dealUntil('open')
  await player.bet({ banker: 2_000, tie: 1_000 })
  await player.bet({ player: 3_000 })
  await app.endBetting()
  return (await app.dealUntil('settled')).id
}

const altered = `UPDATE table_bet SET spots = replace(spots, 'banker', 'player') WHERE round_id = $1 AND spots LIKE 'banker%'`
const restored = `UPDATE table_bet SET spots = replace(spots, 'player', 'banker') WHERE round_id = $1 AND spots LIKE '%tie%'`

test('honest rounds are recounted once, with the sums of their results, and the books are clean', async () => {
  for (let rounds = 0; rounds < 3; rounds += 1) await playRound()
  await app.dealUntil('open')
  await player.bet({ player: 1_000 })
  await app.endBetting(6_000)
  await app.dealUntil('void')
  await recount()
  const { rows } = await app.ownerPool.query<{ returned: bigint }>(
    'SELECT sum(pay)::bigint AS returned FROM journal WHERE kind = 19',
  )
  expect(await readMark()).toEqual({ number: 4, results: 3n, staked: 180_000_000n, returned: rows[0]?.returned })
  expect(await readDifferent()).toEqual([])
  await expectNoErrorsAndCleanBooks(app)
})

const paidMore = (id: string, by: number) =>
  app.asSuper(`UPDATE journal SET pay = pay + ${by} WHERE key = $1 AND kind = 19`, [id])

test('a result that is not what the outcome returns of the spots is found, and the books are due', async () => {
  const id = await playRound()
  await paidMore(id, 1)
  await recount()
  expect(await readDifferent()).toEqual([id])
  expect((await readBooksState(app.db)).hasNewDifference).toBe(true)
  expect(await tableFaults()).toEqual([
    expect.stringMatching(new RegExp(`^table-rounds: series \\d+ round ${id} returns \\d+ of 60000000 to member`)),
  ])
  await paidMore(id, -1)
  app.errors.length = 0
})

test('spots that stay altered while the round is recounted are not those that were booked', async () => {
  const id = await playRound()
  await app.asSuper(altered, [id])
  await recount()
  await app.asSuper(restored, [id])
  expect(await readDifferent()).toContain(id)
  app.errors.length = 0
})

test('a placement that was hidden while its round was recounted is missing in the sums of the mark', async () => {
  const id = await playRound()
  const hidden = await app.asSuper('DELETE FROM table_bet WHERE round_id = $1 RETURNING *', [id])
  await recount()
  const before = await readDifferent()
  await app.asSuper(`INSERT INTO table_bet SELECT * FROM jsonb_populate_recordset(NULL::table_bet, $1)`, [
    JSON.stringify(hidden.rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ])
  expect(before).not.toContain(id)
  expect(await tableFaults()).toContainEqual(
    expect.stringMatching(/^table-rounds: .* results of .* up to round \d+, the journal has/),
  )
  await recountAll(createRecounting({ db: app.db, pool: app.pool, secret: app.deps.config.secret }))
  expect((await tableFaults()).filter((fault) => fault.includes('the journal has'))).toEqual([])
})

test('rounds behind the mark are recounted by the books, however many series there are', async () => {
  const ids = [await playRound(), await playRound(), await playRound()]
  const [id = ''] = ids
  await paidMore(id, 1)
  await app.asSuper(`INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, salts)
    SELECT table_id, chain_id, 1000 + n, 1, previous_link, 'ended', '{}' FROM (SELECT * FROM table_series ORDER BY id LIMIT 1) s, generate_series(1, 400) n`)
  const found = await tableFaults()
  await app.asSuper(
    `DELETE FROM table_series WHERE first_link > 1000; UPDATE journal SET pay = pay - 1 WHERE key = '${id}' AND kind = 19`,
  )
  expect(found).toContainEqual(expect.stringContaining(`round ${id} returns`))
})

test('a mark that was moved ahead is a fault, also after it was put back', async () => {
  await recount()
  expect((await tableFaults()).filter((fault) => fault.startsWith('states'))).toEqual([])
  await app.asSuper('UPDATE table_recount SET number = number + 100')
  expect((await tableFaults()).map((fault) => fault.replace(/:.*/, ''))).toEqual(
    expect.arrayContaining(['table-rounds', 'states']),
  )
  await app.asSuper('UPDATE table_recount SET number = number - 100')
  expect((await tableFaults()).filter((fault) => fault.startsWith('states'))).toEqual([
    expect.stringContaining('was written by a transaction that the program did not sign'),
  ])
})

test('stakes above what the table took are found: of a spot, of the exposure, and more than 40 placements', async () => {
  const { rows } = await app.ownerPool.query<{ most_stake: bigint; exposure: bigint }>(
    'SELECT most_stake, exposure FROM game_table WHERE id = $1',
    [app.tableId],
  )
  const limits = 'UPDATE game_table SET most_stake = $2, exposure = $3 WHERE id = $1'
  await app.dealUntil('open')
  await app.asSuper(limits, [app.tableId, 900_000_000_000, 900_000_000_000])
  expect((await player.bet({ banker: 4_000_000 })).body.status).toBe('success')
  await app.asSuper(limits, [app.tableId, rows[0]?.most_stake, rows[0]?.exposure])
  await app.endBetting()
  const high = (await app.dealUntil('settled')).id
  const many = await playRound()
  await app.asSuper(
    `INSERT INTO table_bet SELECT member_id, gen_random_uuid(), round_id, at, spots, stake, at FROM table_bet, generate_series(1, 20) WHERE round_id = $1`,
    [many],
  )
  await app.asSuper(`UPDATE game_table SET exposure = 30000000 WHERE id = $1`, [app.tableId])
  const found = (await tableFaults()).join('\n')
  await app.asSuper(limits, [app.tableId, rows[0]?.most_stake, rows[0]?.exposure])
  await app.asSuper(`DELETE FROM table_bet WHERE round_id = $1 AND undone_at = at`, [many])
  expect(found).toMatch(new RegExp(`round ${high} has 4000000 of member \\d+ on banker, which took 3000000`))
  expect(found).toContain(`round ${high} owes up to 3800000, and the exposure was 3000`)
  expect(found).toContain(`round ${many} has 42 placements of member`)
})

test('a round whose limits were lowered while it was open is judged by those before and after, and a change by hand is an act, too', async () => {
  await app.dealUntil('open')
  expect((await player.bet({ banker: 1_000_000 })).body.status).toBe('success')
  await app.ownerDb
    .updateTable('game_table')
    .set({ most_stake: 5_000_000_000n })
    .where('id', '=', app.tableId)
    .execute()
  await app.endBetting()
  const { id } = await app.dealUntil('settled')
  expect((await tableFaults()).filter((fault) => fault.includes(id))).toEqual([])
  // The change was before the round, by more than the minute in which either holds.
  await app.asSuper(`UPDATE audit SET at = at - interval '10 minutes' WHERE act = 'table.limits'`)
  const faults = await tableFaults()
  await app.asSuper(`UPDATE audit SET at = at + interval '10 minutes' WHERE act = 'table.limits'`)
  expect(faults).toContainEqual(
    expect.stringMatching(new RegExp(`round ${id} has 1000000 .* on banker, which took 500000`)),
  )
})
