import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import type pg from 'pg'
import { expect } from 'vitest'

/** An operation a caller was told about: `effect` when it took effect, `refused` when it did not. */
export type Acknowledged = { memberId: bigint; key: string; told: 'effect' | 'refused' }

/**
 * The oracle after a test that moves money: the books' own checks, then the caller's list, because books that balance
 * can still have lost money. Every operation told as done is in the journal exactly once, every refused one is absent.
 */
export async function expectCleanBooks(pool: pg.Pool, told: readonly Acknowledged[] = []): Promise<void> {
  const report = await checkBooks(pool)
  expect(report.faults).toEqual([])
  expect(report.checks).toBe(bookChecks.length)
  if (told.length === 0) return
  const found = await pool.query<{ member_id: bigint; key: string; times: bigint }>(
    `SELECT j.member_id, j.key, count(*) AS times FROM journal j
     JOIN unnest($1::bigint[], $2::uuid[]) t (member_id, key) USING (member_id, key) WHERE j.source > 0 GROUP BY 1, 2`,
    [told.map((one) => String(one.memberId)), told.map((one) => one.key)],
  )
  const times = new Map(found.rows.map((row) => [`${row.member_id}/${row.key}`, row.times]))
  const done = new Set(told.filter((one) => one.told === 'effect').map((one) => `${one.memberId}/${one.key}`))
  const lost = [...done].filter((name) => times.get(name) === undefined)
  const phantom = told
    .filter((one) => one.told === 'refused')
    .map((one) => `${one.memberId}/${one.key}`)
    .filter((name) => times.has(name) && !done.has(name))
  expect({ lost, phantom }).toEqual({ lost: [], phantom: [] })
}
