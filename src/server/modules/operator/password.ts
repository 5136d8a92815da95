import { enrolmentHashes } from '#server/auth/enrolment-code.ts'
import { sql } from 'kysely'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { passwordFault } from '#domain/member-secret.ts'
import { networkOf } from '#server/http/address.ts'
import {
  acceptAttempt,
  countAttempt,
  countAttempts,
  undoneWhenBusy,
  verifyCounted,
  type AttemptKey,
} from '#server/auth/attempts.ts'
import type { OfficeContext, OfficeGuestContext } from '#server/auth/context.ts'
import { bindHash, unbindHash, type HashOwner } from '#server/auth/bound-hash.ts'
import { hashSecret, refuseWhenHashingBusy, withHashingPlace, type NetworkCaller } from '#server/auth/hashing.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { endOtherSessions, lockOperator, resetFactors } from '#server/modules/factor/store.ts'

/** Passwords of operators: an own one changed in a session, and a new one set by an enrolment code. */

/** Sets the caller's own password and ends their other sessions. The API has used up a proof of the second factor. */
export async function changeOwnPassword(
  context: OfficeContext,
  body: OfficeBody<'change-own-password'>,
): Promise<OfficeAnswer<'change-own-password'>> {
  const { caller, deps } = context
  const { operatorId, sessionId } = caller
  // The passwords of the demo world are published, and other visitors use them.
  if (caller.factor.withoutFactor) return { status: 'demo' }
  refuseWhenHashingBusy('signed-in')
  const attempt: AttemptKey = { scope: 'password', key: `operator ${operatorId} ${sessionId}` }
  const retryAfter = await countAttempt(deps.db, attempt)
  if (retryAfter > 0) return { status: 'throttled', retryAfter }
  const { password_hash: before } = await deps.db
    .selectFrom('operator')
    .select('password_hash')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  const owner: HashOwner = { of: 'operator', id: operatorId }
  const verified = unbindHash(deps.config.secret, owner, before)
  if (!(await verifyCounted(deps.db, attempt, verified, body.pw, 'signed-in'))) return { status: 'fail' }
  await acceptAttempt(deps.db, attempt)
  if (passwordFault(body.newPw, [caller.login, caller.name]) !== null) return { status: 'weak' }
  const hash = bindHash(deps.config.secret, owner, await hashSecret(body.newPw, 'signed-in'))
  return deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'change-own-password'>> => {
    await lockOperator(tx, operatorId)
    const { rows } = await sql<{ done: boolean }>`
      SELECT operator_change_password(${sessionId}, ${before}, ${hash}) AS done`.execute(tx)
    if (!rows[0]?.done) return { status: 'fail' }
    const ended = await endOtherSessions(tx, context)
    await auditAct(tx, context, { act: 'operator.change-password', brandId: null, subject: caller.operatorPublicId })
    return { status: 'success', ended }
  })
}

type Enrolling = { login: string; body: OfficeBody<'enrol-operator'>; caller: NetworkCaller }

/** Only a bounded number of concurrent calls reaches the database: see `withHashingPlace`. */
export function enrolOperator(
  context: OfficeGuestContext,
  body: OfficeBody<'enrol-operator'>,
): Promise<OfficeAnswer<'enrol-operator'>> {
  const login = body.login.normalize('NFKC').trim().toLowerCase()
  const caller: NetworkCaller = { queue: 'office', network: networkOf(context.ip) }
  return withHashingPlace(caller, () => enrolWithPlace(context, { login, body, caller }))
}

/**
 * Sets a new password by the code that a reset of the factors gave. A wrong or expired code, an unknown login and an
 * inactive operator get the same answer; a right code with a weak password stays valid.
 */
async function enrolWithPlace(
  context: OfficeGuestContext,
  { login, body, caller }: Enrolling,
): Promise<OfficeAnswer<'enrol-operator'>> {
  const { db, config } = context.deps
  const attempt: readonly AttemptKey[] = [
    { scope: 'operator', key: `${login} ${caller.network}` },
    { scope: 'operator-network', key: caller.network },
    { scope: 'operator-login', key: login },
    { scope: 'operator-all', key: 'all' },
  ]
  const retryAfter = await countAttempts(db, attempt)
  if (retryAfter > 0) return { status: 'throttled', retryAfter }
  const found = await db
    .selectFrom('operator as o')
    .innerJoin('operator_enrolment as e', 'e.operator_id', 'o.id')
    .select(['o.id', 'o.public_id', 'o.name', 'e.code_hash'])
    .where('o.login', '=', login)
    .where('o.active', '=', true)
    .where('e.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const due = found === undefined ? [] : enrolmentHashes(config.secret, found.id, body.code)
  const codeHash = due.find((one) => found?.code_hash.equals(one))
  if (found === undefined || codeHash === undefined) return { status: 'fail' }
  if (passwordFault(body.newPw, [login, found.name]) !== null) {
    await acceptAttempt(db, attempt)
    return { status: 'weak' }
  }
  const hashed = await undoneWhenBusy(db, attempt, hashSecret(body.newPw, caller))
  const hash = bindHash(config.secret, { of: 'operator', id: found.id }, hashed)
  return db.transaction().execute(async (tx): Promise<OfficeAnswer<'enrol-operator'>> => {
    await lockOperator(tx, found.id)
    const { rows } = await sql<{ id: bigint | null }>`
      SELECT operator_enrol(${login}, ${codeHash}, ${hash}) AS id`.execute(tx)
    const id = rows[0]?.id ?? null
    if (id === null) return { status: 'fail' }
    // Nothing from before the code stays.
    await resetFactors(tx, id)
    await acceptAttempt(tx, attempt)
    await tx
      .insertInto('audit')
      .values({
        actor_kind: 'operator',
        actor_id: id,
        act: 'operator.enrol',
        subject: found.public_id,
        detail: JSON.stringify({ ip: context.ip }),
      })
      .execute()
    return { status: 'success' }
  })
}
