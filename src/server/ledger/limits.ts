import type { BreakLength, ExclusionLength, LimitKind, LimitPeriod, PendingRaise } from '#domain/limit.ts'
import { breakHours, exclusionMonths } from '#domain/limit.ts'
import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'
import type { Tx } from './ledger.ts'

/** A limit in force: money, or milliseconds of signed-in time. */
export type LimitInForce = {
  kind: LimitKind
  period: LimitPeriod
  most: Amount
  used: Amount
  /** For a loss limit: money at transfer-wallet providers, which may be lost there. */
  atRisk: Amount
  resetsAt: Date
}

/** A member's limits now, by the database's clock, with the raises that were requested. */
export async function readLimits(
  db: Database | Tx,
  memberId: bigint,
  sessionId: bigint,
): Promise<{ at: Date; rules: LimitInForce[]; raises: (PendingRaise & { kind: LimitKind; period: LimitPeriod })[] }> {
  const { rows: rules } = await sql<LimitInForce>`
    SELECT kind, period, most, used, at_risk AS "atRisk", resets_at AS "resetsAt"
      FROM limit_state(${memberId}, clock_timestamp(), ${sessionId})`.execute(db)
  const { rows: raises } = await sql<PendingRaise & { kind: LimitKind; period: LimitPeriod }>`
    SELECT kind, period, most, effective_from AS "effectiveFrom" FROM limit_raise WHERE member_id = ${memberId}`.execute(
    db,
  )
  const { rows: clock } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db)
  return { at: clock[0]?.at ?? new Date(), rules, raises }
}

/** Locks a requested raise, so that what is read of it afterwards stays until the transaction ends. Under the wallet's lock. */
export async function lockRaise(
  tx: Tx,
  memberId: bigint,
  { kind, period }: { kind: LimitKind; period: LimitPeriod },
): Promise<void> {
  await sql`SELECT limit_raise_lock(${memberId}, ${kind}, ${period})`.execute(tx)
}

/**
 * Puts a limit in force now (null removes it). Throws when it would be a raise that has not waited; see `recordRaise`.
 */
export async function putLimit(
  tx: Tx,
  memberId: bigint,
  limit: { kind: LimitKind; period: LimitPeriod; most: Amount | null },
): Promise<void> {
  await sql`SELECT ledger_limit(${memberId}, ${limit.kind}, ${limit.period}, ${limit.most}::bigint)`.execute(tx)
}

/**
 * Records a requested raise and starts its day of waiting, by the database's clock. Resolves with the time from which
 * it may be confirmed.
 */
export async function recordRaise(
  tx: Tx,
  memberId: bigint,
  limit: { kind: LimitKind; period: LimitPeriod; most: Amount | null },
): Promise<Date> {
  await dropRaise(tx, memberId, limit)
  const recorded = await tx
    .insertInto('limit_raise')
    .values({ member_id: memberId, kind: limit.kind, period: limit.period, most: limit.most })
    .returning('effective_from')
    .executeTakeFirstOrThrow()
  return recorded.effective_from
}

/** Withdraws a requested raise; resolves with whether there was one. */
export async function dropRaise(
  tx: Tx,
  memberId: bigint,
  limit: { kind: LimitKind; period: LimitPeriod },
): Promise<boolean> {
  const dropped = await tx
    .deleteFrom('limit_raise')
    .where('member_id', '=', memberId)
    .where('kind', '=', limit.kind)
    .where('period', '=', limit.period)
    .executeTakeFirst()
  return dropped.numDeletedRows > 0n
}

/**
 * Why a member may not be credited with more than they requested, or null: a break or an exclusion, or what their own
 * limits on deposits leave. Read under the wallet's lock.
 */
export async function excessRefusal(
  tx: Tx,
  memberId: bigint,
  credited: Amount,
): Promise<{ why: 'excluded' } | { why: 'limit'; left: Amount } | null> {
  const { rows } = await sql<{ excluded: boolean; left: Amount | null }>`
    SELECT coalesce(m.excluded_until > t.at, false) AS excluded,
      (SELECT min(greatest(0, l.most - l.used)) FROM limit_state(m.id, t.at, NULL) l WHERE l.kind = 'deposit') AS left
      FROM member m CROSS JOIN (SELECT clock_timestamp() AS at) t WHERE m.id = ${memberId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a credited member has no row')
  if (row.excluded) return { why: 'excluded' }
  return row.left !== null && credited > row.left ? { why: 'limit', left: row.left } : null
}

/** A break of some hours, or an exclusion of some months or for ever. */
export type Exclusion = { kind: 'break'; lasts: BreakLength } | { kind: 'exclusion'; lasts: ExclusionLength }

/**
 * Excludes a member now: the next bet is refused by the statement that would post it. An exclusion only gets longer;
 * `taken` is false when one as long holds already. `until` is null for ever.
 */
export async function excludeMember(
  tx: Tx,
  memberId: bigint,
  exclusion: Exclusion,
): Promise<{ until: Date | null; taken: boolean }> {
  const lasts =
    exclusion.kind === 'break'
      ? sql`make_interval(hours => ${breakHours[exclusion.lasts]}::int)`
      : sql`make_interval(months => ${exclusionMonths[exclusion.lasts]}::int)`
  const { rows } = await sql<{ until: Date | null; taken: boolean }>`
    SELECT nullif(until, 'infinity') AS until, taken
      FROM ledger_exclude(${memberId}, ${exclusion.kind}, ${lasts})`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('an exclusion returned no row')
  return row
}

/** Excludes a member for as long as another account of the same person is; as `excludeMember` for a fixed end. */
export async function followExclusion(
  tx: Tx,
  memberId: bigint,
  excludedId: bigint,
): Promise<{ kind: Exclusion['kind']; until: Date | null; taken: boolean }> {
  // Seconds, because days of an interval are not of one length where clocks change.
  const { rows } = await sql<{ kind: Exclusion['kind']; until: Date | null; taken: boolean }>`
    SELECT x.kind, nullif(e.until, 'infinity') AS until, e.taken
      FROM (SELECT kind, until FROM member_exclusion WHERE member_id = ${excludedId} ORDER BY until DESC LIMIT 1) x
     CROSS JOIN LATERAL ledger_exclude(${memberId}, x.kind, CASE WHEN x.until < 'infinity'
       THEN make_interval(secs => extract(epoch FROM x.until - clock_timestamp())::float8) END) e`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('an exclusion to follow has no row')
  return row
}

/** The amount a member may still stake under their limits; null without a limit on stakes. */
export async function stakeLeft(tx: Tx | Database, memberId: bigint, sessionId: bigint): Promise<Amount | null> {
  const { rows } = await sql<{ left: bigint | null }>`
    SELECT limit_stake_left(${memberId}, clock_timestamp(), ${sessionId}) AS left
      FROM wallet WHERE member_id = ${memberId} AND limited`.execute(tx)
  return rows[0]?.left ?? null
}
