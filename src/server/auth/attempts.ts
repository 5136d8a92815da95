import { signInAttempts } from '#domain/member.ts'
import { resetCodeAttempts, resetCodeMinutes } from '#domain/password-reset.ts'
import type { Database } from '#server/db/pool.ts'
import { HashingBusy, verifySecret, type HashingQueue } from './hashing.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/**
 * The one counter of attempts at passwords and codes. Each attempt is counted before the secret is verified, so that
 * concurrent attempts all count; after a right one the count is corrected. (The withdrawal PIN, whose locks grow
 * longer and keep its owner from their money, is counted by verdicts: `pin.ts`.)
 */

/** Whose attempts are counted together. */
export type AttemptKey = { scope: AttemptScope; key: string }

type AttemptBounds = {
  most: number
  minutes: number
  /** The attempt from which the minutes run: the first, or the last that was counted. */
  from: 'first' | 'last'
  /** A right attempt deletes the count, or undoes only itself where strangers' attempts are counted too. */
  whenRight: 'clear' | 'undo'
}

const { minutes, unknownDevice, knownDevice } = signInAttempts

const bounds = {
  /** An id, from browsers in which its member has never signed in; also an id that does not exist. */
  id: { most: unknownDevice, minutes, from: 'last', whenRight: 'undo' },
  /** One browser of one member, counted separately so that strangers cannot lock a member out of their own browser. */
  device: { most: knownDevice, minutes, from: 'last', whenRight: 'clear' },
  /** The password, confirmed inside a session. */
  password: { most: knownDevice, minutes, from: 'last', whenRight: 'clear' },
  /** An operator's login *and* an address, so that a stranger elsewhere cannot lock an operator out. */
  operator: { most: 10, minutes: 15, from: 'first', whenRight: 'clear' },
  /** An id's code for a new password; issuing a code clears the count, so that it bounds the attempts per code. */
  'reset-code': { most: resetCodeAttempts, minutes: resetCodeMinutes, from: 'first', whenRight: 'clear' },
} as const satisfies Record<string, AttemptBounds>
type AttemptScope = keyof typeof bounds

const forgetEvery = 500
let counts = 0

/** Counts one attempt. Returns 0 when it is allowed, else the seconds to wait; then nothing was counted. */
export async function countAttempt(db: Database, { scope, key }: AttemptKey): Promise<number> {
  counts += 1
  // Errors are ignored: a failure here fails the call's own statement too.
  if (counts % forgetEvery === 0) deleteOldAttempts(db).catch(() => {})
  const bound: AttemptBounds = bounds[scope]
  const lasts = sql`make_interval(mins => ${bound.minutes}::int)`
  const { rows } = await sql<{ counted: boolean; wait: number | null }>`
    WITH counted AS (
      INSERT INTO login_throttle AS t (scope, key, failures) VALUES (${scope}, ${key}, 1)
      ON CONFLICT (scope, key) DO UPDATE SET
        since = CASE WHEN ${bound.from === 'last'} OR t.since < now() - ${lasts} THEN now() ELSE t.since END,
        failures = CASE WHEN t.since < now() - ${lasts} THEN 1 ELSE t.failures + 1 END
      WHERE t.failures < ${bound.most} OR t.since < now() - ${lasts}
      RETURNING 1)
    SELECT EXISTS (SELECT 1 FROM counted) AS counted,
      (SELECT ceil(extract(epoch FROM since + ${lasts} - now()))::int
         FROM login_throttle WHERE scope = ${scope} AND key = ${key}) AS wait`.execute(db)
  const [row] = rows
  // A concurrent attempt may have been counted after this statement's clock was read.
  const longest = bound.minutes * 60
  return row?.counted ? 0 : Math.min(longest, Math.max(1, row?.wait ?? longest))
}

/** Corrects the count after a right attempt. */
export async function acceptAttempt(db: Database | Tx, attempt: AttemptKey): Promise<void> {
  await (bounds[attempt.scope].whenRight === 'undo' ? undoAttempt(db, attempt) : clearAttempts(db, attempt))
}

/** Undoes one counted attempt. */
export async function undoAttempt(db: Database | Tx, { scope, key }: AttemptKey): Promise<void> {
  await sql`UPDATE login_throttle SET failures = greatest(0, failures - 1)
             WHERE scope = ${scope} AND key = ${key}`.execute(db)
}

/** Deletes a count. */
export async function clearAttempts(db: Database | Tx, { scope, key }: AttemptKey): Promise<void> {
  await db.deleteFrom('login_throttle').where('scope', '=', scope).where('key', '=', key).execute()
}

/**
 * Verifies a secret whose attempt was counted. If the hashing queue rejects the job, the attempt is undone, so that
 * load cannot use up anybody's attempts. Throws `HashingBusy`.
 */
export async function verifyCounted(
  db: Database,
  attempt: AttemptKey,
  hashed: string | null,
  plain: string,
  queue: HashingQueue = 'stranger',
): Promise<boolean> {
  return undoneWhenBusy(db, attempt, verifySecret(hashed, plain, queue))
}

/** The result of hashing for a counted attempt; undoes the attempt if the hashing queue rejects the job. */
export async function undoneWhenBusy<Result>(
  db: Database,
  attempt: AttemptKey,
  hashing: Promise<Result>,
): Promise<Result> {
  return hashing.catch(async (error: unknown) => {
    if (error instanceof HashingBusy) await undoAttempt(db, attempt)
    throw error
  })
}

/** Deletes counters that no longer matter. */
async function deleteOldAttempts(db: Database): Promise<void> {
  await sql`DELETE FROM login_throttle WHERE since < now() - interval '1 day'`.execute(db)
}
