import { isNamed, type ReadToken } from '#server/auth/session-token.ts'
import type { Pool } from 'pg'
import type { CurrentUser, PlayType } from '#contract/member.ts'
import { masked, shownBalance } from '#domain/member.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { readName, type ReadingDeps } from '#server/auth/stored-value.ts'
import type { Database } from '#server/db/pool.ts'
import { createBatcher, type Batcher } from '#server/ledger/batcher.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/** The member data of most calls: the current user of spec §3, in one indexed query. */

type UserRow = {
  public_id: string
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
  held: bigint | null
  unseen: bigint | null
  note_count: number
  help_count: number
  at: Date
}

/** When a session ends: `endsAt` regardless of activity, `idleEndsAt` at the earliest without it. */
export type SessionEnds = { endsAt: Date; idleEndsAt: Date }

/** The wins of the wallet that were not shown yet; after a minute everything counts as shown. */
const unseen = `CASE WHEN w.unseen_until > now() THEN w.unseen ELSE 0 END`

const userColumns = `
  m.public_id, m.login_id, m.nick, m.level, m.play_type, p.phone_last4, p.bank_name, p.bank_owner, p.bank_number_last4,
  w.cash, w.comp, w.in_play, w.held, ${unseen} AS unseen, now() AS at,
  (SELECT count(*)::int FROM note n WHERE n.member_id = m.id AND n.read_at IS NULL AND n.hidden_at IS NULL
      AND NOT (n.promotional AND coalesce(m.excluded_until > now(), false))) AS note_count,
  (SELECT count(*)::int FROM help_item h WHERE h.member_id = m.id AND h.state = 'answered' AND h.read_at IS NULL
      AND h.hidden_at IS NULL) AS help_count`

const userTables = `
  member m LEFT JOIN member_person p ON p.member_id = m.id LEFT JOIN wallet w ON w.member_id = m.id`

const userOfMember = { name: 'user-of-member', text: `SELECT ${userColumns} FROM ${userTables} WHERE m.id = $1` }

// One lookup after the other, each by a unique index: `LIMIT 1` prevents another plan while a new database has no
// statistics yet. The sub-selects hide the number of tokens from the planner, which would otherwise plan anew for each
// number, at six times the cost of the lookups. The ordinary idle end is checked first: the longer one, for members who
// wait for the office, costs two lookups more, and is reported only when the ordinary one is near.
const usersOfSessions = {
  name: 'users-of-sessions',
  text: `
    SELECT sessions.place::int, session.member_id, session.ends_at, session.idle_ends_at, found.*
      FROM unnest((SELECT $1::bytea[]), (SELECT $2::int[])) WITH ORDINALITY AS sessions (token_hash, brand_id, place)
     CROSS JOIN LATERAL (
       SELECT s.member_id, s.ends_at, s.last_act_at + CASE
                WHEN now() >= s.last_act_at + interval '20 minutes' AND session_waits(s.member_id) THEN interval '2 hours'
                ELSE interval '30 minutes' END AS idle_ends_at,
              s.ended_at IS NULL AND (now() < least(s.ends_at, s.last_act_at + interval '30 minutes')
                OR session_is_live(s, now())) AS is_live
         FROM member_session s WHERE s.token_hash = sessions.token_hash LIMIT 1) session
     CROSS JOIN LATERAL (
       SELECT ${userColumns}, m.brand_id, m.status FROM ${userTables} WHERE m.id = session.member_id LIMIT 1) found
     WHERE session.is_live AND found.brand_id = sessions.brand_id AND found.status IN ('active', 'blocked')`,
}

type UserDeps = { pool: Pool } & ReadingDeps

/** `held`: the money of withdrawals that are not decided, as on the wire. */
export type ReadUser = { user: CurrentUser; held: string; at: Date }
export type ReadUserOfSession = ReadUser & SessionEnds

/** The current user of a member that is known to exist. */
export async function readUser(deps: UserDeps, memberId: bigint): Promise<ReadUser> {
  const { rows } = await deps.pool.query<UserRow>({ ...userOfMember, values: [memberId] })
  const [row] = rows
  if (row === undefined) throw new Error(`member ${memberId} is missing`)
  return userOf({ ...row, member_id: memberId }, deps)
}

type SessionKey = { named: ReadToken; brandId: number }

/**
 * The current user of a session's token, or null when it has ended: the health check's one indexed query. Checks that
 * arrive while one is in flight are combined in the next statement, because the round trip costs more than the lookup.
 */
export function readUserOfSession(
  deps: UserDeps,
  named: ReadToken,
  brandId: number,
): Promise<ReadUserOfSession | null> {
  return readerOf(deps).add(0n, { named, brandId })
}

const readers = new WeakMap<Pool, Batcher<SessionKey, ReadUserOfSession | null>>()

function readerOf(deps: UserDeps): Batcher<SessionKey, ReadUserOfSession | null> {
  const cached = readers.get(deps.pool)
  if (cached) return cached
  const made = createBatcher<SessionKey, ReadUserOfSession | null>({
    lanes: 1,
    // As many calls as a full listener admits, so that all that wait for a connection share one statement.
    mostTogether: 1_024,
    mostWaiting: 4_096,
    run: (sessions) => readUsersOfSessions(deps, sessions),
  })
  readers.set(deps.pool, made)
  return made
}

type SessionUserRow = UserRow & { place: number; member_id: bigint; ends_at: Date; idle_ends_at: Date }

async function readUsersOfSessions(
  deps: UserDeps,
  sessions: readonly SessionKey[],
): Promise<(ReadUserOfSession | null)[]> {
  const values = [sessions.map((one) => one.named.hash), sessions.map((one) => one.brandId)]
  const { rows } = await deps.pool.query<SessionUserRow>({ ...usersOfSessions, values })
  const found = sessions.map((): ReadUserOfSession | null => null)
  for (const row of rows) {
    const named = sessions[row.place - 1]?.named
    if (named === undefined || !isNamed(named, { holder: row.member_id, endsAt: row.ends_at })) continue
    found[row.place - 1] = { ...userOf(row, deps), endsAt: row.ends_at, idleEndsAt: row.idle_ends_at }
  }
  return found
}

function userOf(row: UserRow & { member_id: bigint }, deps: UserDeps): ReadUser {
  const id = row.member_id
  const user: CurrentUser = {
    userId: row.login_id,
    nick: row.nick,
    phone: masked(row.phone_last4 ?? ''),
    rolling: amountToWire(row.comp ?? 0n),
    balance: amountToWire(shownBalance(row.cash ?? 0n, row.unseen ?? 0n)),
    in_balance: amountToWire(row.in_play ?? 0n),
    bankname: row.bank_name ?? '',
    // Empty where it cannot be read.
    bankOwner:
      readName(
        deps,
        { owner: { of: 'account-owner', id, publicId: row.public_id }, row: `member_person ${id}` },
        row.bank_owner ?? '',
      ) ?? '',
    banknum: masked(row.bank_number_last4 ?? ''),
    level: row.level,
    playType: row.play_type,
    noteCount: row.note_count,
    helpCount: row.help_count,
  }
  return { user, held: amountToWire(row.held ?? 0n), at: row.at }
}

/** A wallet as its member sees it; amounts as on the wire. */
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

/** Wins that are left out of the displayed balance at this moment. */
export async function readUnseen(db: Database | Tx, memberId: bigint): Promise<Amount> {
  const { rows } = await sql<{ unseen: bigint }>`
    SELECT ${sql.raw(unseen)} AS unseen FROM wallet w WHERE w.member_id = ${memberId}`.execute(db)
  return rows[0]?.unseen ?? 0n
}

/** Whether the personal data of a member were erased, and the account closed for good. */
export async function isErased(db: Database | Tx, memberId: bigint): Promise<boolean> {
  const found = await db
    .selectFrom('member_person')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('erased_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
