import { pinAttempts } from '#domain/member.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { HashingBusy, refuseWhenHashingBusy, verifySecret } from './hashing.ts'
import { createMemberQueue } from './member-queue.ts'
import { sql } from 'kysely'

const mostPinsWaiting = 10
const queue = createMemberQueue(mostPinsWaiting)

/**
 * Verifies a member's withdrawal PIN. One counter serves every call that takes it: five wrong ones lock it for half an
 * hour, each five more for a day. A member's attempts are verified one after the other, so that concurrent calls with
 * the right PIN do not count as wrong ones. Throws `HashingBusy` when too many of the member's attempts wait.
 */
export async function checkPin(deps: Deps, memberId: bigint, pin: string): Promise<'right' | 'pass' | 'locked'> {
  const checked = queue.run(memberId, () => verifyPin(deps.db, memberId, pin))
  if (checked === null) throw new HashingBusy()
  return checked
}

async function verifyPin(db: Database, memberId: bigint, pin: string): Promise<'right' | 'pass' | 'locked'> {
  refuseWhenHashingBusy('signed-in')
  const { rows } = await sql<{ pin_hash: string; is_last: boolean }>`
    UPDATE member SET pin_failures = pin_failures + 1,
      pin_locked_until = CASE WHEN (pin_failures + 1) % ${pinAttempts.each} = 0 THEN now() + make_interval(mins =>
        CASE WHEN pin_failures + 1 = ${pinAttempts.each} THEN ${pinAttempts.firstMinutes}::int ELSE ${pinAttempts.laterMinutes}::int END) END
     WHERE id = ${memberId} AND (pin_locked_until IS NULL OR pin_locked_until <= now())
    RETURNING pin_hash, pin_locked_until IS NOT NULL AS is_last`.execute(db)
  const [row] = rows
  if (row === undefined) return 'locked'
  const isRight = await verifySecret(row.pin_hash, pin, 'signed-in').catch(async (error: unknown) => {
    if (error instanceof HashingBusy) {
      await sql`UPDATE member SET pin_failures = greatest(0, pin_failures - 1), pin_locked_until = NULL
                 WHERE id = ${memberId}`.execute(db)
    }
    throw error
  })
  if (!isRight) return row.is_last ? 'locked' : 'pass'
  await db.updateTable('member').set({ pin_failures: 0, pin_locked_until: null }).where('id', '=', memberId).execute()
  return 'right'
}
