import { showLimits, figureOf } from './store.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { momentAt, wallClock } from '#domain/brand-time.ts'
import { decideLimit, limitFits, minuteMs } from '#domain/limit.ts'
import { oneUnit } from '#domain/money.ts'
import { isExactMatch, isSamePerson } from '#domain/person-mark.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { journalKinds, journalSources } from '#server/ledger/events.ts'
import { lockWallet } from '#server/ledger/ledger.ts'
import {
  dropRaise,
  excludeMember,
  lockRaise,
  putLimit,
  readLimits,
  recordRaise,
  type Exclusion,
} from '#server/ledger/limits.ts'
import { confirmPassword } from '#server/auth/confirm-password.ts'
import { auditFound, auditMember } from '#server/modules/audit/store.ts'
import { currentMarks, findMatches, lockPersonMarks } from '#server/modules/registration/store.ts'
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
    const confirmed = await confirmPassword(context, body.pw)
    return confirmed.status === 'right' ? exclude(context, { kind: 'exclusion', lasts: body.lasts }) : confirmed
  },
} satisfies Partial<MemberHandlers>

const daysShown = 7

/**
 * Minutes with at least one stake in our own games, by day: a spin, or a bet at a table, in a race or in a round with
 * decisions, also one that was undone. The days are one range of the journal's own key (`journal_first_at`), and the
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
             WHERE j.member_id = ${caller.memberId}
               AND (j.kind = ${journalKinds.spin} OR j.kind = ${journalKinds.bet} AND j.source = ${journalSources.own})
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
    await lockRaise(tx, caller.memberId, wish)
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

/**
 * Excludes a member and, with them, every account that is certainly of the same person (telephone or bank account, and
 * name with birth date), at every brand. An account that only may be theirs is left as it is: an exclusion cannot be
 * taken back. The office sees it, and it is audited.
 */
async function exclude(
  context: MemberContext,
  exclusion: Exclusion,
): Promise<{ status: 'success'; until: string | null }> {
  const { brand, caller, deps } = context
  const { until, changed } = await deps.db.transaction().execute(async (tx) => {
    const marks = await currentMarks(tx, deps.config, caller.memberId)
    await lockPersonMarks(tx, marks)
    const matches = await findMatches(tx, marks, { memberId: caller.memberId, brandId: brand.id })
    const own = { memberId: caller.memberId, publicId: caller.memberPublicId }
    const accounts = [own, ...matches.filter((match) => isSamePerson(match) && match.status !== 'rejected')]
    const excluded = new Map<bigint, Awaited<ReturnType<typeof excludeMember>>>()
    // In one order everywhere, so that two exclusions at once do not wait for each other.
    for (const { memberId } of accounts.toSorted((one, other) => Number(one.memberId - other.memberId))) {
      excluded.set(memberId, await excludeMember(tx, memberId, exclusion))
    }
    const result = excluded.get(caller.memberId)
    if (result === undefined) throw new Error('an exclusion left out the member')
    if (result.taken) {
      await auditMember(tx, context, caller.memberId, `limit.${exclusion.kind}`, caller.memberPublicId, {
        lasts: exclusion.lasts,
      })
    }
    // An exclusion that changes nothing leaves no act at others either.
    const isTaken = (id: bigint): boolean => result.taken || excluded.get(id)?.taken === true
    const found = matches.filter(
      (match) => isTaken(match.memberId) && (isExactMatch(match) || match.by.includes('person')),
    )
    await auditFound(
      tx,
      context,
      found.map(({ memberId, publicId, by }) => ({
        act: excluded.get(memberId)?.taken ? `limit.${exclusion.kind}-extended` : `limit.${exclusion.kind}-match`,
        subject: publicId,
        detail: {
          matched: caller.memberPublicId,
          by: by.join(' '),
          ...(excluded.get(memberId)?.taken && { until: excluded.get(memberId)?.until?.toISOString() ?? 'ever' }),
        },
      })),
    )
    return { until: result.until, changed: [...excluded.keys()] }
  })
  for (const memberId of changed) {
    forgetSeed(deps, memberId)
    // The member's permissions have changed: their other pages run the health check.
    deps.events.publish({ kind: 'session', memberId })
  }
  context.setExcluded(true)
  return { status: 'success', until: until?.toISOString() ?? null }
}
