import { sql } from 'kysely'
import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/** The rounds whose results their member has not seen yet, which no list may tell (`docs/decisions/036-one-slot-window.md`). */

type UnseenRound = { id: string; nonce: bigint; pay: Amount }

/** The rounds whose wins are hidden, newest first, up to the hidden amount; `pay` contains a jackpot. Nearly always empty. */
async function unseenRounds(db: Database | Tx, memberId: bigint): Promise<UnseenRound[]> {
  const { rows } = await sql<UnseenRound>`
    SELECT r.id, r.nonce, r.pay
      FROM wallet w
     CROSS JOIN LATERAL (
       SELECT o.id, o.nonce, p.pay, sum(p.pay) OVER (ORDER BY o.nonce DESC) - p.pay AS newer
         FROM round o LEFT JOIN jackpot_hit h ON h.round_id = o.id
        CROSS JOIN LATERAL (SELECT o.pay + coalesce(h.amount, 0) AS pay) p
        WHERE o.member_id = w.member_id AND o.nonce >= w.nonce - 100 AND p.pay > 0
          AND o.shown < json_array_length(o.events::json)) r
     WHERE w.member_id = ${memberId} AND w.unseen > 0 AND w.unseen_until > now() AND r.newer < w.unseen`.execute(db)
  return rows
}

/** The ids of the rounds that are open: their wins are hidden, or they were not shown within the last minute, also if they lost. */
export async function readOpenRounds(db: Database, memberId: bigint): Promise<ReadonlySet<string>> {
  const unseen = await unseenRounds(db, memberId)
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM wallet w JOIN round r ON r.member_id = w.member_id AND r.nonce >= w.nonce - 100
     WHERE w.member_id = ${memberId} AND w.unseen_until > now() AND r.at > now() - interval '60 seconds'
       AND r.shown < json_array_length(r.events::json)
       AND NOT EXISTS (SELECT FROM round n WHERE n.member_id = r.member_id AND n.nonce > r.nonce
         AND n.game_version_id = r.game_version_id AND n.shown >= json_array_length(n.events::json))`.execute(db)
  return new Set([...unseen, ...rows].map(({ id }) => id))
}

/**
 * The rounds whose wins are not shown yet and therefore left out of the displayed balance: no list may reveal them.
 * Maps the round id to what it paid with its jackpot.
 */
export async function readUnseenRounds(db: Database | Tx, memberId: bigint): Promise<Map<string, Amount>> {
  return new Map((await unseenRounds(db, memberId)).map(({ id, pay }) => [id, pay]))
}

/** What the rounds before `nonce` paid that another window of the member is still showing. */
export async function readHiddenBefore(db: Database, memberId: bigint, nonce: bigint): Promise<Amount> {
  const rounds = await unseenRounds(db, memberId)
  return rounds.reduce((sum, round) => (round.nonce < nonce ? sum + round.pay : sum), 0n)
}
