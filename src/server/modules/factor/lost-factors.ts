import type { OfficeContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { endSessions, enrolledFactors } from './store.ts'

/**
 * After a recovery code the operator has lost the earlier factors, and somebody else may have them: the new one takes the
 * place of all of them. The other sessions end, in which a lost one was proven, and its browsers are forgotten.
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
  await endSessions(tx, operatorId, { but: sessionId })
  await tx.deleteFrom('operator_browser').where('operator_id', '=', operatorId).execute()
}
