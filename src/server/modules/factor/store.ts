import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { clearFactorAttempts, type AttemptKey } from '#server/auth/attempts.ts'
import type { OfficeCaller, OfficeContext } from '#server/auth/context.ts'
import { FactorNeeded } from '#server/auth/factor.ts'
import { newToken, tokenHashes } from '#server/auth/session.ts'
import { readValue, type ReadingDeps } from '#server/auth/stored-value.ts'
import { networkOf } from '#server/http/address.ts'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { makeRecoveryCode } from '#domain/factor.ts'

/** The rows of operators' second factors. */

/**
 * Where a wrong code of the authenticator app is counted. A browser in which the operator has proven a factor before is
 * counted alone, so that a thief of the password elsewhere cannot lock the operator out; all other browsers by network,
 * and together.
 */
export async function codeAttempts(db: Database, context: OfficeContext): Promise<AttemptKey[]> {
  const { operatorId } = context.caller
  if (context.browser !== null) {
    const hashes = browserHashes(context.deps.config.secret, context.browser, operatorId)
    if (await isRecorded(db, operatorId, hashes))
      return [{ scope: 'factor', key: `${operatorId} ${hashes[0].toString('base64')}` }]
  }
  return [
    { scope: 'factor', key: `${operatorId} ${networkOf(context.ip)}` },
    { scope: 'factor-unknown', key: `${operatorId} all` },
  ]
}

/** Where wrong passkeys and recovery codes are counted, which cannot be guessed: in the session. */
export function sessionAttempts({ caller }: OfficeContext): AttemptKey[] {
  return [{ scope: 'factor-session', key: `${caller.operatorId} ${caller.sessionId}` }]
}

function browserHashes(secret: AppSecret, token: string, operatorId: bigint): readonly [Buffer, ...Buffer[]] {
  return tokenHashes(secret, { of: 'operator-browser', holder: operatorId }, token)
}

async function isRecorded(db: Database | Tx, operatorId: bigint, hashes: readonly Buffer[]): Promise<boolean> {
  const row = await db
    .selectFrom('operator_browser')
    .select('operator_id')
    .where('token_hash', 'in', hashes)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row !== undefined
}

/** The key of a browser in the counters, if the operator of this login has signed in from it completely; else null. */
export async function findKnownBrowser(
  db: Database,
  secret: AppSecret,
  login: string,
  token: string,
): Promise<string | null> {
  const operator = await db.selectFrom('operator').select('id').where('login', '=', login).executeTakeFirst()
  const operatorId = operator?.id ?? 0n
  const hashes = browserHashes(secret, token, operatorId)
  return (await isRecorded(db, operatorId, hashes)) ? hashes[0].toString('base64') : null
}

/** The most browsers of one operator; the one used longest ago is forgotten. */
const mostBrowsers = 5

/**
 * Records the browser of a complete sign-in or a proof. A token that this operator has not proven a factor with may be
 * one that somebody else chose or knows: it is replaced by a new one, which this returns.
 */
export async function rememberBrowser(
  tx: Tx,
  secret: AppSecret,
  browser: string | null,
  operatorId: bigint,
): Promise<string> {
  const isKnown = browser !== null && (await isRecorded(tx, operatorId, browserHashes(secret, browser, operatorId)))
  const token = isKnown ? browser : newToken()
  // Under the newest key of APP_SECRET, in place of an older one.
  const [newest, ...older] = browserHashes(secret, token, operatorId)
  await tx
    .insertInto('operator_browser')
    .values({ token_hash: newest, operator_id: operatorId })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ last_seen_at: sql<Date>`now()` }))
    .execute()
  if (older.length > 0) await tx.deleteFrom('operator_browser').where('token_hash', 'in', older).execute()
  await sql`
    DELETE FROM operator_browser WHERE operator_id = ${operatorId} AND token_hash NOT IN (
      SELECT token_hash FROM operator_browser WHERE operator_id = ${operatorId}
       ORDER BY last_seen_at DESC, token_hash LIMIT ${mostBrowsers})`.execute(tx)
  return token
}

/** Locks the operator, so that sign-ins, enrolments, removals, resets and new passwords of one happen one after the other. */
export async function lockOperator(tx: Tx, operatorId: bigint): Promise<void> {
  // An advisory lock: the application's role may change no operator, so it may not lock their row either.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('operator ' || ${String(operatorId)}, 0))`.execute(tx)
}

/**
 * Locks the caller for an act on their own factors, and reads the session again: while the call waited it may have been
 * ended by a reset, or by a recovery code in another session, after which nothing that began before may be added. Throws
 * `FactorNeeded`.
 */
export async function lockOwnFactors(tx: Tx, { caller }: OfficeContext): Promise<{ recovered: boolean }> {
  await lockOperator(tx, caller.operatorId)
  const session = await tx
    .selectFrom('operator_session')
    .select('recovered_at')
    .where('id', '=', caller.sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (session === undefined) throw new FactorNeeded('sign-in')
  return { recovered: session.recovered_at !== null }
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

/** A code of 79 bits with which an operator sets a new password; of the form of a recovery code. */
export function newEnrolmentCode(): string {
  return makeRecoveryCode(randomInt)
}

/** Removes the factors and recovery codes of an operator and ends their sessions; returns how many sessions ended. */
export async function resetFactors(tx: Tx, operatorId: bigint): Promise<number> {
  await lockOperator(tx, operatorId)
  await tx.deleteFrom('operator_factor').where('operator_id', '=', operatorId).execute()
  await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
  await tx.deleteFrom('operator_browser').where('operator_id', '=', operatorId).execute()
  await clearFactorAttempts(tx, operatorId)
  return endSessions(tx, operatorId)
}

/** Ends the caller's other sessions and forgets all browsers; returns how many sessions had not ended yet. */
export async function endOtherSessions(tx: Tx, { caller }: OfficeContext): Promise<number> {
  await tx.deleteFrom('operator_browser').where('operator_id', '=', caller.operatorId).execute()
  return endSessions(tx, caller.operatorId, { but: caller.sessionId })
}

/** Ends the sessions of an operator, all or all but one; returns how many had not ended yet. */
export async function endSessions(tx: Tx, operatorId: bigint, { but = 0n }: { but?: bigint } = {}): Promise<number> {
  const ended = await tx
    .updateTable('operator_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('operator_id', '=', operatorId)
    .where('id', '<>', but)
    .where('ended_at', 'is', null)
    .returning(sql<boolean>`ends_at > now() AND last_act_at > now() - interval '30 minutes'`.as('was_open'))
    .execute()
  return ended.filter((session) => session.was_open).length
}

/** The secret of an operator's factor; null when there is none or it cannot be read: no code of it is right. */
export function readSecret(
  deps: ReadingDeps,
  { operatorId, operatorPublicId }: Pick<OfficeCaller, 'operatorId' | 'operatorPublicId'>,
  row: { id: string; key_id: string | null; secret_sealed: Buffer | null },
): string | null {
  const owner = { of: 'totp', id: operatorId, publicId: operatorPublicId } as const
  return (
    readValue(deps, { owner, row: `operator_factor ${row.id}` }, { keyId: row.key_id, encrypted: row.secret_sealed }) ||
    null
  )
}
