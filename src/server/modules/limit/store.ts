import type { LimitRule, Limits } from '#contract/limit.ts'
import { limitKinds, limitPeriods, minuteMs, raiseEndsMs, raiseIsOpen, type LimitKind } from '#domain/limit.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { MemberCaller } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { readLimits } from '#server/ledger/limits.ts'
import { readUnseenRounds } from '#server/modules/slot/store.ts'
import { sql } from 'kysely'

/** The member’s limits with what is used of them, for the member and the office. */

/** The wire form of a limit's value: an amount, or whole minutes of signed-in time, rounded up for what is left. */
export function figureOf(kind: LimitKind, value: Amount): string {
  return kind === 'session_time' ? String(value / minuteMs) : amountToWire(value)
}

function leftOf(kind: LimitKind, most: Amount, used: Amount): string {
  const left = most > used ? most - used : 0n
  return figureOf(kind, kind === 'session_time' ? left + minuteMs - 1n : left)
}

/** The limits as their member sees them: the loss leaves out wins that are not shown yet, as the displayed balance does. */
export async function showLimits(
  db: Database | Tx,
  { memberId, sessionId }: Pick<MemberCaller, 'memberId' | 'sessionId'>,
): Promise<Limits> {
  const read = await readLimits(db, memberId, sessionId)
  // After the limits: a win that is shown in between is counted once at most.
  const hidden = await readHiddenLosses(db, memberId)
  const rules = read.rules.map((rule) => {
    const pay = rule.kind === 'loss' ? hidden.get(`${rule.period} ${rule.resetsAt.getTime()}`) : undefined
    return pay === undefined ? rule : { ...rule, used: rule.used + pay }
  })
  return limitsOf(db, memberId, { ...read, rules })
}

/** The limits by which the ledger decides, for the office. */
export async function readTrueLimits(
  db: Database,
  { memberId, sessionId }: Pick<MemberCaller, 'memberId' | 'sessionId'>,
): Promise<Limits> {
  return limitsOf(db, memberId, await readLimits(db, memberId, sessionId))
}

/** What rounds that are not shown yet won, by the period of a loss limit (`day 1764288000000`, with the moment of its end) that counts them. */
async function readHiddenLosses(db: Database | Tx, memberId: bigint): Promise<Map<string, Amount>> {
  const unseen = await readUnseenRounds(db, memberId)
  if (unseen.size === 0) return new Map()
  const { rows } = await sql<{ period: string; resetsAt: Date; pay: bigint }>`
    SELECT l.period, l.resets_at AS "resetsAt", sum(r.pay)::bigint AS pay
      FROM round r CROSS JOIN LATERAL limit_state(r.member_id, r.at, NULL) l
     WHERE r.id = ANY (${[...unseen.keys()]}::uuid[]) AND r.member_id = ${memberId} AND l.kind = 'loss'
     GROUP BY 1, 2`.execute(db)
  return new Map(rows.map(({ period, resetsAt, pay }) => [`${period} ${resetsAt.getTime()}`, pay]))
}

/** Every kind and period with the limit in force, and the exclusion in force. */
async function limitsOf(
  db: Database | Tx,
  memberId: bigint,
  { at, rules, raises }: Awaited<ReturnType<typeof readLimits>>,
): Promise<Limits> {
  const shown = limitKinds.flatMap((kind) =>
    limitPeriods.map((period): LimitRule => {
      const rule = rules.find((one) => one.kind === kind && one.period === period)
      const raise = raises.find((one) => one.kind === kind && one.period === period)
      return {
        kind,
        period,
        most: rule === undefined ? null : figureOf(kind, rule.most),
        used: rule === undefined ? null : figureOf(kind, rule.used),
        remaining: rule === undefined ? null : leftOf(kind, rule.most, rule.used + rule.atRisk),
        resetsAt: rule?.resetsAt.toISOString() ?? null,
        pending:
          raise === undefined || !raiseIsOpen(raise, at)
            ? null
            : {
                most: raise.most === null ? null : figureOf(kind, raise.most),
                effectiveFrom: raise.effectiveFrom.toISOString(),
                until: new Date(raiseEndsMs(raise)).toISOString(),
              },
      }
    }),
  )
  return { rules: shown, exclusion: await readExclusion(db, memberId) }
}

/**
 * Whether turnover that is due holds back the money of member `m`. A member who excluded themselves for months or for ever could not play
 * it: their own money would be locked, or a reason to come back. A break ends soon, and would evade the rule.
 */
export const turnoverHolds = sql<boolean>`NOT EXISTS (
  SELECT FROM member_exclusion x WHERE x.member_id = m.id AND x.kind = 'exclusion' AND x.until > now())`

/** The break or exclusion in force that ends last. */
async function readExclusion(db: Database | Tx, memberId: bigint): Promise<Limits['exclusion']> {
  const { rows } = await sql<{ kind: 'break' | 'exclusion' | null; since: Date | null; until: Date | null }>`
    SELECT x.kind, x.taken_at AS since, nullif(m.excluded_until, 'infinity') AS until
      FROM member m
      LEFT JOIN LATERAL (SELECT x.kind, x.taken_at FROM member_exclusion x
        WHERE x.member_id = m.id AND x.until = m.excluded_until ORDER BY x.id LIMIT 1) x ON true
     WHERE m.id = ${memberId} AND m.excluded_until > clock_timestamp()`.execute(db)
  const [row] = rows
  // An exclusion without a kind was set by the office.
  if (row === undefined) return null
  const { kind, since, until } = row
  return { kind: kind ?? 'exclusion', since: since?.toISOString() ?? null, until: until?.toISOString() ?? null }
}
