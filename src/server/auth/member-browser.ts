import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { tokenHashes } from './session.ts'

/** The browsers that a member has signed in from (`member_device`), by keyed hashes of their tokens. */

/** How many browsers of a member are known; a further one takes the place of the one not seen for longest. */
const mostBrowsers = 20

/** The hashes of a browser's token for a member: the newest is stored and counts attempts. */
function hashesOf(secret: AppSecret, memberId: bigint, token: string): readonly [Buffer, ...Buffer[]] {
  return tokenHashes(secret, { of: 'member-browser', holder: memberId }, token)
}

/** Identifies a browser and a member in the counters of attempts. */
export function browserKey(secret: AppSecret, memberId: bigint, token: string): string {
  return hashesOf(secret, memberId, token)[0].toString('base64')
}

/** Whether the member has signed in from this browser; the same statement for an unknown member, as number 0. */
export async function isKnownBrowser(
  db: Database,
  secret: AppSecret,
  memberId: bigint,
  token: string,
): Promise<boolean> {
  const hashes = [...hashesOf(secret, memberId, token)]
  const { rows } = await sql<{ known: boolean }>`SELECT EXISTS (SELECT 1 FROM member_device
    WHERE member_id = ${memberId} AND token_hash = ANY (${hashes}::bytea[])) AS known`.execute(db)
  return rows[0]?.known === true
}

/** Records the browser of a sign-in under the newest key of `APP_SECRET`, in place of an older one. */
export async function rememberMemberBrowser(tx: Tx, secret: AppSecret, memberId: bigint, token: string): Promise<void> {
  const [newest, ...older] = hashesOf(secret, memberId, token)
  await tx
    .insertInto('member_device')
    .values({ token_hash: newest, member_id: memberId })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ last_seen_at: sql<Date>`now()` }))
    .execute()
  await sql`DELETE FROM member_device WHERE member_id = ${memberId}
    AND (token_hash = ANY (${older}::bytea[]) OR token_hash NOT IN (
      SELECT token_hash FROM member_device WHERE member_id = ${memberId}
       ORDER BY token_hash = ${newest} DESC, last_seen_at DESC, token_hash LIMIT ${mostBrowsers}))`.execute(tx)
}

/** Makes every browser of a member unknown again, except that of this token. */
export async function forgetMemberBrowsers(
  tx: Tx,
  secret: AppSecret,
  memberId: bigint,
  but: string | null = null,
): Promise<void> {
  const kept = but === null ? [] : [...hashesOf(secret, memberId, but)]
  await sql`DELETE FROM member_device WHERE member_id = ${memberId} AND token_hash <> ALL (${kept}::bytea[])`.execute(
    tx,
  )
}
