import type { OfficeContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/**
 * Audits an act of an operator in the act's own transaction: without its audit row an act does not happen. Details are facts
 * without personal data (never an account number, a phone or a password).
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
      act: act.act,
      subject: act.subject,
      detail: JSON.stringify({ ...act.detail, ip: context.ip }),
    })
    .execute()
}
