import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database } from './pool.ts'

/**
 * Lists of what a member has played grow for ever: they are counted and turned over so far and no further, so that no call
 * walks through years. What is older is found by its days.
 */
export const mostListed = 10_000

/** How many rows there are, at most `most`. */
export async function countListed<Tables, From extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, From, Row>,
  most = mostListed,
): Promise<number> {
  const some = rows.select(sql<number>`1`.as('one')).limit(most)
  const { rows: found } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${some} AS listed`.execute(db)
  return found[0]?.count ?? 0
}

/** How many of the rows after `skip` are shown. */
export function takeListed(body: { skip: number; take: number }, most = mostListed): { skip: number; take: number } {
  const skip = Math.min(body.skip, most)
  return { skip, take: Math.min(body.take, most - skip) }
}
