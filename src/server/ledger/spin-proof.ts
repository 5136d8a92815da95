import { CompiledQuery } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import { journalKinds, kinds } from './events.ts'
import { createProofKeys, type ProofKeys, type ProvenEvent, type ProvenRound } from './proofs.ts'

/** Spins as they are stored, with what their proofs cover (docs/decisions/031-proofs-of-play.md). */

/** What every spin has alike. */
export const ofSpins = { kind: journalKinds.spin, held: 0n, inPlay: 0n, transaction: '' }

export type SpinRow = Omit<ProvenEvent, 'round' | keyof typeof ofSpins> & ProvenRound & { seq: bigint }

/** Spins with their rounds and pairs; behind it come further conditions on `j` and `r`. */
export const spinSql = `SELECT j.member_id AS "memberId", j.seq, j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash, j.stake, j.pay,
    j.contra_id AS "contraId", j.ref, r.seed_id AS "seedId", encode(s.server_seed_hash, 'hex') AS "serverSeedHash", s.client_seed AS "clientSeed", r.nonce,
    r.game_version_id AS "gameVersionId", r.units, r.stake AS "roundStake", r.events
  FROM journal j JOIN round r ON r.member_id = j.member_id AND r.id = j.ref JOIN member_seed s ON s.id = r.seed_id
  WHERE j.kind = ${kinds('spin')}`

/** The event of a round; `isUnproven` where it is from before spins had proofs. */
export type SpinEventRow = Omit<SpinRow, keyof ProvenRound> & { ref: string; isUnproven: boolean }

const spinEventColumns = `j.member_id AS "memberId", j.seq, j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash, j.stake, j.pay, j.contra_id AS "contraId", j.ref,
    j.seq <= coalesce((SELECT u.last_seq FROM spin_unproven u WHERE u.member_id = j.member_id), 0) AS "isUnproven"`

/** How many events of a member one look reads for a round. */
const eventsOfLook = 64

/**
 * The events of the rounds `$1`, which the journal has no index for. Every round has an event, so the number of the round says where its event is but for the other events
 * of the member; where those are many, the time of the round does. The others, as after the clock was set back, are found among all events of their members.
 */
export const spinEventsByPlaceSql = `SELECT e.* FROM round r JOIN wallet w ON w.member_id = r.member_id
  CROSS JOIN LATERAL (SELECT CASE WHEN w.seq - w.nonce < ${eventsOfLook} THEN r.nonce + 1 ELSE journal_first_at(r.member_id, r.at) END AS seq OFFSET 0) f
  CROSS JOIN LATERAL (SELECT ${spinEventColumns} FROM journal j
    WHERE j.member_id = r.member_id AND j.seq >= f.seq AND j.seq < f.seq + ${eventsOfLook} AND j.ref = r.id AND j.kind = ${kinds('spin')} LIMIT 1) e
  WHERE r.id = ANY ($1::uuid[])`
export const spinEventsSql = `SELECT e.* FROM round r CROSS JOIN LATERAL (SELECT ${spinEventColumns} FROM journal j
    WHERE j.member_id = r.member_id AND j.ref = r.id AND j.kind = ${kinds('spin')} LIMIT 1) e
  WHERE r.id = ANY ($1::uuid[])`

/** Whether the program booked a spin as it is stored. */
export function verifiesSpin(keys: ProofKeys, spin: SpinRow): boolean {
  return keys.verifies({ ...spin, ...ofSpins, round: spin })
}

/** The round of a member's number as the program booked it; null where there is none with a valid proof. */
export async function readBookedSpin(
  db: Database,
  secret: AppSecret,
  { memberId, nonce }: { memberId: bigint; nonce: bigint },
): Promise<SpinRow | null> {
  const query = CompiledQuery.raw(`${spinSql} AND r.member_id = $1 AND r.nonce = $2`, [String(memberId), String(nonce)])
  const { rows } = await db.executeQuery<SpinRow>(query)
  const keys = createProofKeys(secret)
  return rows.find((spin) => verifiesSpin(keys, spin)) ?? null
}
