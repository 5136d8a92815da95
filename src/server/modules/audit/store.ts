import type { Database } from '#server/db/pool.ts'
import type { SiteContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'

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
