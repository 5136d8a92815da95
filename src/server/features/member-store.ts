import type { Pool } from 'pg'
import type { CurrentUser, PlayType } from '#contract/user.ts'
import { masked, shownBalance } from '#domain/member.ts'
import { amountToWire } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/** What is read of a member on most calls: the current user of spec §3, in one indexed query. */

type UserRow = {
  login_id: string
  nick: string
  level: number
  play_type: PlayType
  phone_last4: string | null
  bank_name: string | null
  bank_owner: string | null
  bank_number_last4: string | null
  cash: bigint | null
  comp: bigint | null
  in_play: bigint | null
  unseen: bigint | null
  note_count: number
  help_count: number
  at: Date
}

/** What of the wallet's wins has not been shown yet; after a minute everything counts as shown. */
const unseen = `CASE WHEN w.unseen_until > now() THEN w.unseen ELSE 0 END`

const userColumns = `
  m.login_id, m.nick, m.level, m.play_type, p.phone_last4, p.bank_name, p.bank_owner, p.bank_number_last4,
  w.cash, w.comp, w.in_play, ${unseen} AS unseen, now() AS at,
  (SELECT count(*)::int FROM note n WHERE n.member_id = m.id AND n.read_at IS NULL AND n.hidden_at IS NULL
      AND NOT (n.promotional AND coalesce(m.excluded_until > now(), false))) AS note_count,
  (SELECT count(*)::int FROM help_item h WHERE h.member_id = m.id AND h.state = 'answered' AND h.read_at IS NULL
      AND h.hidden_at IS NULL) AS help_count`

const userTables = `
  member m LEFT JOIN member_person p ON p.member_id = m.id LEFT JOIN wallet w ON w.member_id = m.id`

const userOfMember = { name: 'user-of-member', text: `SELECT ${userColumns} FROM ${userTables} WHERE m.id = $1` }

// The plain idle end is looked at first: the longer one, for members who wait for the house, costs two lookups more.
const userOfSession = {
  name: 'user-of-session',
  text: `
    SELECT ${userColumns} FROM ${userTables} JOIN member_session s ON s.member_id = m.id
     WHERE s.token_hash = $1 AND m.brand_id = $2 AND m.status IN ('active', 'blocked')
       AND s.ended_at IS NULL AND now() < s.ends_at
       AND (now() < s.last_act_at + interval '30 minutes' OR session_is_live(s, now()))`,
}

export type ReadUser = { user: CurrentUser; at: Date }

/** The current user of a member that is known to exist. */
export async function readUser(pool: Pool, memberId: bigint): Promise<ReadUser> {
  const { rows } = await pool.query<UserRow>({ ...userOfMember, values: [memberId] })
  const [row] = rows
  if (row === undefined) throw new Error(`member ${memberId} is gone`)
  return userOf(row)
}

/** The current user behind a session's token, or null when it has ended: the health check's one query. */
export async function readUserOfSession(pool: Pool, tokenHash: Buffer, brandId: number): Promise<ReadUser | null> {
  const { rows } = await pool.query<UserRow>({ ...userOfSession, values: [tokenHash, brandId] })
  const [row] = rows
  return row === undefined ? null : userOf(row)
}

function userOf(row: UserRow): ReadUser {
  const user: CurrentUser = {
    userId: row.login_id,
    nick: row.nick,
    phone: masked(row.phone_last4 ?? ''),
    rolling: amountToWire(row.comp ?? 0n),
    balance: amountToWire(shownBalance(row.cash ?? 0n, row.unseen ?? 0n)),
    in_balance: amountToWire(row.in_play ?? 0n),
    bankname: row.bank_name ?? '',
    bankOwner: row.bank_owner ?? '',
    banknum: masked(row.bank_number_last4 ?? ''),
    level: row.level,
    playType: row.play_type,
    noteCount: row.note_count,
    helpCount: row.help_count,
  }
  return { user, at: row.at }
}

/** A wallet as its member sees it; figures on the wire. */
export async function readShownWallet(
  db: Database | Tx,
  memberId: bigint,
): Promise<{ balance: string; rolling: string; gameMoney: string }> {
  const { rows } = await sql<{ cash: bigint; comp: bigint; in_play: bigint; unseen: bigint }>`
    SELECT w.cash, w.comp, w.in_play, ${sql.raw(unseen)} AS unseen FROM wallet w WHERE w.member_id = ${memberId}`.execute(
    db,
  )
  const [row] = rows
  return {
    balance: amountToWire(shownBalance(row?.cash ?? 0n, row?.unseen ?? 0n)),
    rolling: amountToWire(row?.comp ?? 0n),
    gameMoney: amountToWire(row?.in_play ?? 0n),
  }
}
