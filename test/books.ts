import type { BookCheckName } from '#domain/book-check.ts'
import { bookChecks } from '#server/ledger/books.ts'
import { checkAcknowledged, type Acknowledged } from '#test/acknowledged.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import type pg from 'pg'
import { expect } from 'vitest'

export type { Acknowledged }

const maxChainedRows = 100_000

/**
 * The oracle after a test that moves money: the books' own checks, then the caller's record (`checkAcknowledged`).
 * First chains the audit rows of the test, as the running app does within a second, so that the chain is checked too.
 * `without`: checks that the test’s own events do not obey.
 */
export async function expectCleanBooks(
  pool: pg.Pool,
  acknowledged: readonly Acknowledged[] = [],
  without: readonly BookCheckName[] = [],
): Promise<void> {
  await pool.query('SELECT audit_seal($1)', [maxChainedRows])
  const report = await checkKnownBooks(pool, { without })
  expect(report.faults).toEqual([])
  expect(report.checks).toBe(bookChecks.length)
  expect(await checkAcknowledged(pool, acknowledged)).toEqual({ lost: [], twice: [], phantom: [] })
}
