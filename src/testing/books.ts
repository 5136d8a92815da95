import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import { checkAcknowledged, type Acknowledged } from '#testing/acknowledged.ts'
import type pg from 'pg'
import { expect } from 'vitest'

export type { Acknowledged }

const sealedAtOnce = 100_000

/**
 * The oracle after a test that moves money: the books' own checks, then the caller's list (`judgeTold`). What the test's
 * acts wrote into the audit is sealed first, as the running house does within a second, so that its chain is judged too.
 */
export async function expectCleanBooks(pool: pg.Pool, told: readonly Acknowledged[] = []): Promise<void> {
  await pool.query('SELECT audit_seal($1)', [sealedAtOnce])
  const report = await checkBooks(pool)
  expect(report.faults).toEqual([])
  expect(report.checks).toBe(bookChecks.length)
  expect(await checkAcknowledged(pool, told)).toEqual({ lost: [], twice: [], phantom: [] })
}
