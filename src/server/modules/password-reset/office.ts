import { randomInt } from 'node:crypto'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { OfficePasswordReset } from '#contract/password-reset.ts'
import { masked } from '#domain/member.ts'
import {
  openResetStates,
  resetCodeAlphabet,
  resetCodeLength,
  resetCodeMinutes,
  resetLapsesDays,
  spokenResetCode,
} from '#domain/password-reset.ts'
import type { Database } from '#server/db/pool.ts'
import { readRecorded } from '#server/db/recorded-row.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { clearResetAttempts } from '#server/auth/attempts.ts'
import { bindHash } from '#server/auth/bound-hash.ts'
import { hashSecret, refuseWhenHashingBusy } from '#server/auth/hashing.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { readName, readValue } from '#server/auth/stored-value.ts'
import { sql, type SqlBool } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { auditAct } from '#server/modules/audit/store.ts'
import { brandIdsOf, operatorName } from '#server/auth/office-scope.ts'
import { decideApproval, lockOpenApproval, onePersonWith, propose } from '#server/modules/approval/store.ts'
import { resetIdOf } from './store.ts'

/**
 * The office's side of password resets: an operator verifies the caller by telephone and proposes a code, another
 * verifies again, issues it and reads it out; brands with play money may do with one. The code is returned once and
 * stored as a hash. Opening a member's data, proposing and issuing a code and refusing a reset are audited.
 */
export const passwordResetOfficeHandlers = {
  'get-password-resets': getResets,
  'open-password-reset': openReset,
  'propose-reset-code': proposeCode,
  'issue-reset-code': issueCode,
  'refuse-password-reset': refuseReset,
} satisfies Partial<OfficeHandlers>

/** Open resets of the given brands that belong to a member and have not lapsed. */
function openResets(db: Database | Tx, brandIds: number[]) {
  return db
    .selectFrom('password_reset as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .innerJoin('brand as b', 'b.id', 'r.brand_id')
    .leftJoin('member_person as p', 'p.member_id', 'm.id')
    .leftJoin('operator as o', 'o.id', 'r.decided_by')
    .leftJoin('approval as a', (on) =>
      on
        .onRef('a.subject', '=', 'r.id')
        .on('a.state', '=', 'open')
        .on(sql<SqlBool>`a.expires_at > now()`),
    )
    .leftJoin('operator as proposer', 'proposer.id', 'a.proposed_by')
    .where('r.state', 'in', openResetStates)
    .where(sql<SqlBool>`r.asked_at > now() - make_interval(days => ${resetLapsesDays}::int)`)
    .where(sql<SqlBool>`r.brand_id = any(${brandIds}::int[])`)
}

function withColumns(query: ReturnType<typeof openResets>) {
  return query
    .select([
      'r.id',
      'r.brand_id',
      'r.member_id',
      'r.state',
      'r.asked_at',
      'r.code_until',
      'r.from_known_browser',
      'b.reset_second',
      'a.proposed_by',
      'a.expires_at',
      'proposer.name as proposer',
      'b.code as brand',
      'o.name as operator',
    ])
    .select(['m.public_id', 'm.login_id', 'm.nick', 'm.level', 'm.reference_code'])
    .select([
      'p.key_id',
      'p.phone_sealed',
      'p.phone_last4',
      'p.birth_sealed',
      'p.bank_name',
      'p.bank_owner',
      'p.bank_number_last4',
    ])
}

type ResetRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

function resetOf(row: ResetRow, onePerson: readonly bigint[]): OfficePasswordReset {
  return {
    id: row.id,
    brand: row.brand,
    state: row.state === 'issued' ? 'issued' : 'filed',
    member: {
      id: row.public_id,
      userId: row.login_id,
      nick: row.nick,
      level: row.level,
      referenceCode: row.reference_code,
    },
    phone: masked(row.phone_last4 ?? ''),
    askedAt: row.asked_at.toISOString(),
    issuedBy: row.operator,
    codeUntil: row.code_until?.toISOString() ?? null,
    fromKnownBrowser: row.from_known_browser,
    takesTwo: row.reset_second,
    proposal:
      row.proposer === null || row.expires_at === null
        ? null
        : {
            by: row.proposer,
            mine: row.proposed_by !== null && onePerson.includes(row.proposed_by),
            until: row.expires_at.toISOString(),
          },
  }
}

async function getResets(
  context: OfficeContext,
  body: OfficeBody<'get-password-resets'>,
): Promise<OfficeAnswer<'get-password-resets'>> {
  const open = openResets(context.deps.db, brandIdsOf(context))
  const [onePerson, rows, total] = await Promise.all([
    onePersonWith(context.deps.db, context.caller.operatorId),
    // By the moment of the first request, which the id holds: somebody who asks again in a member's name moves no task back.
    withColumns(open).orderBy('r.id').offset(body.skip).limit(body.take).execute(),
    open.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    status: 'success',
    resets: rows.map((row) => resetOf(row, onePerson)),
    maxCount: Number(total.count),
  }
}

async function openReset(
  context: OfficeContext,
  body: OfficeBody<'open-password-reset'>,
): Promise<OfficeAnswer<'open-password-reset'>> {
  const { db } = context.deps
  const row = await db.transaction().execute(async (tx) => {
    const found = await withColumns(openResets(tx, brandIdsOf(context)))
      .where('r.id', '=', body.id)
      .forUpdate('r')
      .executeTakeFirst()
    if (found !== undefined) {
      if (!(await isVerified(tx, context, found))) return undefined
      const by = context.caller.operatorId
      // Also where nothing changes: what is shown is recorded as a step of its row.
      const { rows } = await sql`
        UPDATE password_reset SET opened_by = CASE WHEN ${by} = ANY (opened_by) THEN opened_by ELSE opened_by || ${by}::bigint END
         WHERE id = ${body.id} AND member_id = ${found.member_id} RETURNING id`.execute(tx)
      if (rows.length === 0) return undefined
      await auditAct(tx, context, { act: 'reset.open', brandId: found.brand_id, subject: found.public_id })
    }
    return found
  })
  if (row === undefined) return { status: 'none' }
  // Every reset of the list has a member.
  const owner = { id: row.member_id ?? 0n, publicId: row.public_id }
  const at = `member_person ${owner.id}`
  const opened = (of: 'phone' | 'birth', encrypted: Buffer | null): string | null =>
    readValue(context.deps, { owner: { of, ...owner }, row: at }, { keyId: row.key_id, encrypted })
  return {
    status: 'success',
    reset: resetOf(row, await onePersonWith(db, context.caller.operatorId)),
    phone: opened('phone', row.phone_sealed),
    birth: opened('birth', row.birth_sealed),
    bank: {
      bankname: row.bank_name ?? '',
      bankOwner: readName(context.deps, { owner: { of: 'account-owner', ...owner }, row: at }, row.bank_owner ?? ''),
      banknum: masked(row.bank_number_last4 ?? ''),
    },
  }
}

/** The operator has verified the caller; the proposal moves nothing, and no code exists yet. */
async function proposeCode(
  context: OfficeContext,
  body: OfficeBody<'propose-reset-code'>,
): Promise<OfficeAnswer<'propose-reset-code'>> {
  const { operatorId } = context.caller
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'propose-reset-code'>> => {
    const row = await lockReset(tx, context, body.id)
    if (row === undefined || !(await isVerified(tx, context, row))) return { status: 'none' }
    if (!row.opened_by.includes(operatorId)) return { status: 'unopened' }
    if (!row.reset_second) return { status: 'single' }
    const open = await lockOpenApproval(tx, context.deps.config.secret, body.id)
    const onePerson = await onePersonWith(tx, operatorId)
    if (open !== null && open !== 'expired') {
      if (!onePerson.includes(open.proposedBy)) return { status: 'late', by: await operatorName(tx, open.proposedBy) }
    } else {
      const command = { act: 'issue_reset_code', reset: body.id } as const
      const proposal = { brandId: row.brand_id, memberId: row.member_id, subject: body.id, command }
      await propose(tx, { ...proposal, by: operatorId, key: uuidv7() })
      await auditAct(tx, context, { act: 'reset.propose', brandId: row.brand_id, subject: row.public_id })
    }
    const shown = await withColumns(openResets(tx, brandIdsOf(context)))
      .where('r.id', '=', body.id)
      .executeTakeFirst()
    return shown === undefined ? { status: 'none' } : { status: 'success', reset: resetOf(shown, onePerson) }
  })
}

/** Why the caller cannot issue the code of a reset; null: they can. `proposedBy`: who proposed it, null where nobody did. */
async function issueFault(
  db: Database | Tx,
  context: OfficeContext,
  reset: { opened_by: readonly bigint[]; reset_second: boolean; proposedBy: bigint | null } | undefined,
): Promise<'none' | 'unopened' | 'second' | 'self' | null> {
  const { operatorId } = context.caller
  if (reset === undefined) return 'none'
  if (!reset.opened_by.includes(operatorId)) return 'unopened'
  if (!reset.reset_second) return null
  if (reset.proposedBy === null) return 'second'
  return (await onePersonWith(db, operatorId)).includes(reset.proposedBy) ? 'self' : null
}

/** Issues the code; where the brand takes two operators, by approving the other's proposal, in the same transaction. */
async function issueCode(
  context: OfficeContext,
  body: OfficeBody<'issue-reset-code'>,
): Promise<OfficeAnswer<'issue-reset-code'>> {
  // Checked first, because hashing costs a tenth of a second.
  const seen = await openResets(context.deps.db, brandIdsOf(context))
    .select(['r.opened_by', 'b.reset_second', 'a.proposed_by as proposedBy'])
    .where('r.id', '=', body.id)
    .executeTakeFirst()
  const fault = await issueFault(context.deps.db, context, seen)
  if (fault !== null) return { status: fault }
  refuseWhenHashingBusy('signed-in')
  const letters = Array.from({ length: resetCodeLength }, () =>
    resetCodeAlphabet.charAt(randomInt(resetCodeAlphabet.length)),
  )
  const code = letters.join('')
  const hash = await hashSecret(code, 'signed-in')
  const { secret } = context.deps.config
  return context.deps.db.transaction().execute(async (tx): Promise<OfficeAnswer<'issue-reset-code'>> => {
    const row = await lockReset(tx, context, body.id)
    const found = row?.reset_second ? await lockOpenApproval(tx, context.deps.config.secret, body.id) : null
    const proposal = found === 'expired' ? null : found
    // Judged by the proposal that is locked, which the approval changes.
    const late = await issueFault(tx, context, row && { ...row, proposedBy: proposal?.proposedBy ?? null })
    if (row === undefined || late !== null) return { status: late ?? 'none' }
    if (!(await isVerified(tx, context, row))) return { status: 'none' }
    if (proposal !== null) {
      const by = context.caller.operatorId
      await decideApproval(tx, proposal, { state: 'approved', by, key: uuidv7() })
    }
    const issued = await tx
      .updateTable('password_reset')
      .set({
        state: 'issued',
        code_hash: bindHash(secret, { of: 'reset', id: `${body.id} ${row.member_id}` }, hash),
        code_until: sql<Date>`clock_timestamp() + make_interval(mins => ${resetCodeMinutes}::int)`,
        issued_at: sql<Date>`clock_timestamp()`,
        changed_at: sql<Date>`clock_timestamp()`,
        decided_by: context.caller.operatorId,
      })
      .where('id', '=', body.id)
      .returning(sql<Date>`code_until`.as('until'))
      .executeTakeFirstOrThrow()
    await clearResetAttempts(tx, resetIdOf(row.brand_id, row.login_id_key))
    await auditAct(tx, context, {
      act: 'reset.issue',
      brandId: row.brand_id,
      subject: row.public_id,
      detail: { reset: body.id },
    })
    return { status: 'success', code: spokenResetCode(code), until: issued.until.toISOString() }
  })
}

async function refuseReset(
  context: OfficeContext,
  body: OfficeBody<'refuse-password-reset'>,
): Promise<OfficeAnswer<'refuse-password-reset'>> {
  return context.deps.db.transaction().execute(async (tx) => {
    const row = await lockReset(tx, context, body.id)
    if (row === undefined) return { status: 'none' as const }
    const open = await lockOpenApproval(tx, context.deps.config.secret, body.id)
    const onePerson = await onePersonWith(tx, context.caller.operatorId)
    // An own proposal ends with the reset: it is about nothing any more, and expires.
    if (open !== null && open !== 'expired' && !onePerson.includes(open.proposedBy)) {
      await decideApproval(tx, open, { state: 'refused', by: context.caller.operatorId, key: uuidv7() })
    }
    await tx
      .updateTable('password_reset')
      .set({
        state: 'refused',
        reason: body.reason,
        code_hash: null,
        code_until: null,
        changed_at: sql<Date>`clock_timestamp()`,
        decided_by: context.caller.operatorId,
      })
      .where('id', '=', body.id)
      .execute()
    await auditAct(tx, context, {
      act: 'reset.refuse',
      brandId: row.brand_id,
      subject: row.public_id,
      detail: { reason: body.reason },
    })
    return { status: 'success' as const }
  })
}

/**
 * Whether a locked reset is as it was recorded: the code is for the member whose telephone was shown, whatever somebody altered in
 * the row meanwhile. One that is not counts as gone.
 */
async function isVerified(
  tx: Tx,
  { deps }: OfficeContext,
  { id, member_id: member }: { id: string; member_id: bigint | null },
): Promise<boolean> {
  const recorded = await readRecorded(tx, deps.config.secret, 'password_reset', id)
  // Another row with the same id may have been read before.
  if (recorded !== null && String(recorded['member_id']) === String(member)) return true
  deps.log.error({ reset: id }, 'a password reset is not as it was recorded')
  return false
}

function lockReset(tx: Tx, context: OfficeContext, id: string) {
  return openResets(tx, brandIdsOf(context))
    .select(['r.id'])
    .select(['r.brand_id', 'r.opened_by', 'b.reset_second', 'm.public_id', 'm.login_id_key'])
    .select('m.id as member_id')
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst()
}
