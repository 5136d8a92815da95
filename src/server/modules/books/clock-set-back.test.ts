import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { createDb, createPool, type Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { makeMember } from '#server/seed/builders.ts'
import { readBooksState, readOverview } from '#server/ledger/book-runs.ts'
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

/** What is read while the runs that found faults lie a day ahead. */
async function readAhead<Read>(read: (tx: Tx) => Promise<Read>): Promise<Read | undefined> {
  const undo = new Error('undo')
  let found: Read | undefined
  const moved = superuser.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE book_run SET began_at = began_at + interval '1 day', ended_at = ended_at + interval '1 day' WHERE outcome = 'faults'`.execute(
      tx,
    )
    found = await read(tx)
    throw undo
  })
  await expect(moved).rejects.toBe(undo)
  return found
}

test('a run of the future hides no newer one from the schedule, the office and the public page', async () => {
  const { id } = await makeMember(app.deps, app.brand)
  const addCash = (amount: number): Promise<unknown> =>
    sql`UPDATE wallet SET cash = cash + ${amount} WHERE member_id = ${id}`.execute(superuser)
  await addCash(1)
  expect((await books.run())?.faults.length).toBeGreaterThan(0)
  await addCash(-1)
  // Only the future one: the next is made at once.
  expect(await readAhead(readBooksState)).toMatchObject({ ageSeconds: null, restSeconds: null, faults: 0 })
  expect((await books.run())?.faults).toEqual([])

  const state = await readAhead(readBooksState)
  expect(state).toMatchObject({ stoppedAt: null, faults: 0 })
  expect(state?.ageSeconds).toBeGreaterThanOrEqual(0)
  expect(state?.restSeconds).toBeGreaterThanOrEqual(0)
  expect((await readAhead(readOverview))?.last).toMatchObject({ outcome: 'clean' })
  await expectCleanBooks(app.ownerPool)
  app.errors.length = 0
})
