import { betOpposite } from '#domain/games/table/opposite-bets.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'

type LinkedPair = { one: bigint; other: bigint; spots: string; others: string }

/**
 * Records which members of accounts that may be of one person, by any mark that they share, bet against each other in a settled round. It
 * refuses nothing: the office judges it. The pairs are found by the marks of the round's members, so by the index of members and that of hashes.
 */
export async function recordOpposites(db: Database, game: TableGame, roundId: string): Promise<void> {
  const { rows } = await sql<LinkedPair>`
    WITH own AS MATERIALIZED (SELECT member_id, string_agg(spots, ' ') AS spots FROM table_bet WHERE round_id = ${roundId}::uuid AND undone_at IS NULL GROUP BY 1)
    SELECT DISTINCT x.member_id AS one, y.member_id AS other, x.spots, y.spots AS others
      FROM own x JOIN person_mark a ON a.member_id = x.member_id JOIN person_mark b ON b.hash = a.hash AND b.member_id > a.member_id
      JOIN own y ON y.member_id = b.member_id`.execute(db)
  const codes = (spots: string): string[] => stakesOfText(spots).map(({ spot }) => spot)
  const pairs = rows.filter(({ spots, others }) => betOpposite(game, codes(spots), codes(others)))
  if (pairs.length === 0) return
  const [ones, others] = [pairs.map(({ one }) => one), pairs.map(({ other }) => other)]
  await sql`SELECT table_add_opposites(${roundId}::uuid, ${ones}::bigint[], ${others}::bigint[])`.execute(db)
}
