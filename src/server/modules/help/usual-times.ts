import { measuredDays, statedMinutes } from '#domain/help.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from 'kysely'

export type UsualTimes = { deposit: number | null; withdraw: number | null; reply: number | null }

/** Guests may ask as often as they like: a process measures a brand at most so often. */
const measureEveryMs = 5 * 60_000
const measured = new WeakMap<Deps['events'], Map<number, { atMs: number; times: Promise<UsualTimes> }>>()

/** How long a brand takes, in minutes, as measured in the last minutes; null where there were too few cases. */
export function usualTimes({ db, events }: Pick<Deps, 'db' | 'events'>, brandId: number): Promise<UsualTimes> {
  const known = measured.get(events) ?? new Map<number, { atMs: number; times: Promise<UsualTimes> }>()
  measured.set(events, known)
  const last = known.get(brandId)
  if (last !== undefined && performance.now() - last.atMs < measureEveryMs) return last.times
  const times = measure(db, brandId)
  known.set(brandId, { atMs: performance.now(), times })
  times.catch(() => known.delete(brandId))
  return times
}

/** The next question measures again: for tests. */
export function forgetUsualTimes(events: Deps['events']): void {
  measured.delete(events)
}

async function measure(db: Deps['db'], brandId: number): Promise<UsualTimes> {
  const payments = await paymentTimes(db, brandId, measuredDays)
  // The account for deposits is answered with a button; it would make every other reply look quicker.
  const { rows } = await sql<MeasuredTime>`
    SELECT count(*)::int AS cases,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM h.replied_at - h.filed_at))::float8 AS "medianSeconds"
      FROM help_item h
     WHERE h.brand_id = ${brandId} AND h.state = 'answered' AND h.kind <> 'account'
       AND h.replied_at > now() - make_interval(days => ${measuredDays})`.execute(db)
  const none = { cases: 0, medianSeconds: null }
  return {
    deposit: statedMinutes(payments.deposit ?? none),
    withdraw: statedMinutes(payments.withdraw ?? none),
    reply: statedMinutes(rows[0] ?? none),
  }
}

/** How many cases there were, and the median of their times; null without one. */
type MeasuredTime = { cases: number; medianSeconds: number | null }

/** How long a brand's paid requests of the last `days` days took, from the application to the payment. */
async function paymentTimes(
  db: Deps['db'],
  brandId: number,
  days: number,
): Promise<Partial<Record<'deposit' | 'withdraw', MeasuredTime>>> {
  const { rows } = await sql<MeasuredTime & { type: 'deposit' | 'withdraw' }>`
    SELECT r.type, count(*)::int AS cases,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM r.changed_at - r.filed_at))::float8 AS "medianSeconds"
      FROM money_request r
     WHERE r.brand_id = ${brandId} AND r.state = 'paid' AND r.changed_at > now() - make_interval(days => ${days})
     GROUP BY r.type`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.type, row]))
}
