import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import { judgeTold, type Acknowledged } from '#testing/told.ts'
import type pg from 'pg'
import { expect } from 'vitest'

export type { Acknowledged }

/** The oracle after a test that moves money: the books' own checks, then the caller's list (`judgeTold`). */
export async function expectCleanBooks(pool: pg.Pool, told: readonly Acknowledged[] = []): Promise<void> {
  const report = await checkBooks(pool)
  expect(report.faults).toEqual([])
  expect(report.checks).toBe(bookChecks.length)
  expect(await judgeTold(pool, told)).toEqual({ lost: [], twice: [], phantom: [] })
}
