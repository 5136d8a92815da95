import { sql } from 'kysely'
import type { FactorNeed } from '#contract/route.ts'
import { factorMinutes } from '#domain/factor.ts'
import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { AppSecret } from '#server/config.ts'
import type { OfficeContext } from './context.ts'
import { factorColumns, provenFact, storeFact, type FactorRow } from './factor-fact.ts'

/**
 * Proofs of an operator's second factor (docs/decisions/022-second-factor.md). A proof is good for 10 minutes of acts; one
 * that was asked for an act of its own is good for that one too, which uses it up. Both are columns of the session, so that
 * they hold in every process, and count only with their keyed hash (`factor-fact.ts`).
 */

/** Thrown inside an act: the API undoes the act and answers `factor`. */
export class FactorNeeded extends Error {
  override name = 'FactorNeeded'
  readonly needs: FactorNeed

  constructor(needs: FactorNeed) {
    super(`the act needs a second factor: ${needs}`)
    this.needs = needs
  }
}

/** A used-up proof, by which it can be returned. */
export type UsedProof = { sessionId: bigint; factorAt: string }

/** Whether a session has a proof for an act of its own; never one that has ended, also where the call began before. */
const hasProof = sql`factor_acts > 0 AND factor_at > now() - make_interval(mins => ${factorMinutes}::int)
  AND ended_at IS NULL AND ends_at > now()`

/**
 * Uses up the session's proof for one act; null when there is none. One statement: of concurrent acts one gets it, the
 * others wait for its transaction and find it used.
 */
export async function useProof(db: Database | Tx, secret: AppSecret, sessionId: bigint): Promise<UsedProof | null> {
  const { rows } = await sql<FactorRow & { factor_at: string }>`
    UPDATE operator_session s SET factor_acts = factor_acts - 1
     WHERE id = ${sessionId} AND ${hasProof}
    RETURNING ${sql.raw(factorColumns)}, factor_at::text`.execute(db)
  const [row] = rows
  return row === undefined || provenFact(secret, row) !== 'act' ? null : { sessionId, factorAt: row.factor_at }
}

/** Returns a proof whose act was refused, unless a newer proof has replaced it. */
export async function returnProof(db: Database, { sessionId, factorAt }: UsedProof): Promise<void> {
  await sql`UPDATE operator_session SET factor_acts = factor_acts + 1
             WHERE id = ${sessionId} AND factor_at = ${factorAt}::timestamptz`.execute(db)
}

/** Whether the session has a proof for an act of its own, without using it up. Throws `FactorNeeded` where it has not. */
export async function checkProof(db: Database, { caller, deps }: OfficeContext): Promise<void> {
  if (caller.factor.withoutFactor) return
  const { rows } = await sql<FactorRow>`
    SELECT ${sql.raw(factorColumns)} FROM operator_session s
     WHERE id = ${caller.sessionId} AND ${hasProof}`.execute(db)
  const [row] = rows
  if (row === undefined || provenFact(deps.config.secret, row) !== 'act') throw new FactorNeeded('act')
}

/** Uses up a proof in the act's own transaction. Throws `FactorNeeded` where there is none. */
export async function requireProof(tx: Tx, { caller, deps }: OfficeContext): Promise<void> {
  if (caller.factor.withoutFactor) return
  if ((await useProof(tx, deps.config.secret, caller.sessionId)) === null) throw new FactorNeeded('act')
}

/**
 * Uses up a proof for an act of at least the amount from which the brand takes two operators; `from` null: no act is,
 * 0: every act is.
 * Called in the act's transaction after every refusal, so that only an act that takes effect uses it up.
 */
export async function requireFactorAbove(
  tx: Tx,
  context: OfficeContext,
  amount: Amount,
  from: Amount | null,
): Promise<void> {
  if (from !== null && amount >= from) await requireProof(tx, context)
}

/**
 * Stores a proof in the session, `forAct` also for one act of its own: the proof of a sign-in or an enrolment is none, or a
 * session stolen after it would carry such an act. False when the session has ended meanwhile.
 */
export async function storeProof(
  tx: Tx,
  { caller, deps }: OfficeContext,
  { forAct }: { forAct: boolean },
): Promise<boolean> {
  return storeFact(tx, deps.config.secret, caller.sessionId, forAct ? 'act' : 'proof')
}
