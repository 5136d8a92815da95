import { enrolmentAttempts, factorAttempts, unknownBrowserAttempts } from '#domain/factor.ts'
import { signInAttempts } from '#domain/member.ts'
import { resetCodeAttempts, resetCodeMinutes } from '#domain/password-reset.ts'
import type { Database } from '#server/db/pool.ts'
import { verifySecret, type HashingCaller } from './hashing.ts'
import { HashingBusy } from './places.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/**
 * The one counter of attempts at passwords and codes. Each attempt is counted before the secret is verified, so that
 * concurrent attempts all count; after a right one the count is corrected. (The withdrawal PIN, whose locks grow
 * longer and keep its owner from their money, is counted by verdicts: `pin.ts`.)
 */

/** Whose attempts are counted together. */
export type AttemptKey = { scope: AttemptScope; key: string }

/** One attempt, by the count or the counts that it was added to. */
type CountedAttempt = AttemptKey | readonly AttemptKey[]

type AttemptBounds = {
  /** Null: every attempt is counted, and none is refused. */
  most: number | null
  minutes: number
  /** The attempt from which the minutes run: the first, or the last that was counted. */
  from: 'first' | 'last'
  /** A right attempt deletes the count, or undoes only itself where strangers' attempts are counted too. */
  whenRight: 'clear' | 'undo'
}

const { knownDevice, network, id, waitMinutes } = signInAttempts

const enrolment = { minutes: enrolmentAttempts.minutes, from: 'first' } as const

const bounds = {
  /** An id from one network, in browsers its member has never signed in from; also an id that does not exist. */
  'id-network': { ...network, from: 'last', whenRight: 'undo' },
  /** The same from all networks together; beyond `signInAttempts.id.most` they wait: `id-wait`. */
  id: { most: null, minutes: id.minutes, from: 'first', whenRight: 'undo' },
  /** How often a network has waited for its next attempt at an id; the time of waiting itself is `waitForTurn`'s. */
  'id-wait': { most: null, minutes: id.minutes, from: 'last', whenRight: 'clear' },
  /** One browser of one member, counted separately so that strangers cannot lock a member out of their own browser. */
  device: { ...knownDevice, from: 'last', whenRight: 'clear' },
  /** The password, confirmed inside one session. */
  password: { ...knownDevice, from: 'last', whenRight: 'clear' },
  /** An operator's code for a new password, by login *and* network, so that a stranger elsewhere cannot lock them out. */
  operator: { most: enrolmentAttempts.loginNetwork, ...enrolment, whenRight: 'clear' },
  /** The same from one network at all logins, so that invented logins do not use up the last of these bounds. */
  'operator-network': { most: enrolmentAttempts.network, ...enrolment, whenRight: 'undo' },
  /** The same at one login from all networks. */
  'operator-login': { most: enrolmentAttempts.login, ...enrolment, whenRight: 'undo' },
  /** The same at all logins from all networks: all codes that are good at this moment. */
  'operator-all': { most: enrolmentAttempts.all, ...enrolment, whenRight: 'undo' },
  /** Codes of an operator's app, in one browser that has proven a factor before, or in all others of one network. */
  factor: { ...factorAttempts, from: 'last', whenRight: 'clear' },
  /** The same in all browsers that have never proven one, over all networks. */
  'factor-unknown': { ...unknownBrowserAttempts, from: 'first', whenRight: 'undo' },
  /** Passkeys and recovery codes, which cannot be guessed: in one session, so that nobody else's attempts count. */
  'factor-session': { ...factorAttempts, from: 'last', whenRight: 'clear' },
  /**
   * An id's code for a new password, from one network, so that strangers elsewhere use up none of the owner's attempts.
   * Issuing a code deletes these counts and the next, so that they bound the attempts per code.
   */
  'reset-network': { most: resetCodeAttempts.network, minutes: resetCodeMinutes, from: 'first', whenRight: 'clear' },
  /** The same from all networks together. */
  'reset-code': { most: resetCodeAttempts.all, minutes: resetCodeMinutes, from: 'first', whenRight: 'undo' },
} as const satisfies Record<string, AttemptBounds>
type AttemptScope = keyof typeof bounds

const forgetEvery = 500
let counts = 0

/**
 * Counts one attempt in each of several counts. Returns 0 when all allow it, else the seconds to wait; then nothing was
 * counted.
 */
export async function countAttempts(db: Database, counted: readonly AttemptKey[]): Promise<number> {
  for (const [index, attempt] of counted.entries()) {
    const wait = await countAttempt(db, attempt)
    if (wait === 0) continue
    await undoAttempts(db, counted.slice(0, index))
    return wait
  }
  return 0
}

/** Counts one attempt. Returns 0 when it is allowed, else the seconds to wait; then nothing was counted. */
export async function countAttempt(db: Database, attempt: AttemptKey): Promise<number> {
  return (await count(db, attempt)).wait
}

/** `failures`: the attempts that count now, this one included if it was allowed. */
async function count(db: Database, { scope, key }: AttemptKey): Promise<{ wait: number; failures: number }> {
  counts += 1
  // Errors are ignored: a failure here fails the call's own statement too.
  if (counts % forgetEvery === 0) deleteOldAttempts(db).catch(() => {})
  const bound: AttemptBounds = bounds[scope]
  const lasts = sql`make_interval(mins => ${bound.minutes}::int)`
  const { rows } = await sql<{ failures: number | null; wait: number | null }>`
    WITH counted AS (
      INSERT INTO login_throttle AS t (scope, key, failures) VALUES (${scope}, ${key}, 1)
      ON CONFLICT (scope, key) DO UPDATE SET
        since = CASE WHEN ${bound.from === 'last'} OR t.since < now() - ${lasts} THEN now() ELSE t.since END,
        failures = CASE WHEN t.since < now() - ${lasts} THEN 1 ELSE t.failures + 1 END
      WHERE ${bound.most}::int IS NULL OR t.failures < ${bound.most} OR t.since < now() - ${lasts}
      RETURNING failures)
    SELECT (SELECT failures FROM counted) AS failures,
      (SELECT ceil(extract(epoch FROM since + ${lasts} - now()))::int
         FROM login_throttle WHERE scope = ${scope} AND key = ${key}) AS wait`.execute(db)
  const [row] = rows
  if (row !== undefined && row.failures !== null) return { wait: 0, failures: row.failures }
  // A concurrent attempt may have been counted after this statement's clock was read.
  const longest = bound.minutes * 60
  return { wait: Math.min(longest, Math.max(1, row?.wait ?? longest)), failures: bound.most ?? 0 }
}

/**
 * Who signs in: a member's id with the brand or an operator's login, as it is compared; the network; and the browser if
 * they have signed in from it before.
 */
export type SignInSource = { id: string; network: string; device: string | null }

/**
 * Counts an attempt at the password of a member or an operator. Returns the counts that a right password corrects, or the seconds to wait;
 * then nothing was counted. A known device is counted alone, so that strangers cannot keep its member out.
 */
export async function countSignIn(
  db: Database,
  source: SignInSource,
): Promise<{ counted: readonly AttemptKey[] } | { wait: number }> {
  if (source.device !== null) {
    const device: AttemptKey = { scope: 'device', key: source.device }
    const wait = await countAttempt(db, device)
    return wait > 0 ? { wait } : { counted: [device] }
  }
  const fromNetwork: AttemptKey = { scope: 'id-network', key: `${source.id} ${source.network}` }
  const wait = await countAttempt(db, fromNetwork)
  if (wait > 0) return { wait }
  const counted: AttemptKey[] = [fromNetwork, { scope: 'id', key: source.id }]
  const { failures } = await count(db, { scope: 'id', key: source.id })
  if (failures <= id.most) return { counted }
  const waits: AttemptKey = { scope: 'id-wait', key: fromNetwork.key }
  const turnsIn = await waitForTurn(db, waits)
  if (turnsIn === 0) return { counted: [...counted, waits] }
  await undoAttempts(db, counted)
  return { wait: turnsIn }
}

/**
 * Returns 0 when the network has waited long enough since its last attempt, or since it was first asked to wait, and
 * begins the next wait; else the seconds that are left.
 */
async function waitForTurn(db: Database, { scope, key }: AttemptKey): Promise<number> {
  const lasts = sql`make_interval(mins => least(${waitMinutes.longest}::int,
    ${waitMinutes.first}::int * (1 << least(t.failures - 1, 20))))`
  const { rows } = await sql<{ turn: boolean; wait: number }>`
    WITH begun AS (
      INSERT INTO login_throttle AS t (scope, key, failures) VALUES (${scope}, ${key}, 1)
      ON CONFLICT (scope, key) DO UPDATE SET since = now(), failures = t.failures + 1 WHERE t.since + ${lasts} <= now()
      RETURNING failures > 1 AS turn)
    SELECT coalesce((SELECT turn FROM begun), false) AS turn,
      coalesce((SELECT ceil(extract(epoch FROM t.since + ${lasts} - now()))::int
        FROM login_throttle t WHERE scope = ${scope} AND key = ${key}), ${waitMinutes.first * 60}) AS wait`.execute(db)
  const [row] = rows
  return row?.turn ? 0 : Math.max(1, row?.wait ?? waitMinutes.first * 60)
}

/** Corrects the count after a right attempt, or each count that one attempt was added to. */
export async function acceptAttempt(db: Database | Tx, counted: CountedAttempt): Promise<void> {
  for (const attempt of [counted].flat()) {
    await (bounds[attempt.scope].whenRight === 'undo' ? undoAttempt(db, attempt) : clearAttempts(db, attempt))
  }
}

/** Undoes attempts that reached no verdict. */
export async function undoAttempts(db: Database | Tx, counted: CountedAttempt): Promise<void> {
  for (const attempt of [counted].flat()) await undoAttempt(db, attempt)
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
  attempt: CountedAttempt,
  hashed: string | null,
  plain: string,
  caller: HashingCaller = 'stranger',
): Promise<boolean> {
  return undoneWhenBusy(db, attempt, verifySecret(hashed, plain, caller))
}

/** The result of hashing for a counted attempt; undoes the attempt if the hashing queue rejects the job. */
export async function undoneWhenBusy<Result>(
  db: Database,
  attempt: CountedAttempt,
  hashing: Promise<Result>,
): Promise<Result> {
  return hashing.catch(async (error: unknown) => {
    if (error instanceof HashingBusy) await undoAttempts(db, attempt)
    throw error
  })
}

/** Deletes the counts of an id's sign-ins from unknown devices, from all networks. */
export async function clearSignInAttempts(db: Database | Tx, id: SignInSource['id']): Promise<void> {
  await sql`DELETE FROM login_throttle WHERE (scope = 'id' AND key = ${id})
    OR (scope IN ('id-network', 'id-wait') AND starts_with(key, ${`${id} `}))`.execute(db)
}

/** Deletes the counts of attempts at the code of an id (`resetAttempts`), from all networks. */
export async function clearResetAttempts(db: Database | Tx, id: string): Promise<void> {
  await sql`DELETE FROM login_throttle WHERE (scope = 'reset-code' AND key = ${id})
    OR (scope = 'reset-network' AND starts_with(key, ${`${id} `}))`.execute(db)
}

/** Deletes the counts of an operator's second factor. */
export async function clearFactorAttempts(db: Database | Tx, operatorId: bigint): Promise<void> {
  await sql`DELETE FROM login_throttle WHERE scope IN ('factor', 'factor-unknown', 'factor-session')
    AND starts_with(key, ${`${operatorId} `})`.execute(db)
}

/** Deletes counters that no longer matter. */
async function deleteOldAttempts(db: Database): Promise<void> {
  await sql`DELETE FROM login_throttle WHERE since < now() - interval '1 day'`.execute(db)
}
