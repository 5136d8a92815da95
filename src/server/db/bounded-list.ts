import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database } from './pool.ts'

/**
 * Lists of a member's rounds and bets grow without end: they are counted and paged only up to a bound, so that no call
 * reads years of rows. Older entries are found by their days.
 */
export const mostListed = 10_000

/** How many of a member's events such a list searches: the newest of all, or of a period. */
export const mostSearched = 50_000

/** The numbers of the member's events that a list searches, the last one excluded; `days` limits them to a period. */
export async function eventsSearched(
  db: Database,
  memberId: bigint,
  days: { from: Date; until: Date } | null,
): Promise<{ first: bigint; end: bigint }> {
  const bounds =
    days === null
      ? sql`SELECT 1::bigint AS first, seq + 1 AS end FROM wallet WHERE member_id = ${memberId}`
      : sql`SELECT journal_first_at(${memberId}, ${days.from}) AS first, journal_first_at(${memberId}, ${days.until}) AS end`
  const { rows } = await sql<{ first: bigint; end: bigint }>`
    SELECT greatest(first, "end" - ${mostSearched}::bigint) AS first, "end" FROM (${bounds}) AS bounds`.execute(db)
  return rows[0] ?? { first: 1n, end: 1n }
}

/** The number of rows, at most `most`. */
export async function countListed<Tables, From extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, From, Row>,
  most = mostListed,
): Promise<number> {
  const some = rows.select(sql<number>`1`.as('one')).limit(most)
  const { rows: found } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${some} AS listed`.execute(db)
  return found[0]?.count ?? 0
}

/** The number of rows to show after `skip`. */
export function takeListed(body: { skip: number; take: number }, most = mostListed): { skip: number; take: number } {
  const skip = Math.min(body.skip, most)
  return { skip, take: Math.min(body.take, most - skip) }
}

/**
 * The ids of a page of a list and the number of its rows, by reading the rows once. The rows come in the list's order and
 * are bounded by their query.
 */
export async function pageOfListed<Tables, From extends keyof Tables, Id>(
  db: Database,
  rows: SelectQueryBuilder<Tables, From, { id: Id }>,
  page: { skip: number; take: number },
): Promise<{ ids: Id[]; count: number }> {
  const [first, last] = [page.skip + 1, page.skip + page.take]
  const { rows: found } = await sql<{ ids: Id[] | null; count: number }>`
    SELECT count(*)::int AS count, (array_agg(id))[${first}::int:${last}::int] AS ids FROM ${rows} AS listed`.execute(
    db,
  )
  return { ids: found[0]?.ids ?? [], count: found[0]?.count ?? 0 }
}
