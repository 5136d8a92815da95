import type { BookCheckName } from '#domain/book-check.ts'
import type { AppSecret } from '#server/config.ts'
import { bookChecks, checkBooks, type BooksOptions, type BooksReport } from '#server/ledger/books.ts'
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
 * `checkBooks`, which leaves out the checks of the catalogue where they found nothing before in the same version of it, for the same
 * role and with the same keys.
 */
export async function checkKnownBooks(pool: pg.Pool, options: BooksOptions = {}): Promise<BooksReport> {
  const without = options.without ?? []
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  const version = `${rows[0]?.role} ${nameKeys(options.secret)} ${await readCatalogueVersion(pool)}`
  const isKnown = cleanVersions.has(version)
  const report = await checkBooks(pool, isKnown ? { ...options, without: [...without, ...catalogueChecks] } : options)
  const isOfCatalogue = (check: string): boolean => catalogueChecks.some((one) => one === check)
  const isClean =
    !report.faults.some(({ check }) => isOfCatalogue(check)) && !report.notRun.some(({ check }) => isOfCatalogue(check))
  if (isClean && !without.some(isOfCatalogue)) cleanVersions.add(version)
  return report
}

function nameKeys(secret: AppSecret | undefined): string {
  return [...(secret?.keys ?? [])].map(([id, key]) => `${id}:${key.toString('base64')}`).join()
}

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
