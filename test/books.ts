import type { BookCheckName } from '#domain/book-check.ts'
import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import { checkAcknowledged, type Acknowledged } from '#test/acknowledged.ts'
import { readCatalogueVersion } from '#test/catalogue-version.ts'
import type pg from 'pg'
import { expect } from 'vitest'

export type { Acknowledged }

const maxChainedRows = 100_000

/**
 * The checks of the catalogue, which take most of the time of a small database, and the versions of the catalogue for which they
 * found nothing in this process. What decides on statements and what indexes hold changes only with it: the calls of a
 * test change neither, and every world is a copy of one template. `corruptions.test.ts` shows that a fault of them is another version.
 */
export const catalogueChecks: readonly BookCheckName[] = ['guards', 'indexes']
const cleanVersions = new Set<string>()

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
  const version = await readCatalogueVersion(pool)
  const report = await checkBooks(pool, {
    without: cleanVersions.has(version) ? [...without, ...catalogueChecks] : without,
  })
  expect(report.faults).toEqual([])
  expect(report.checks).toBe(bookChecks.length)
  if (catalogueChecks.every((check) => !without.includes(check))) cleanVersions.add(version)
  expect(await checkAcknowledged(pool, acknowledged)).toEqual({ lost: [], twice: [], phantom: [] })
}
