import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { appHandlers } from '#server/handlers.ts'
import { makeMember } from '#server/seed/builders.ts'
import { keepBooks, type KeptBooks } from '#test/kept-books.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

/** Somebody with rights on the database interrupts runs of the books by taking their lease. */

let app: TestApp
let books: KeptBooks
let thief: pg.Client
/** Holds what a run reads. */
let blocker: pg.Client
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  books = keepBooks(app)
  thief = new pg.Client({ connectionString: app.superUrl })
  blocker = new pg.Client({ connectionString: app.superUrl })
  await Promise.all([thief.connect(), blocker.connect()])
})
afterAll(async () => {
  await Promise.all([thief.end(), blocker.end()])
  await books.close()
  await app.close()
})

async function outcomes(): Promise<string[]> {
  const { rows } = await thief.query<{ outcome: string }>(
    'SELECT outcome FROM book_run WHERE ended_at IS NOT NULL ORDER BY ended_at',
  )
  return rows.map(({ outcome }) => outcome)
}

/** Takes the lease of a run that waits for the blocker, for longer than it is renewed after. False where no run waits. */
async function takeLease(): Promise<boolean> {
  const { rows } = await thief.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  if (rows.length === 0) return false
  await thief.query(
    `UPDATE lease SET holder = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4b', until = now() + interval '4 seconds' WHERE name = 'books'`,
  )
  return true
}

const errorsWith = (text: string): string[] => app.errors.filter((line) => line.includes(text))

test('runs that are interrupted again and again do not keep payments free; one that is overdue goes on without its lease', async () => {
  const member = await makeMember(app.deps, app.brand)
  await books.run()
  await thief.query(`UPDATE wallet SET cash = cash + 50000000 WHERE member_id = ${member.id}`)
  await blocker.query(
    `SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE house_entry IN ACCESS EXCLUSIVE MODE`,
  )
  Object.assign(app.deps.config, { booksEveryMinutes: 0.02 })
  // Longer than the pause before an interrupted run is made again.
  const keeper = books.startKeeper({ leaseMs: 1_500, staleMs: 15_000 })
  await until(async () => {
    await takeLease()
    return app.deps.moneyOut.heldSince !== null
  })
  await keeper.stop()
  const before = await outcomes()
  expect(before.length).toBeGreaterThan(1)
  expect(new Set(before.slice(1))).toEqual(new Set(['interrupted']))
  expect(errorsWith('no run of the books has ended for too long')).toHaveLength(1)

  const next = books.startKeeper({ leaseMs: 1_500, overdueMs: 1 })
  await until(takeLease)
  await until(() => errorsWith('a lease was taken from a run that is overdue').length > 0)
  await blocker.query('ROLLBACK')
  await until(async () => (await outcomes()).length > before.length)
  await next.stop()
  expect((await outcomes()).slice(before.length)).toEqual(['faults'])
  expect(errorsWith('found faults: money-out is stopped')).toHaveLength(1)
  app.errors.length = 0
})
