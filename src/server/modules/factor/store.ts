import { sql } from 'kysely'
import { clearAttempts, type AttemptKey } from '#server/auth/attempts.ts'
import { hashToken } from '#server/auth/session.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { normalRecoveryCode } from '#domain/factor.ts'

/** The rows of operators' second factors. */

/** Wrong codes are counted per operator, in all their sessions together. */
export function factorAttempt(operatorId: bigint): AttemptKey {
  return { scope: 'factor', key: String(operatorId) }
}

/** Locks the operator, so that enrolments, removals and resets of one operator happen one after the other. */
export async function lockOperator(tx: Tx, operatorId: bigint): Promise<void> {
  // An advisory lock: the application's role may change no operator, so it may not lock their row either.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('operator ' || ${String(operatorId)}, 0))`.execute(tx)
}

/** The enrolled factors of an operator, the oldest first. */
export function enrolledFactors(db: Database | Tx, operatorId: bigint) {
  return db
    .selectFrom('operator_factor')
    .where('operator_id', '=', operatorId)
    .where('begun_in', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
}

/** How many recovery codes an operator can still use. */
export async function countRecoveryCodes(db: Database | Tx, operatorId: bigint): Promise<number> {
  const row = await db
    .selectFrom('operator_recovery_code')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The hash under which a recovery code is stored. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(normalRecoveryCode(code))
}

/** Removes the factors and recovery codes of an operator and ends their sessions; returns how many sessions ended. */
export async function resetFactors(tx: Tx, operatorId: bigint): Promise<number> {
  await lockOperator(tx, operatorId)
  await tx.deleteFrom('operator_factor').where('operator_id', '=', operatorId).execute()
  await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
  await clearAttempts(tx, factorAttempt(operatorId))
  return endSessions(tx, operatorId)
}

/** Ends the sessions of an operator; returns how many had not ended yet. */
export async function endSessions(tx: Tx, operatorId: bigint): Promise<number> {
  const ended = await tx
    .updateTable('operator_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .returning(sql<boolean>`ends_at > now() AND last_act_at > now() - interval '30 minutes'`.as('was_open'))
    .execute()
  return ended.filter((session) => session.was_open).length
}
