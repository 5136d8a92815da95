import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { operatorRoles, type OperatorRole } from '#contract/route.ts'
import { factorMinutes } from '#domain/factor.ts'
import type { AppSecret } from '#server/config.ts'
import { isNamed, readSessionToken, type ReadToken } from './session-token.ts'
import { factorColumns, provenFact, type FactorRow } from './factor-fact.ts'
import { recordActivity } from './activity.ts'
import type { FactorState, MemberCaller, OfficeCaller, PlayWindow } from './context.ts'

/**
 * Finds the caller of a token with one indexed query. Activity extends the session; it is written at most every 20 s, that of members beside the call.
 */

type MemberRow = {
  session_id: bigint
  ends_at: Date
  /** Whether the activity that was recorded last is older than 20 s. */
  is_quiet: boolean
  member_id: bigint
  member_public_id: string
  status: 'active' | 'blocked'
  is_excluded: boolean
  excluded_until: Date | null
  blocked_until: Date | null
}

const memberSession = `
  SELECT s.id AS session_id, s.ends_at, m.id AS member_id, m.public_id AS member_public_id, m.status, s.last_act_at < now() - interval '20 seconds' AS is_quiet,
         m.excluded_until > now() AS is_excluded, nullif(m.excluded_until, 'infinity') AS excluded_until, m.blocked_until
    FROM member_session s JOIN member m ON m.id = s.member_id
   WHERE s.token_hash = $1 AND m.brand_id = $2 AND m.status IN ('active', 'blocked') AND session_is_live(s, now())`

/** The member of a live session of this brand, or null. `isAct`: the call counts as activity; polls do not. */
export async function findMember(
  pool: Pool,
  token: ReadToken | null,
  brandId: number,
  isAct: boolean,
): Promise<MemberCaller | null> {
  if (token === null) return null
  const { rows } = await pool.query<MemberRow>({
    name: 'find-member',
    text: memberSession,
    values: [token.hash, brandId],
  })
  const [row] = rows
  if (!row || !isOf(token, row)) return null
  if (isAct && row.is_quiet) recordActivity(pool, row.session_id)
  return memberOf(row)
}

function isOf(token: ReadToken, row: MemberRow): boolean {
  return isNamed(token, { holder: row.member_id, endsAt: row.ends_at })
}

type PlayRow = MemberRow & {
  play_session_id: string
  game_version_id: number
  game_code: string
  math_hash: string
  is_ended: boolean
}

/**
 * The member of a live session and the game window that belongs to it, or null when the session has ended or they belong
 * to different members. A window that ended because another was opened still finishes the round it shows.
 */
export async function findPlayer(
  pool: Pool,
  token: ReadToken,
  brandId: number,
  playSessionId: string,
): Promise<{ caller: MemberCaller; play: PlayWindow } | null> {
  const { rows } = await pool.query<PlayRow>({
    name: 'find-player',
    text: `
      WITH found AS (${memberSession})
      SELECT f.*, p.id AS play_session_id, p.game_version_id, v.game_code, v.math_hash, p.ended_at IS NOT NULL AS is_ended
        FROM found f
        JOIN play_session p ON p.id = $3 AND p.member_id = f.member_id AND p.session_id = f.session_id
         AND p.opened_at IS NOT NULL
        JOIN game_version v ON v.id = p.game_version_id`,
    values: [token.hash, brandId, playSessionId],
  })
  const [row] = rows
  if (!row || !isOf(token, row)) return null
  if (row.is_quiet) recordActivity(pool, row.session_id)
  return {
    caller: memberOf(row),
    play: {
      playSessionId: row.play_session_id,
      gameCode: row.game_code,
      gameVersionId: row.game_version_id,
      mathHash: row.math_hash,
      isEnded: row.is_ended,
    },
  }
}

function memberOf(row: Omit<MemberRow, 'ends_at' | 'is_quiet'>): MemberCaller {
  return {
    kind: 'member',
    memberId: row.member_id,
    memberPublicId: row.member_public_id,
    sessionId: row.session_id,
    restricted:
      row.status === 'blocked'
        ? { why: 'blocked', until: row.blocked_until }
        : row.is_excluded
          ? { why: 'excluded', until: row.excluded_until }
          : null,
  }
}

/** A text that changes whenever what a member may do changes. */
export function accountStatusOf(caller: MemberCaller): string {
  return caller.restricted?.why ?? 'good'
}

/** The account status of the member of each session, by session id; ended sessions are missing. */
export async function findAccountStatuses(pool: Pool, sessionIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await pool.query<Omit<MemberRow, 'ends_at' | 'is_quiet'>>({
    name: 'find-account-statuses',
    text: `
      SELECT s.id AS session_id, m.id AS member_id, m.public_id AS member_public_id, m.status,
             m.excluded_until > now() AS is_excluded, nullif(m.excluded_until, 'infinity') AS excluded_until,
             m.blocked_until
        FROM member_session s JOIN member m ON m.id = s.member_id
       WHERE s.id = ANY ($1::bigint[]) AND m.status IN ('active', 'blocked') AND session_is_live(s, now())`,
    values: [sessionIds],
  })
  return new Map(rows.map((row) => [row.session_id, accountStatusOf(memberOf(row))]))
}

export type Player = { caller: MemberCaller; play: PlayWindow }

/**
 * Caches the owner of a token and a window, for the spin, whose own statement checks both again. Bounded, and at most a
 * minute old; never the only basis of a decision.
 */
export type PlayerHints = {
  find: (token: ReadToken, brandId: number, playSessionId: string) => Promise<Player | null>
  forget: (token: ReadToken, brandId: number, playSessionId: string) => void
}

/** Creates the cache on the application's pool. */
export function createPlayerHints(pool: Pool): PlayerHints {
  const cache = new LRUCache<string, Player>({ max: 50_000, ttl: 60_000 })
  const keyOf = ({ hash }: ReadToken, brandId: number, playSessionId: string): string =>
    `${brandId} ${playSessionId} ${hash.toString('base64')}`
  return {
    find: async (token, brandId, playSessionId) => {
      const key = keyOf(token, brandId, playSessionId)
      const hint = cache.get(key)
      if (hint) return hint
      const player = await findPlayer(pool, token, brandId, playSessionId)
      // Restricted members are not cached, so that the end of a restriction takes effect at once.
      if (player && !player.caller.restricted) cache.set(key, player)
      return player
    },
    forget: (token, brandId, playSessionId) => {
      cache.delete(keyOf(token, brandId, playSessionId))
    },
  }
}

type OperatorRow = FactorRow & {
  session_id: bigint
  operator_id: bigint
  public_id: string
  login: string
  name: string
  roles: string[]
  brand_ids: number[] | null
  demo: boolean
  ends_at: Date
  is_recent: boolean
  has_factor: boolean
  has_codes: boolean
}

/**
 * The operator of a live office session, or null, by the session's token (`session-token.ts`). Idle end after 30 min, absolute end as stored. `allFactors`: the demo
 * world's operators need a second factor as well.
 */
export async function findOperator(
  pool: Pool,
  secret: AppSecret,
  token: string,
  { isAct, allFactors }: { isAct: boolean; allFactors: boolean },
): Promise<OfficeCaller | null> {
  const read = readSessionToken(secret, 'operator', token)
  if (read === null) return null
  const { rows } = await pool.query<OperatorRow>({
    name: 'find-operator',
    text: `
      WITH found AS (
        SELECT s.id AS session_id, o.id AS operator_id, o.public_id, o.login, o.name, o.roles, o.brand_ids, o.demo,
               s.ends_at, ${factorColumns},
               coalesce(s.factor_at > now() - interval '${factorMinutes} minutes', false) AS is_recent,
               EXISTS (SELECT FROM operator_factor f WHERE f.operator_id = o.id AND f.begun_in IS NULL) AS has_factor,
               EXISTS (SELECT FROM operator_recovery_code c
                        WHERE c.operator_id = o.id AND c.confirmed_at IS NOT NULL) AS has_codes
          FROM operator_session s JOIN operator o ON o.id = s.operator_id
         WHERE s.token_hash = $1 AND s.ended_at IS NULL AND now() < s.ends_at
           AND now() < s.last_act_at + interval '30 minutes' AND o.active),
      touched AS (
        UPDATE operator_session t SET last_act_at = now() FROM found f
         WHERE $2::boolean AND t.id = f.session_id AND t.last_act_at < now() - interval '20 seconds')
      SELECT * FROM found`,
    values: [read.hash, isAct],
  })
  const [row] = rows
  if (!row || !isNamed(read, { holder: row.operator_id, endsAt: row.ends_at })) return null
  return {
    kind: 'operator',
    operatorId: row.operator_id,
    operatorPublicId: row.public_id,
    login: row.login,
    name: row.name,
    roles: row.roles.filter(isOperatorRole),
    brandIds: row.brand_ids,
    sessionId: row.session_id,
    factor: factorStateOf(secret, row, allFactors),
  }
}

/**
 * A session without a proof is limited: to the enrolment where the operator has no factor or came by a recovery code,
 * else to the proof. A factor without confirmed recovery codes is not enrolled to the end.
 */
function factorStateOf(secret: AppSecret, row: OperatorRow, allFactors: boolean): FactorState {
  if (row.demo && !allFactors) return { needs: null, recent: true, withoutFactor: true }
  const fact = provenFact(secret, row)
  const isProven = fact === 'proof' || fact === 'act'
  const proven = row.has_factor && !row.has_codes ? 'recovery-codes' : null
  const unproven = row.has_factor && fact !== 'recovered' ? 'sign-in' : 'enrolment'
  return { needs: isProven ? proven : unproven, recent: isProven && row.is_recent, withoutFactor: false }
}

function isOperatorRole(role: string): role is OperatorRole {
  return operatorRoles.some((one) => one === role)
}
