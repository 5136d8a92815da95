import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { masked } from '#domain/member.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { openWallet, type Tx } from '#server/ledger/ledger.ts'
import { sql, type SqlBool } from 'kysely'
import { auditAct } from '#server/modules/audit/store.ts'
import { operatorName, brandIdsOf } from '#server/auth/office-scope.ts'

/** Registrations that wait for approval, and their decision. */
export const registrationOfficeHandlers = {
  'get-registrations': getRegistrations,
  'approve-registration': (context, body) => decideRegistration(context, body.id, { status: 'active', reason: '' }),
  'reject-registration': (context, body) =>
    decideRegistration(context, body.id, { status: 'rejected', reason: body.reason }),
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
  const registrations = rows.map((row) => ({
    id: row.public_id,
    brand: row.brand,
    userId: row.login_id,
    nick: row.nick,
    phone: masked(row.phone_last4 ?? ''),
    bankname: row.bank_name ?? '',
    bankOwner: row.bank_owner ?? '',
    code: row.referral_code,
    registeredAt: row.registered_at.toISOString(),
  }))
  return { status: 'success', registrations, maxCount: Number(total.count) }
}

/** Decides a registration once; a second operator gets the name of the first. */
async function decideRegistration(
  context: OfficeContext,
  publicId: string,
  decision: { status: 'active' | 'rejected'; reason: string },
): Promise<{ status: 'success' | 'none' } | { status: 'late'; by: string }> {
  return context.deps.db.transaction().execute(async (tx) => {
    const member = await lockRegistration(tx, publicId, brandIdsOf(context))
    if (member === undefined) return { status: 'none' as const }
    if (member.status !== 'pending') {
      const by = member.decided_by === null ? '' : await operatorName(tx, member.decided_by)
      return { status: 'late' as const, by }
    }
    await tx
      .updateTable('member')
      .set({
        status: decision.status,
        status_reason: decision.reason,
        decided_at: sql<Date>`clock_timestamp()`,
        decided_by: context.caller.operatorId,
      })
      .where('id', '=', member.id)
      .execute()
    // An approved member gets a wallet; an existing one stays unchanged.
    if (decision.status === 'active') await openWallet(tx, member.id, member.brand_id)
    await auditAct(tx, context, {
      act: decision.status === 'active' ? 'registration.approve' : 'registration.reject',
      brandId: member.brand_id,
      subject: publicId,
      detail: decision.reason === '' ? {} : { reason: decision.reason },
    })
    return { status: 'success' as const }
  })
}

function lockRegistration(tx: Tx, publicId: string, brandIds: number[]) {
  return tx
    .selectFrom('member')
    .select(['id', 'brand_id', 'status', 'decided_by'])
    .where('public_id', '=', publicId)
    .where(sql<SqlBool>`brand_id = any(${brandIds}::int[])`)
    .forUpdate()
    .executeTakeFirst()
}
