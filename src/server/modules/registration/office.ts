import { readName } from '#server/auth/stored-value.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { masked } from '#domain/member.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { openWallet, type Tx } from '#server/ledger/ledger.ts'
import { sql, type SqlBool } from 'kysely'
import { auditAct } from '#server/modules/audit/store.ts'
import { operatorName, brandIdsOf } from '#server/auth/office-scope.ts'
import { currentMarks, lockPersonMarks, matchesForOffice } from './store.ts'

/** Registrations that wait for approval, and their decision. */
export const registrationOfficeHandlers = {
  'get-registrations': getRegistrations,
  'approve-registration': (context, body) =>
    context.deps.db.transaction().execute((tx) => approveRegistration(tx, context, body)),
  'reject-registration': (context, body) =>
    context.deps.db.transaction().execute((tx) => rejectRegistration(tx, context, body)),
} satisfies Partial<OfficeHandlers>

async function getRegistrations(
  context: OfficeContext,
  body: OfficeBody<'get-registrations'>,
): Promise<OfficeAnswer<'get-registrations'>> {
  const { db } = context.deps
  const waiting = db
    .selectFrom('member as m')
    .innerJoin('brand as b', 'b.id', 'm.brand_id')
    .leftJoin('member_person as p', 'p.member_id', 'm.id')
    .where('m.status', '=', 'pending')
    .where(sql<SqlBool>`m.brand_id = any(${brandIdsOf(context)}::int[])`)
  const [rows, total] = await Promise.all([
    waiting
      .select([
        'm.id',
        'm.brand_id',
        'm.public_id',
        'b.code as brand',
        'm.login_id',
        'm.nick',
        'p.phone_last4',
        'p.bank_name',
        'p.bank_owner',
        'm.referral_code',
        'm.registered_at',
      ])
      .orderBy('m.registered_at')
      .orderBy('m.id')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    waiting.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  const matched = await matchesForOffice(
    db,
    rows.map((row) => ({ memberId: row.id, brandId: row.brand_id })),
    brandIdsOf(context),
  )
  const registrations = rows.map((row) => ({
    id: row.public_id,
    brand: row.brand,
    userId: row.login_id,
    nick: row.nick,
    phone: masked(row.phone_last4 ?? ''),
    bankname: row.bank_name ?? '',
    bankOwner: readName(
      context.deps,
      { owner: { of: 'account-owner', id: row.id, publicId: row.public_id }, row: `member_person ${row.id}` },
      row.bank_owner ?? '',
    ),
    code: row.referral_code,
    registeredAt: row.registered_at.toISOString(),
    matches: matched.get(row.id)?.matches ?? [],
    approval: matched.get(row.id)?.approval ?? ('free' as const),
  }))
  return { status: 'success', registrations, maxCount: Number(total.count) }
}

type Refusal = { status: 'none' } | { status: 'late'; by: string }

/**
 * Approves a registration once; a second operator gets the name of the first. The matches are judged again, under the
 * lock of the person's values: an exclusion that began after the registration refuses the approval.
 */
async function approveRegistration(
  tx: Tx,
  context: OfficeContext,
  body: OfficeBody<'approve-registration'>,
): Promise<OfficeAnswer<'approve-registration'>> {
  const found = await tx.selectFrom('member').select('id').where('public_id', '=', body.id).executeTakeFirst()
  if (found === undefined) return { status: 'none' }
  await lockPersonMarks(tx, await currentMarks(tx, context.deps.config, found.id))
  const waiting = await lockWaiting(tx, context, body.id)
  if ('status' in waiting) return waiting
  const { memberId, brandId } = waiting
  const judged = (await matchesForOffice(tx, [waiting], brandIdsOf(context))).get(memberId)
  const { approval, matches } = judged ?? { approval: 'free' as const, matches: [] }
  if (approval === 'excluded') {
    await auditAct(tx, context, { act: 'registration.approval-refused', brandId, subject: body.id })
    return { status: 'excluded', matches }
  }
  const confirmed = approval === 'duplicate'
  if (confirmed && body.confirmDuplicate !== true) return { status: 'duplicate', matches }
  await tx
    .updateTable('member')
    .set({ ...decided(context, 'active', ''), duplicates_confirmed_by: confirmed ? context.caller.operatorId : null })
    .where('id', '=', memberId)
    .execute()
  // An approved member gets a wallet; an existing one stays unchanged.
  await openWallet(tx, memberId, brandId)
  const detail = confirmed ? { duplicateConfirmed: true } : {}
  await auditAct(tx, context, { act: 'registration.approve', brandId, subject: body.id, detail })
  return { status: 'success' }
}

/** Rejects a registration once, with a reason. */
async function rejectRegistration(
  tx: Tx,
  context: OfficeContext,
  body: OfficeBody<'reject-registration'>,
): Promise<OfficeAnswer<'reject-registration'>> {
  const waiting = await lockWaiting(tx, context, body.id)
  if ('status' in waiting) return waiting
  const { reason } = body
  await tx
    .updateTable('member')
    .set(decided(context, 'rejected', reason))
    .where('id', '=', waiting.memberId)
    .execute()
  const detail = reason === '' ? {} : { reason }
  await auditAct(tx, context, { act: 'registration.reject', brandId: waiting.brandId, subject: body.id, detail })
  return { status: 'success' }
}

function decided(context: OfficeContext, status: 'active' | 'rejected', reason: string) {
  const decidedBy = context.caller.operatorId
  return { status, status_reason: reason, decided_at: sql<Date>`clock_timestamp()`, decided_by: decidedBy }
}

/** The registration, locked, or why it cannot be decided. */
async function lockWaiting(
  tx: Tx,
  context: OfficeContext,
  publicId: string,
): Promise<{ memberId: bigint; brandId: number } | Refusal> {
  const member = await tx
    .selectFrom('member')
    .select(['id', 'brand_id', 'status', 'decided_by'])
    .where('public_id', '=', publicId)
    .where(sql<SqlBool>`brand_id = any(${brandIdsOf(context)}::int[])`)
    .forUpdate()
    .executeTakeFirst()
  if (member === undefined) return { status: 'none' }
  if (member.status === 'pending') return { memberId: member.id, brandId: member.brand_id }
  const by = member.decided_by === null ? '' : await operatorName(tx, member.decided_by)
  return { status: 'late', by }
}
