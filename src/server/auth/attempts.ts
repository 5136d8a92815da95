import { signInAttempts } from '#domain/member.ts'
import type { Database } from '#server/db/pool.ts'
import { HashingBusy, verifySecret, type HashingQueue } from './hashing.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/**
 * Attempts at secrets. Each is counted before the secret is verified, so that concurrent attempts all count; after a right
 * one the count is corrected. Sign-in counts the attempts at an id from unknown browsers together, and those of each known
 * browser separately, so that strangers cannot lock a member out of their own browser.
 */

export type AttemptKey =
  /** An id, from browsers in which its member has not signed in; also for an id that does not exist. */
  | { scope: 'id'; key: string }
  /** One browser of one member. */
  | { scope: 'device'; key: string }
  /** The password, confirmed inside a session. */
  | { scope: 'password'; key: string }

const mostAttempts = {
  id: signInAttempts.unknownDevice,
  device: signInAttempts.knownDevice,
  password: signInAttempts.knownDevice,
} as const satisfies Record<AttemptKey['scope'], number>

const forgetEvery = 500
let counts = 0

/** Counts one attempt. 0: go on; else the seconds to wait, and nothing was counted. */
export async function countAttempt(db: Database, attempt: AttemptKey): Promise<number> {
  counts += 1
  // Errors are ignored: whatever fails here fails the call's own statement too.
  if (counts % forgetEvery === 0) deleteOldAttempts(db).catch(() => {})
  const { rows } = await sql<{ counted: boolean; wait: number | null }>`
    WITH counted AS (
      INSERT INTO login_throttle AS t (scope, key, failures) VALUES (${attempt.scope}, ${attempt.key}, 1)
      ON CONFLICT (scope, key) DO UPDATE SET since = now(),
        failures = CASE WHEN t.since < now() - make_interval(mins => ${signInAttempts.minutes}::int) THEN 1 ELSE t.failures + 1 END
      WHERE t.failures < ${mostAttempts[attempt.scope]} OR t.since < now() - make_interval(mins => ${signInAttempts.minutes}::int)
      RETURNING 1)
    SELECT EXISTS (SELECT 1 FROM counted) AS counted,
      (SELECT ceil(extract(epoch FROM since + make_interval(mins => ${signInAttempts.minutes}::int) - now()))::int
         FROM login_throttle WHERE scope = ${attempt.scope} AND key = ${attempt.key}) AS wait`.execute(db)
  const [row] = rows
  return row?.counted ? 0 : Math.max(1, row?.wait ?? signInAttempts.minutes * 60)
}

/** The attempt was right: a known browser starts afresh; of an id's attempts from unknown ones only this one is undone. */
export async function undoAttempt(db: Database | Tx, attempt: AttemptKey): Promise<void> {
  if (attempt.scope === 'id') {
    await sql`UPDATE login_throttle SET failures = greatest(0, failures - 1)
               WHERE scope = ${attempt.scope} AND key = ${attempt.key}`.execute(db)
    return
  }
  await db.deleteFrom('login_throttle').where('scope', '=', attempt.scope).where('key', '=', attempt.key).execute()
}

/**
 * Verifies a secret whose attempt was counted. If the hashing queue rejects the job, the attempt is uncounted, so that load
 * cannot use up a member's attempts. Throws `HashingBusy`.
 */
export async function verifyCounted(
  db: Database,
  attempt: AttemptKey,
  hashed: string | null,
  plain: string,
  queue: HashingQueue = 'stranger',
): Promise<boolean> {
  return verifySecret(hashed, plain, queue).catch(async (error: unknown) => {
    if (error instanceof HashingBusy) {
      await sql`UPDATE login_throttle SET failures = greatest(0, failures - 1)
                 WHERE scope = ${attempt.scope} AND key = ${attempt.key}`.execute(db)
    }
    throw error
  })
}

/** Deletes counters that no longer matter. */
async function deleteOldAttempts(db: Database): Promise<void> {
  await sql`DELETE FROM login_throttle WHERE since < now() - interval '1 day'`.execute(db)
}
