import { passkeyMac, recoveryHashes } from '#server/auth/bound-factor.ts'
import { storeFact } from '#server/auth/factor-fact.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { FactorKind } from '#domain/factor.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { checkProof, FactorNeeded, requireProof, storeProof } from '#server/auth/factor.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { judge } from './judge.ts'
import { removeLostFactors } from './lost-factors.ts'
import { passkeysOf, takeCounter } from './own-passkeys.ts'
import { createdPasskey, creationOptions, usedPasskey, useOptions } from './passkey.ts'
import {
  codeAttempts,
  countRecoveryCodes,
  endOtherSessions,
  enrolledFactors,
  lockOwnFactors,
  readSecret,
  rememberBrowser,
  sessionAttempts,
} from './store.ts'
import { newRecoveryCodes, newTotpSecret, stepOfCode } from './totp.ts'

/**
 * An operator's own second factors. Codes are verified by the database's clock, and counted before they are verified.
 */
export const factorOfficeHandlers = {
  'get-factors': getFactors,
  'prove-totp': proveTotp,
  'begin-passkey-proof': beginPasskeyProof,
  'prove-passkey': provePasskey,
  'prove-recovery-code': proveRecoveryCode,
  'begin-totp': beginTotp,
  'enrol-totp': enrolTotp,
  'begin-passkey': beginPasskey,
  'enrol-passkey': enrolPasskey,
  'renew-recovery-codes': renewRecoveryCodes,
  'confirm-recovery-codes': confirmRecoveryCodes,
  'remove-factor': removeFactor,
} satisfies Partial<OfficeHandlers>

async function getFactors({ deps, caller }: OfficeContext): Promise<OfficeAnswer<'get-factors'>> {
  const [rows, recoveryCodesLeft] = await Promise.all([
    enrolledFactors(deps.db, caller.operatorId).select(['id', 'kind', 'name', 'created_at', 'last_used_at']).execute(),
    countRecoveryCodes(deps.db, caller.operatorId),
  ])
  return {
    status: 'success',
    login: caller.login,
    needs: caller.factor.needs,
    withoutFactor: caller.factor.withoutFactor,
    factors: rows.map((row) => ({
      id: row.id,
      kind: row.kind as FactorKind,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  }
}

/** What a proof was asked for; the sign-in's is for no act of its own. */
type Purpose = { forAct?: boolean | undefined }

/** Stores the proof in the session and audits it; `fail` when the session has ended meanwhile. */
async function prove(
  tx: Tx,
  context: OfficeContext,
  kind: FactorKind,
  { forAct = false }: Purpose,
): Promise<{ status: 'success' | 'fail' }> {
  const { factor } = context.caller
  if (!(await storeProof(tx, context, { forAct: forAct && factor.needs === null }))) return { status: 'fail' }
  context.setBrowser(await rememberBrowser(tx, context.deps.config.secret, context.browser, context.caller.operatorId))
  await audit(tx, context, 'factor.prove', { kind })
  return { status: 'success' }
}

function audit(tx: Tx, context: OfficeContext, act: string, detail: Record<string, string> = {}): Promise<void> {
  return auditAct(tx, context, { act, brandId: null, subject: context.caller.operatorPublicId, detail })
}

async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no time')
  return row.at
}

/** A code is good once: its step must be later than the last one accepted, also when it is sent twice at once. */
async function proveTotp(context: OfficeContext, body: OfficeBody<'prove-totp'>): Promise<OfficeAnswer<'prove-totp'>> {
  return judge(context, await codeAttempts(context.deps.db, context), async (tx) => {
    const at = await databaseTime(tx)
    const rows = await enrolledFactors(tx, context.caller.operatorId)
      .select(['id', 'key_id', 'secret_sealed'])
      .where('kind', '=', 'totp')
      .execute()
    let wasUsed = false
    for (const row of rows) {
      const secret = readSecret(context.deps, context.caller, row)
      const step = secret === null ? null : stepOfCode(secret, body.code, at)
      if (step === null) continue
      if (await takeStep(tx, row.id, step)) return prove(tx, context, 'totp', body)
      wasUsed = true
    }
    return { status: wasUsed ? ('used' as const) : ('fail' as const) }
  })
}

/** Takes a step as the last accepted one; false when it, or a later one, was accepted before. */
async function takeStep(tx: Tx, factorId: string, step: bigint): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operator_factor SET last_step = ${step}, last_used_at = now()
     WHERE id = ${factorId} AND (last_step IS NULL OR last_step < ${step}) RETURNING id`.execute(tx)
  return rows.length > 0
}

/** What a challenge was made for: one of an enrolment proves nothing. */
type ChallengeUse = 'prove' | 'enrol'

async function storeChallenge({ deps, caller }: OfficeContext, use: ChallengeUse, challenge: string): Promise<void> {
  await deps.db
    .updateTable('operator_session')
    .set({ challenge: `${use} ${challenge}`, challenged_at: sql<Date>`now()` })
    .where('id', '=', caller.sessionId)
    .execute()
}

/** Takes the session's challenge, which is good once, for 5 minutes and for its use; null when there is none. */
async function takeChallenge(tx: Tx, sessionId: bigint, use: ChallengeUse): Promise<string | null> {
  const { rows } = await sql<{ challenge: string }>`
    UPDATE operator_session SET challenge = NULL
     WHERE id = ${sessionId} AND starts_with(challenge, ${`${use} `}) AND challenged_at > now() - interval '5 minutes'
    RETURNING old.challenge`.execute(tx)
  return rows[0]?.challenge.slice(use.length + 1) ?? null
}

async function beginPasskeyProof(context: OfficeContext): Promise<OfficeAnswer<'begin-passkey-proof'>> {
  const known = await passkeysOf(context)
  if (known.length === 0) return { status: 'none' }
  const { challenge, options } = await useOptions(context.origin, known)
  await storeChallenge(context, 'prove', challenge)
  return { status: 'success', options }
}

async function provePasskey(
  context: OfficeContext,
  { response, forAct }: OfficeBody<'prove-passkey'>,
): Promise<OfficeAnswer<'prove-passkey'>> {
  const used = (await passkeysOf(context)).find((one) => one.id === response['id'])
  return judge(context, sessionAttempts(context), async (tx) => {
    const challenge = await takeChallenge(tx, context.caller.sessionId, 'prove')
    if (challenge === null || used === undefined) return { status: 'fail' }
    const counter = await usedPasskey(context.origin, challenge, response, used)
    if (counter === null || !(await takeCounter(tx, context.caller.operatorId, { ...used, counter })))
      return { status: 'fail' }
    return prove(tx, context, 'passkey', { forAct })
  })
}

/** Only in place of a factor at sign-in; the session is then limited to a new enrolment. */
async function proveRecoveryCode(
  context: OfficeContext,
  body: OfficeBody<'prove-recovery-code'>,
): Promise<OfficeAnswer<'prove-recovery-code'>> {
  const { operatorId, sessionId, factor } = context.caller
  if (factor.needs !== 'sign-in') return { status: 'fail' }
  return judge(context, sessionAttempts(context), async (tx) => {
    const { rows } = await sql`
      UPDATE operator_recovery_code SET used_at = now()
       WHERE operator_id = ${operatorId} AND code_hash = ANY (${recoveryHashes(context.deps.config.secret, operatorId, body.code)}::bytea[])
         AND confirmed_at IS NOT NULL AND used_at IS NULL
      RETURNING code_hash`.execute(tx)
    if (rows.length === 0) return { status: 'fail' as const }
    await storeFact(tx, context.deps.config.secret, sessionId, 'recovered')
    await audit(tx, context, 'factor.use-recovery-code')
    return { status: 'success' as const, left: await countRecoveryCodes(tx, operatorId) }
  })
}

/**
 * Whether the session may enrol: it must, or it has a proof for this act. Throws `FactorNeeded`. A password alone never
 * adds a factor to an operator who has one.
 */
async function checkMayEnrol(context: OfficeContext): Promise<void> {
  const { needs } = context.caller.factor
  if (needs === 'enrolment') return
  if (needs !== null) throw new FactorNeeded(needs)
  await checkProof(context.deps.db, context)
}

/**
 * The same in the transaction of the enrolment, which uses up the proof. The state of the session is read again under
 * the operator's lock: another session may have enrolled meanwhile.
 */
async function requireMayEnrol(tx: Tx, context: OfficeContext): Promise<void> {
  const { operatorId, factor } = context.caller
  const { recovered } = await lockOwnFactors(tx, context)
  if (factor.needs === null) return requireProof(tx, context)
  const enrolled = await enrolledFactors(tx, operatorId).select('id').execute()
  const mustEnrol = factor.needs === 'enrolment' && (enrolled.length === 0 || recovered)
  if (!mustEnrol) throw new FactorNeeded('sign-in')
}

/** The first proof of a new factor is the session's proof too. Returns new recovery codes where there are none. */
async function finishEnrolment(
  tx: Tx,
  context: OfficeContext,
  { id, kind }: { id: string; kind: FactorKind },
): Promise<{ status: 'success'; recoveryCodes: string[] | null }> {
  const { operatorId, factor } = context.caller
  await removeLostFactors(tx, context, id)
  if (factor.needs !== null) await storeProof(tx, context, { forAct: false })
  context.setBrowser(await rememberBrowser(tx, context.deps.config.secret, context.browser, operatorId))
  await audit(tx, context, 'factor.enrol', { kind })
  const hasCodes = await tx
    .selectFrom('operator_recovery_code')
    .select('code_hash')
    .where('operator_id', '=', operatorId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return { status: 'success', recoveryCodes: hasCodes === undefined ? await replaceCodes(tx, context) : null }
}

async function replaceCodes(tx: Tx, { caller, deps }: OfficeContext): Promise<string[]> {
  const { operatorId } = caller
  const codes = newRecoveryCodes()
  await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
  await tx
    .insertInto('operator_recovery_code')
    .values(
      codes.map((code) => ({
        operator_id: operatorId,
        code_hash: recoveryHashes(deps.config.secret, operatorId, code)[0],
      })),
    )
    .execute()
  return codes
}

/** The secret is stored at once, but is no factor until its first code was typed in the same session. */
async function beginTotp(context: OfficeContext): Promise<OfficeAnswer<'begin-totp'>> {
  await checkMayEnrol(context)
  const { deps, caller } = context
  const { secret, uri } = newTotpSecret(`Baize ${new URL(context.origin).hostname}`, caller.login)
  const owner = { of: 'totp', id: caller.operatorId, publicId: caller.operatorPublicId } as const
  const { keyId, encrypted } = createEncryption(deps.config).encryptText(owner, secret)
  await deps.db.transaction().execute(async (tx) => {
    await lockOwnFactors(tx, context)
    await sql`DELETE FROM operator_factor WHERE operator_id = ${caller.operatorId}
                AND (begun_in = ${caller.sessionId} OR (begun_in IS NOT NULL AND created_at < now() - interval '1 hour'))`.execute(
      tx,
    )
    await tx
      .insertInto('operator_factor')
      .values({
        id: uuidv7(),
        operator_id: caller.operatorId,
        kind: 'totp',
        begun_in: caller.sessionId,
        key_id: keyId,
        secret_sealed: encrypted,
      })
      .execute()
  })
  return { status: 'success', secret, uri }
}

async function enrolTotp(context: OfficeContext, body: OfficeBody<'enrol-totp'>): Promise<OfficeAnswer<'enrol-totp'>> {
  const { caller } = context
  await checkMayEnrol(context)
  return judge(context, sessionAttempts(context), async (tx) => {
    await requireMayEnrol(tx, context)
    const begun = await tx
      .selectFrom('operator_factor')
      .select(['id', 'key_id', 'secret_sealed', sql<Date>`now()`.as('at')])
      .where('begun_in', '=', caller.sessionId)
      .where('kind', '=', 'totp')
      .executeTakeFirst()
    const secret = begun === undefined ? null : readSecret(context.deps, caller, begun)
    const step = begun === undefined || secret === null ? null : stepOfCode(secret, body.code, begun.at)
    if (begun === undefined || step === null) return refuseEnrolment()
    await tx
      .updateTable('operator_factor')
      .set({ begun_in: null, name: body.name, last_step: step, last_used_at: begun.at })
      .where('id', '=', begun.id)
      .execute()
    return finishEnrolment(tx, context, { id: begun.id, kind: 'totp' })
  }).catch(answerRefusedEnrolment)
}

/** A wrong first code undoes the transaction, and with it the use of the proof. */
class EnrolmentRefused extends Error {
  override name = 'EnrolmentRefused'
}

function refuseEnrolment(): never {
  throw new EnrolmentRefused('the first code or answer of the new factor is wrong')
}

function answerRefusedEnrolment(error: unknown): { status: 'fail' } {
  if (error instanceof EnrolmentRefused) return { status: 'fail' }
  throw error
}

async function beginPasskey(context: OfficeContext): Promise<OfficeAnswer<'begin-passkey'>> {
  await checkMayEnrol(context)
  const { caller, origin } = context
  const { challenge, options } = await creationOptions(origin, caller, await passkeysOf(context))
  await storeChallenge(context, 'enrol', challenge)
  return { status: 'success', options }
}

async function enrolPasskey(
  context: OfficeContext,
  body: OfficeBody<'enrol-passkey'>,
): Promise<OfficeAnswer<'enrol-passkey'>> {
  const { caller, deps, origin } = context
  await checkMayEnrol(context)
  // The challenge is used up outside the transaction, which a wrong answer undoes.
  const challenge = await deps.db.transaction().execute((tx) => takeChallenge(tx, caller.sessionId, 'enrol'))
  const made = challenge === null ? null : await createdPasskey(origin, challenge, body.response)
  return judge(context, sessionAttempts(context), async (tx) => {
    await requireMayEnrol(tx, context)
    if (made === null) return refuseEnrolment()
    const added = await tx
      .insertInto('operator_factor')
      .values({
        id: uuidv7(),
        operator_id: caller.operatorId,
        kind: 'passkey',
        name: body.name,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        passkey_mac: passkeyMac(deps.config.secret, {
          operatorId: caller.operatorId,
          credentialId: made.id,
          publicKey: made.publicKey,
        }),
        counter: made.counter,
        transports: [...made.transports],
      })
      .onConflict((on) => on.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return added === undefined ? refuseEnrolment() : finishEnrolment(tx, context, { id: added.id, kind: 'passkey' })
  }).catch(answerRefusedEnrolment)
}

/** New codes replace all earlier ones, and the office is limited until they are confirmed. */
async function renewRecoveryCodes(context: OfficeContext): Promise<OfficeAnswer<'renew-recovery-codes'>> {
  const { caller, deps } = context
  const { needs } = caller.factor
  if (needs !== null && needs !== 'recovery-codes') throw new FactorNeeded(needs)
  return deps.db.transaction().execute(async (tx) => {
    await lockOwnFactors(tx, context)
    if (needs === null) await requireProof(tx, context)
    await audit(tx, context, 'factor.renew-recovery-codes')
    return { status: 'success' as const, recoveryCodes: await replaceCodes(tx, context) }
  })
}

async function confirmRecoveryCodes(context: OfficeContext): Promise<OfficeAnswer<'confirm-recovery-codes'>> {
  const { caller, deps } = context
  const { needs } = caller.factor
  if (needs !== null && needs !== 'recovery-codes') throw new FactorNeeded(needs)
  await deps.db.transaction().execute(async (tx) => {
    await lockOwnFactors(tx, context)
    await tx
      .updateTable('operator_recovery_code')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('operator_id', '=', caller.operatorId)
      .where('confirmed_at', 'is', null)
      .execute()
  })
  return { status: 'success' }
}

/**
 * The API has used up the proof. Never the last factor, except in the demo world. Somebody else may have the factor, and
 * have proven it: the other sessions end, except in the demo world, whose operators visitors share.
 */
async function removeFactor(
  context: OfficeContext,
  body: OfficeBody<'remove-factor'>,
): Promise<OfficeAnswer<'remove-factor'>> {
  const { caller, deps } = context
  return deps.db.transaction().execute(async (tx) => {
    await lockOwnFactors(tx, context)
    const rows = await enrolledFactors(tx, caller.operatorId).select(['id', 'kind']).execute()
    const found = rows.find((row) => row.id === body.id)
    if (found === undefined) return { status: 'none' as const }
    if (rows.length === 1 && !caller.factor.withoutFactor) return { status: 'last' as const }
    await tx.deleteFrom('operator_factor').where('id', '=', found.id).execute()
    if (!caller.factor.withoutFactor) {
      await endOtherSessions(tx, context)
      context.setBrowser(await rememberBrowser(tx, deps.config.secret, context.browser, caller.operatorId))
    }
    await audit(tx, context, 'factor.remove', { kind: found.kind })
    return { status: 'success' as const }
  })
}
