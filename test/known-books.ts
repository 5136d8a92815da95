import type pg from 'pg'
import type { BookCheckName } from '#domain/book-check.ts'
import type { AppSecret } from '#server/config.ts'
import { checkBooks, type BooksOptions, type BooksReport } from '#server/ledger/books.ts'
import { readCatalogueVersion } from '#test/catalogue-version.ts'
import { preparing } from '#test/prepared-pool.ts'

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
export async function checkKnownBooks(given: pg.Pool, options: BooksOptions = {}): Promise<BooksReport> {
  const pool = preparing(given)
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
