import type { SeatRoundState, SeatVoidReason } from '#contract/seat-round.ts'
import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type RawBuilder } from 'kysely'

/** Rounds with decisions as the database has them (docs/decisions/046-seat-rounds.md). */

export type SeatRoundRow = {
  id: string
  memberId: bigint
  brandId: number
  nonce: bigint
  seedId: bigint
  /** The ordinal of the pair, its key, and what the database has of it. */
  pair: number
  keyId: string
  gameVersionId: number
  gameCode: string
  mathHash: string
  at: Date
  requestId: string
  stake: Amount
  state: SeatRoundState
  staked: Amount
  decideBy: Date
  defaulted: boolean
  returned: Amount | null
  endedAt: Date | null
  voidReason: SeatVoidReason | null
  /** When two operators made a settled round void. */
  voidedAt: Date | null
  decisions: { action: string; requestId: string; stake: Amount }[]
  /** The clock of the database when it was read. */
  now: Date
}

/** The rounds that a condition on `q` selects, newest number first. */
export async function readSeatRounds(
  db: Database | Tx,
  condition: RawBuilder<unknown>,
  { skip = 0, take = 1 } = {},
): Promise<SeatRoundRow[]> {
  const { rows } = await sql<
    Omit<SeatRoundRow, 'decisions'> & { decided: { action: string; requestId: string; stake: string }[] }
  >`
    SELECT q.id, q.member_id AS "memberId", m.brand_id AS "brandId", q.nonce, q.seed_id AS "seedId", s.ordinal AS pair, s.key_id AS "keyId",
           q.game_version_id AS "gameVersionId", v.game_code AS "gameCode", v.math_hash AS "mathHash", q.at, q.request_id AS "requestId", q.stake,
           q.state, q.staked, q.decide_by AS "decideBy", q.defaulted, q.returned, q.ended_at AS "endedAt", q.void_reason AS "voidReason",
           q.voided_at AS "voidedAt", clock_timestamp() AS now,
           (SELECT coalesce(json_agg(json_build_object('action', d.action, 'requestId', d.request_id, 'stake', d.stake::text) ORDER BY d.number), '[]')
              FROM seat_decision d WHERE d.round_id = q.id) AS decided
      FROM seat_round q JOIN member m ON m.id = q.member_id JOIN member_seed s ON s.id = q.seed_id JOIN game_version v ON v.id = q.game_version_id
     WHERE ${condition} ORDER BY q.member_id, q.nonce DESC OFFSET ${skip} LIMIT ${take}`.execute(db)
  return rows.map(({ decided, ...row }) => ({
    ...row,
    decisions: decided.map((one) => ({ ...one, stake: BigInt(one.stake) })),
  }))
}

/** A member's round by its id; null of another member's too. */
export async function readSeatRound(db: Database | Tx, memberId: bigint, id: string): Promise<SeatRoundRow | null> {
  return (await readSeatRounds(db, sql`q.id = ${id}::uuid AND q.member_id = ${memberId}`))[0] ?? null
}

/** The keys of all bets of a round that have a stake. */
export function stakeKeysOf({ requestId, decisions }: SeatRoundRow): string[] {
  return [requestId, ...decisions.filter(({ stake }) => stake > 0n).map((decision) => decision.requestId)]
}
