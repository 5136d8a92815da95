import type { Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import type { Database } from './pool.ts'
import type { DB } from './schema.ts'

/**
 * Runs work in a transaction that commits only when the answer is `success`. Any other answer is returned after a
 * rollback.
 */
export async function commitSuccess<Answer extends { status: string }>(
  db: Database,
  work: (tx: Transaction<DB>) => Promise<Answer>,
): Promise<Answer> {
  let refusal: Answer | undefined
  try {
    const committed = await db.transaction().execute(async (tx) => {
      const answer = await work(tx)
      if (answer.status === 'success') {
        crashPoint('transaction.before-commit')
        return answer
      }
      refusal = answer
      throw new Error('rolled back')
    })
    crashPoint('transaction.committed')
    return committed
  } catch (error) {
    if (refusal !== undefined) return refusal
    throw error
  }
}
