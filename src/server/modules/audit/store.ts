import type { OfficeCaller, OfficeContext, SiteContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { Database } from '#server/db/pool.ts'

/** Audits an act of a member in the act's own transaction. Details are facts without personal data. */
export async function auditMember(
  db: Tx | Database,
  context: SiteContext,
  memberId: bigint,
  act: string,
  subject: string,
  detail: Record<string, string | boolean> = {},
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      brand_id: context.brand.id,
      actor_kind: 'member',
      actor_id: memberId,
      act,
      subject,
      detail: JSON.stringify({ ...detail, ip: context.ip }),
    })
    .execute()
}

/**
 * Audits an act of an operator in the act's own transaction, so that no act commits without its audit row. Details are
 * facts without personal data (never an account number, a phone number or a password).
 */
export async function auditAct(
  tx: Tx,
  context: OfficeContext,
  act: { act: string; brandId: number | null; subject: string; detail?: Record<string, string | boolean> },
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      brand_id: act.brandId,
      actor_kind: 'operator',
      actor_id: context.caller.operatorId,
      rights: rightsOf(context.caller),
      act: act.act,
      subject: act.subject,
      detail: JSON.stringify({ ...act.detail, ip: context.ip }),
    })
    .execute()
}

/** The rights that the call was allowed by, which the books compare with those that the operator had (`as-recorded`). */
function rightsOf({ roles, brandIds }: OfficeCaller): string {
  return `${roles.join(',')} of ${brandIds === null ? 'all' : brandIds.join(',')}`
}

/** Audits facts that the program found, in the transaction of the act that led to them; one row each. */
export async function auditFound(
  tx: Tx,
  context: SiteContext,
  found: readonly { act: string; subject: string; detail: Record<string, string | boolean> }[],
): Promise<void> {
  if (found.length === 0) return
  await tx
    .insertInto('audit')
    .values(
      found.map(({ act, subject, detail }) => ({
        brand_id: context.brand.id,
        actor_kind: 'system',
        act,
        subject,
        detail: JSON.stringify({ ...detail, ip: context.ip }),
      })),
    )
    .execute()
}

/** Audits what the program did by itself, in the transaction of the act. */
export async function auditSystem(
  tx: Tx,
  { brandId, act, subject, detail }: { brandId: number; act: string; subject: string; detail: Record<string, string> },
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ brand_id: brandId, actor_kind: 'system', act, subject, detail: JSON.stringify(detail) })
    .execute()
}
