import type { OfficeContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { endOtherSessions, enrolledFactors } from './store.ts'

/**
 * After a recovery code the operator has lost the earlier factors, and somebody else may have them: the new one takes the
 * place of all of them. The other sessions end, and their browsers are forgotten.
 */
export async function removeLostFactors(tx: Tx, context: OfficeContext, newId: string): Promise<void> {
  const { operatorId, operatorPublicId, sessionId } = context.caller
  const session = await tx
    .selectFrom('operator_session')
    .select('recovered_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (session.recovered_at === null) return
  const lost = (await enrolledFactors(tx, operatorId).select(['id', 'kind']).execute()).filter(({ id }) => id !== newId)
  for (const { id, kind } of lost) {
    await tx.deleteFrom('operator_factor').where('id', '=', id).execute()
    const detail = { kind, after: 'recovery-code' }
    await auditAct(tx, context, { act: 'factor.remove', brandId: null, subject: operatorPublicId, detail })
  }
  // An app that another session began to set up would be one more.
  await tx
    .deleteFrom('operator_factor')
    .where('operator_id', '=', operatorId)
    .where('begun_in', 'is not', null)
    .execute()
  await endOtherSessions(tx, context)
}
