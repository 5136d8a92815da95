import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database } from './pool.ts'

/**
 * Lists of a member's rounds and bets grow without end: they are counted and paged only up to a bound, so that no call
 * reads years of rows. Older entries are found by their days.
 */
export const mostListed = 10_000

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
