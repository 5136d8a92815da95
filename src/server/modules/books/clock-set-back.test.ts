import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { createDb, createPool, type Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { makeMember } from '#server/seed/builders.ts'
import { readBooksState, readOverview, shownRun } from '#server/ledger/book-runs.ts'
import { expectCleanBooks } from '#test/books.ts'
import { keepBooks, type KeptBooks } from '#test/kept-books.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { sql } from 'kysely'

/** The clock of the database was ahead during a run of the books, and was set back. */

let app: TestApp
let books: KeptBooks
let superuser: Database
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  books = keepBooks(app)
  superuser = createDb(createPool(app.superUrl, { max: 1 }), null)
})
afterAll(async () => {
  await superuser.destroy()
  await books.close()
  await app.close()
})

/** What is read while the runs of an outcome lie a day ahead. */
async function readAhead<Read>(outcome: string, read: (tx: Tx) => Promise<Read>): Promise<Read | undefined> {
  const undo = new Error('undo')
  let found: Read | undefined
  const moved = superuser.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE book_run SET began_at = began_at + interval '1 day', ended_at = ended_at + interval '1 day' WHERE outcome = ${outcome}`.execute(
      tx,
    )
    found = await read(tx)
    throw undo
  })
  await expect(moved).rejects.toBe(undo)
  return found
}

test('a run of the future is not shown in place of a newer one', async () => {
  const { id } = await makeMember(app.deps, app.brand)
  const addCash = (amount: number): Promise<unknown> =>
    sql`UPDATE wallet SET cash = cash + ${amount} WHERE member_id = ${id}`.execute(superuser)
  await addCash(1)
  expect((await books.run())?.faults.length).toBeGreaterThan(0)
  await addCash(-1)
  expect((await readAhead('faults', readOverview))?.last).toBeNull()
  expect((await books.run())?.faults).toEqual([])
  expect((await readAhead('faults', readOverview))?.last).toMatchObject({ outcome: 'clean' })
  const shown = await readAhead(
    'faults',
    async (tx) => (await sql`SELECT r.outcome FROM ${shownRun} r`.execute(tx)).rows,
  )
  expect(shown).toEqual([{ outcome: 'clean' }])
  const state = await readAhead('faults', readBooksState)
  // The schedule counts from the newest run of all.
  expect(state?.faults).toBeGreaterThan(0)
  expect(state?.shown.faults).toBe(0)
  expect(state?.ageSeconds).toBeLessThan(0)
  expect(state?.shown.ageSeconds).toBeGreaterThan(0)
  await expectCleanBooks(app.ownerPool)
  app.errors.length = 0
})

test('interrupted runs of the future do not count as the two before a third', async () => {
  const interrupt = async (db: Database | Tx): Promise<boolean> => {
    const { rows } = await sql<{ run: string }>`SELECT books_begin('schedule') AS run`.execute(db)
    const ended = await sql<{ stopped: boolean }>`
      SELECT books_end(${rows[0]?.run}::uuid, 'interrupted', null, '[]', '[]', 'no connection', null, null, null, null) AS stopped`.execute(
      db,
    )
    return ended.rows[0]?.stopped ?? true
  }
  for (const _ of [1, 2]) expect(await app.db.transaction().execute(interrupt)).toBe(false)
  expect(await readAhead('interrupted', interrupt)).toBe(false)
  expect(await app.db.transaction().execute(interrupt)).toBe(true)
  await books.run()
  await expectCleanBooks(app.ownerPool)
})
