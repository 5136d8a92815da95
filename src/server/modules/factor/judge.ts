import { acceptAttempt, countAttempt, undoAttempt, type AttemptKey } from '#server/auth/attempts.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'

type Judged<Status extends string> = { status: Status } | { status: 'throttled'; retryAfter: number }

/**
 * Verifies a secret whose attempt is counted first, in one transaction; `success` takes the count back, and an attempt
 * that one of its bounds refuses is counted by none.
 */
export async function judge<Answer extends { status: string }>(
  { deps }: OfficeContext,
  attempts: readonly AttemptKey[],
  verify: (tx: Tx) => Promise<Answer>,
): Promise<Answer | Judged<never>> {
  const counted: AttemptKey[] = []
  for (const attempt of attempts) {
    const retryAfter = await countAttempt(deps.db, attempt)
    if (retryAfter > 0) {
      for (const before of counted) await undoAttempt(deps.db, before)
      return { status: 'throttled', retryAfter }
    }
    counted.push(attempt)
  }
  return deps.db.transaction().execute(async (tx) => {
    const answer = await verify(tx)
    if (answer.status === 'success') await acceptAttempt(tx, counted)
    return answer
  })
}
