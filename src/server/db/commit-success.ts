import type { Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import type { Database } from './pool.ts'
import type { DB } from './schema.ts'

/**
 * Runs work in a transaction that lasts only when its answer is `success`: a refusal, being a value, leaves nothing
 * behind, whatever was written before it was known.
 */
export async function commitSuccess<Answer extends { status: string }>(
  db: Database,
  work: (tx: Transaction<DB>) => Promise<Answer>,
): Promise<Answer> {
  let refusal: Answer | undefined
  try {
    const kept = await db.transaction().execute(async (tx) => {
      const answer = await work(tx)
      if (answer.status === 'success') {
        crashPoint('transaction.before-commit')
        return answer
      }
      refusal = answer
      throw new Error('rolled back')
    })
    crashPoint('transaction.committed')
    return kept
  } catch (error) {
    if (refusal !== undefined) return refusal
    throw error
  }
}
