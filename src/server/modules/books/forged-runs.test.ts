import { suspectBooks } from '#server/ledger/book-runs.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { acceptAllStates } from '#test/accept-states.ts'
import {
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { keepBooks, type KeptBooks } from '#test/kept-books.ts'
import { createMetrics } from '#server/metrics.ts'
import { until } from '#test/until.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'

/** Somebody with all rights on the database keeps the books from being checked: with rows of runs, or with the lease. */

let app: OfficeTestApp
let books: KeptBooks
let thief: pg.Client
let manager: Operator

beforeAll(async () => {
  app = await createOfficeTestApp()
  // The acts that began the recording are as old as the template of the databases.
  await app.ownerPool.query('SELECT audit_seal(100000)')
  books = keepBooks(app)
  thief = new pg.Client(app.superUrl)
  await thief.connect()
  manager = await app.createOperator('mina', ['manager'])
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(async () => {
  await thief.end()
  await books.close()
  await app.close()
})

const steal = (sql: string) => commitPastTriggers(thief, sql)

type Ended = { id: string; outcome: string; faults: { check: string; subject: string }[] }

async function ended(): Promise<Ended[]> {
  const { rows } = await app.ownerPool.query<Ended>(
    'SELECT id, outcome, faults FROM book_run WHERE ended_at IS NOT NULL ORDER BY ended_at',
  )
  return rows
}

/** Runs a bookkeeper until there are more than `count` ended runs. */
async function keepUntil(count: number, own: { overdueMs?: number } = {}): Promise<void> {
  const keeper = books.startKeeper(own)
  await until(async () => (await ended()).length > count)
  await keeper.stop()
}

test.each([
  [
    'inserted',
    `INSERT INTO book_run (id, why, began_at, ended_at, outcome, rows, bad_before) SELECT $id, 'schedule', now(), now(), 'clean', 1, bad_runs FROM money_out`,
    `DELETE FROM book_run WHERE id = $id`,
  ],
  [
    'altered',
    `UPDATE book_run SET ended_at = ended_at + interval '1 hour', began_at = began_at + interval '1 hour' WHERE id = $last`,
    `UPDATE book_run SET ended_at = ended_at - interval '1 hour', began_at = began_at - interval '1 hour' WHERE id = $last`,
  ],
])('a run that somebody %s delays no other: the next one is made at once, and finds it', async (_how, sql, back) => {
  await books.run()
  const before = await ended()
  const planted = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'
  const last = before.at(-1)?.id ?? ''
  const fill = (text: string) => text.replaceAll('$id', `'${planted}'`).replaceAll('$last', `'${last}'`)
  await books.keepOnce()
  expect(await ended()).toHaveLength(before.length)

  await steal(fill(sql))
  const count = (await ended()).length
  await keepUntil(count)
  const found = (await ended()).filter(({ id }) => ![planted, ...before.map((one) => one.id)].includes(id))
  const subject = `book_run ${sql.includes('$last') ? last : planted}`
  expect(found).toMatchObject([{ outcome: 'faults', faults: [{ check: 'states', subject }] }])
  expect(app.errors.splice(0)).toEqual([
    expect.stringContaining('a recorded run of the books is not one that the program signed'),
    expect.stringContaining('found faults: money-out is stopped'),
  ])
  await steal(fill(back))
  await acceptAllStates(app.ownerPool)
  await books.run()
})

test('a lease that somebody holds delays a run for a limited time, and is named', async () => {
  await books.run()
  const count = (await ended()).length
  await manager.call('check-books')
  const holder = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4b'
  await steal(`INSERT INTO lease (name, holder, until) VALUES ('books', '${holder}', now() + interval '30 seconds')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until`)
  await books.keepOnce()
  expect(await ended()).toHaveLength(count)
  await keepUntil(count, { overdueMs: 500 })
  expect((await ended()).slice(count)).toMatchObject([{ outcome: 'clean' }])
  const errors = app.errors.splice(0)
  expect(errors).toEqual([expect.stringContaining('this process does it without the lease')])
  expect(errors[0]).toContain(holder)
  await steal(`DELETE FROM lease WHERE name = 'books'`)
})

const stoppedSince = async () => (await manager.call('me')).body['moneyOutStoppedSince']

test('a result that somebody keeps from being stored holds payments back in this process, and is named', async () => {
  await books.run()
  await thief.query(`CREATE INDEX own_stop ON money_out ((1 / (CASE WHEN stopped_at IS NOT NULL THEN 0 ELSE 1 END)))`)
  await manager.call('check-books')
  const metrics = createMetrics()
  const keeper = books.startKeeper({ metrics, endAgainMs: 1 })
  await until(() => app.deps.moneyOut.heldSince !== null)
  expect(await metrics.text()).toMatch(/^baize_money_out_stopped 1$/m)
  await keeper.stop()
  expect(await stoppedSince()).toBe(app.deps.moneyOut.heldSince?.toISOString())
  expect((await manager.call('get-books', { skip: 0, take: 1 })).body['stoppedSince']).toBe(await stoppedSince())
  const errors = app.errors.splice(0)
  expect(errors).toEqual([expect.stringContaining('could not be stored: this process holds payments back')])

  await thief.query('DROP INDEX own_stop')
  const count = (await ended()).length
  await keepUntil(count)
  expect(await stoppedSince()).toBe(null)
})

test('payments are held back where no run has ended for too long, and no longer', async () => {
  await books.run()
  await thief.query('BEGIN; LOCK TABLE book_run IN SHARE MODE')
  const keeper = books.startKeeper({ staleMs: 300 })
  await until(() => app.deps.moneyOut.heldSince !== null)
  await thief.query('ROLLBACK')
  await keeper.stop()
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('no run of the books has ended for too long')])
  await books.run()
  await books.keepOnce()
  expect(await stoppedSince()).toBe(null)
})

test('what a process misses holds its payments until a run that began afterwards has ended, which is made at once', async () => {
  await books.run()
  await books.keepOnce()
  const count = (await ended()).length
  await books.keepOnce()
  expect(await ended()).toHaveLength(count)
  suspectBooks(app.deps.moneyOut)
  expect(await stoppedSince()).not.toBe(null)
  await keepUntil(count)
  expect((await ended()).slice(count)).toMatchObject([{ outcome: 'clean' }])
  expect(await stoppedSince()).toBe(null)

  // A run of another process ends it, too.
  suspectBooks(app.deps.moneyOut)
  await books.run()
  await books.keepOnce()
  expect(await stoppedSince()).toBe(null)
})

test('a stop that somebody lifts after this process found faults holds its payments until a clean run', async () => {
  const [event] = (await app.ownerPool.query<{ id: string }>(`SELECT min(id) AS id FROM account`)).rows
  await steal(`UPDATE account SET reference = reference || '?' WHERE id = ${event?.id}`)
  await manager.call('check-books')
  const count = (await ended()).length
  const keeper = books.startKeeper()
  await until(async () => (await ended()).length > count)
  const stopped = await app.ownerPool.query('SELECT stopped_at FROM money_out WHERE stopped_at IS NOT NULL')
  expect(stopped.rowCount).toBe(1)
  await steal('UPDATE money_out SET stopped_at = NULL')
  expect(await stoppedSince()).not.toBe(null)
  await steal(`UPDATE account SET reference = rtrim(reference, '?') WHERE id = ${event?.id}`)
  await acceptAllStates(app.ownerPool)
  // The first run after that finds that the stop was lifted.
  await until(async () => {
    await manager.call('check-books')
    return (await stoppedSince()) === null
  })
  await keeper.stop()
  app.errors.splice(0)
})
