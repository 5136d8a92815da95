import { showLimits, figureOf } from './store.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { momentAt, wallClock } from '#domain/brand-time.ts'
import { decideLimit, limitFits, minuteMs } from '#domain/limit.ts'
import { oneUnit } from '#domain/money.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { lockWallet } from '#server/ledger/ledger.ts'
import { dropRaise, excludeMember, recordRaise, putLimit, readLimits, type Exclusion } from '#server/ledger/limits.ts'
import { confirmPassword } from '#server/auth/confirm-password.ts'
import { auditMember } from '#server/modules/audit/store.ts'
import { forgetSeed } from '#server/modules/slot/store.ts'
import { sql } from 'kysely'

/** Limits, breaks and self-exclusion, as set by the member. The ledger enforces them where money moves. */
export const limitMemberHandlers = {
  'get-limits': async (context) => ({
    status: 'success',
    limits: await showLimits(context.deps.db, context.caller),
  }),
  'get-time-played': getTimePlayed,
  'set-limit': setLimit,
  'take-a-break': async (context, body) => exclude(context, { kind: 'break', lasts: body.lasts }),
  'exclude-me': async (context, body) => {
    const confirmed = await confirmPassword(context.deps, context.caller.memberId, body.pw)
    return confirmed.status === 'right' ? exclude(context, { kind: 'exclusion', lasts: body.lasts }) : confirmed
  },
} satisfies Partial<MemberHandlers>

const daysShown = 7

/**
 * Minutes with at least one round, by day. The days are one range of the journal's own key (`journal_first_at`), and the
 * pace of a brand (at least 2.5 s a round) bounds its length. Rounds are archived only when they are much older.
 */
async function getTimePlayed({ brand, caller, deps }: MemberContext): Promise<MemberAnswer<'get-time-played'>> {
  const today = wallClock(new Date(), brand.timeZone).day
  const starts = Array.from({ length: daysShown }, (_, index) =>
    momentAt(today, (index + 1 - daysShown) * 24 * 60, brand.timeZone),
  )
  const { rows } = await sql<{ day: number; minutes: number }>`
    SELECT width_bucket(m.minute, ${starts}::timestamptz[]) AS day, count(*)::int AS minutes
      FROM (SELECT DISTINCT date_trunc('minute', j.at) AS minute FROM journal j
             WHERE j.member_id = ${caller.memberId} AND j.kind = ${journalKinds.spin}
               AND j.seq >= (SELECT journal_first_at(${caller.memberId}, ${starts[0]}))) m
     GROUP BY 1`.execute(deps.db)
  const minutesOf = new Map(rows.map(({ day, minutes }) => [day, minutes]))
  return {
    status: 'success',
    days: starts.map((start, index) => ({
      day: wallClock(start, brand.timeZone).day,
      minutes: minutesOf.get(index + 1) ?? 0,
    })),
  }
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
        decision === 'note' || pending === null ? await recordRaise(tx, caller.memberId, wish) : pending.effectiveFrom
      if (decision === 'note') await audit('limit.raise-asked')
      const limits = await showLimits(tx, caller)
      const status = decision === 'confirm' ? 'confirm' : 'pending'
      return { status, effectiveFrom: effectiveFrom.toISOString(), limits }
    }
    return { status: 'success', limits: await showLimits(tx, caller) }
  })
  // The next spin may be refused, so it is checked before it is drawn.
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
  context.setExcluded(true)
  // The member's permissions have changed: their other pages run the health check.
  context.deps.events.publish({ kind: 'session', memberId: context.caller.memberId })
  return { status: 'success', until: until?.toISOString() ?? null }
}
