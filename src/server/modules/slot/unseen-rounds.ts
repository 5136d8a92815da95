import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'

/**
 * Rounds whose wins the member has not been shown, and that are therefore left out of the displayed balance: no list may
 * reveal them first. By round id, with its pay; the newest first until they add up to the hidden amount. Nearly always empty.
 */
export async function readUnseenRounds(db: Database, memberId: bigint): Promise<Map<string, Amount>> {
  const { rows } = await sql<{ id: string; pay: bigint }>`
    SELECT r.id, r.pay
      FROM wallet w
     CROSS JOIN LATERAL (
       SELECT o.id, o.pay, sum(o.pay) OVER (ORDER BY o.nonce DESC) - o.pay AS newer
         FROM round o
        WHERE o.member_id = w.member_id AND o.nonce >= w.nonce - 100 AND o.pay > 0
          AND o.shown < json_array_length(o.events::json)) r
     WHERE w.member_id = ${memberId} AND w.unseen > 0 AND w.unseen_until > now() AND r.newer < w.unseen`.execute(db)
  return new Map(rows.map((row) => [row.id, row.pay]))
}
