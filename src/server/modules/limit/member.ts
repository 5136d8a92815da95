import type { LimitRule, Limits } from '#contract/limits.ts'
import type { MemberAnswer, MemberBody } from '#contract/member.ts'
import {
  decideLimit,
  limitFits,
  limitKinds,
  limitPeriods,
  minuteMs,
  raiseEndsMs,
  raiseIsOpen,
  type LimitKind,
} from '#domain/limit.ts'
import { amountToWire, oneUnit, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { MemberCaller, MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { lockWallet, type Tx } from '#server/ledger/ledger.ts'
import { dropRaise, excludeMember, noteRaise, putLimit, readLimits, type Exclusion } from '#server/ledger/limits.ts'
import { sql } from 'kysely'
import { askPassword } from '#server/auth/confirm-password.ts'
import { auditMember } from '#server/modules/audit/store.ts'
import { forgetSeed } from '#server/modules/slot/store.ts'

/** Limits, breaks and self-exclusion, as set by the member. The ledger enforces them where money moves. */
export const limitHandlers = {
  'get-limits': async (context) => ({
    status: 'success',
    limits: await showLimits(context.deps.db, context.caller),
  }),
  'set-limit': setLimit,
  'take-a-break': async (context, body) => exclude(context, { kind: 'break', lasts: body.lasts }),
  'exclude-me': async (context, body) => {
    const confirmed = await askPassword(context.deps, context.caller.memberId, body.pw)
    return confirmed.status === 'right' ? exclude(context, { kind: 'exclusion', lasts: body.lasts }) : confirmed
  },
} satisfies Partial<MemberHandlers>

/** Signed-in time: whole minutes on the wire, milliseconds inside, with a begun minute rounded up in what is left; else amounts. */
function figureOf(kind: LimitKind, value: Amount): string {
  return kind === 'session_time' ? String(value / minuteMs) : amountToWire(value)
}
function leftOf(kind: LimitKind, most: Amount, used: Amount): string {
  const left = most > used ? most - used : 0n
  return figureOf(kind, kind === 'session_time' ? left + minuteMs - 1n : left)
}

/** Every kind and period with the limit in force, and the exclusion in force. */
export async function showLimits(
  db: Database | Tx,
  { memberId, sessionId }: Pick<MemberCaller, 'memberId' | 'sessionId'>,
): Promise<Limits> {
  const { at, rules, raises } = await readLimits(db, memberId, sessionId)
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

/** The break or exclusion in force that ends last. */
async function readExclusion(db: Database | Tx, memberId: bigint): Promise<Limits['exclusion']> {
  const { rows } = await sql<{ kind: 'break' | 'exclusion' | null; until: Date | null }>`
    SELECT (SELECT x.kind FROM member_exclusion x WHERE x.member_id = m.id AND x.until = m.excluded_until LIMIT 1) AS kind,
      nullif(m.excluded_until, 'infinity') AS until
      FROM member m WHERE m.id = ${memberId} AND m.excluded_until > clock_timestamp()`.execute(db)
  const [row] = rows
  // An exclusion without a kind was set by the office.
  return row === undefined ? null : { kind: row.kind ?? 'exclusion', until: row.until?.toISOString() ?? null }
}

type SetAnswer = MemberAnswer<'set-limit'>

async function setLimit(context: MemberContext, body: MemberBody<'set-limit'>): Promise<SetAnswer> {
  const { caller, deps } = context
  const { kind, period } = body
  if (body.most !== null && !limitFits(kind, body.most, oneUnit)) return { status: 'invalid' }
  const most = body.most !== null && kind === 'session_time' ? (body.most / oneUnit) * minuteMs : body.most
  const wish = { kind, period, most }
  const answer = await deps.db.transaction().execute(async (tx): Promise<SetAnswer> => {
    await lockWallet(tx, caller.memberId)
    const { at, rules, raises } = await readLimits(tx, caller.memberId, caller.sessionId)
    const current = rules.find((one) => one.kind === kind && one.period === period)?.most ?? null
    const pending = raises.find((one) => one.kind === kind && one.period === period) ?? null
    const audit = (act: string): Promise<void> =>
      auditMember(tx, context, caller.memberId, act, caller.memberPublicId, {
        kind,
        period,
        most: most === null ? 'none' : figureOf(kind, most),
      })
    const decision = decideLimit({ current, pending, wished: most, confirmed: body.confirm, at })
    if (decision === 'set') {
      await putLimit(tx, caller.memberId, wish)
      await audit('limit.set')
    } else if (decision === 'keep') {
      if (await dropRaise(tx, caller.memberId, wish)) await audit('limit.raise-withdrawn')
    } else {
      const effectiveFrom =
        decision === 'note' || pending === null ? await noteRaise(tx, caller.memberId, wish) : pending.effectiveFrom
      if (decision === 'note') await audit('limit.raise-asked')
      const limits = await showLimits(tx, caller)
      const status = decision === 'confirm' ? 'confirm' : 'pending'
      return { status, effectiveFrom: effectiveFrom.toISOString(), limits }
    }
    return { status: 'success', limits: await showLimits(tx, caller) }
  })
  // The next spin is checked before it is drawn: it may well be refused.
  if (answer.status === 'success') forgetSeed(deps, caller.memberId)
  return answer
}

async function exclude(
  context: MemberContext,
  exclusion: Exclusion,
): Promise<{ status: 'success'; until: string | null }> {
  const { caller, deps } = context
  const { until } = await deps.db.transaction().execute(async (tx) => {
    const excluded = await excludeMember(tx, caller.memberId, exclusion)
    if (excluded.taken) {
      await auditMember(tx, context, caller.memberId, `limit.${exclusion.kind}`, caller.memberPublicId, {
        lasts: exclusion.lasts,
      })
    }
    return excluded
  })
  forgetSeed(deps, caller.memberId)
  context.setAway(true)
  // The member's permissions have changed: their other pages check again.
  context.deps.events.publish({ kind: 'session', memberId: context.caller.memberId })
  return { status: 'success', until: until?.toISOString() ?? null }
}
