import type { AuditActName } from '#domain/audit.ts'

/**
 * The spans of time that the database's clock went through twice, because it was set back. Of two times in one span nobody can tell
 * which was first, so the checks of the books do not judge by their order there; every other two times are in the order in which they were
 * read (docs/decisions/045-clock-set-back.md). As SQL.
 */

/** The act with which a process records that it measured the clock being set back: `from` and `until` bound what it went through twice. */
export const setBackAct = 'clock.set-back' satisfies AuditActName

/**
 * Between two heads others may have read the clock: events are sealed 15 s after they are booked, and after a minute it is an alarm.
 */
const aroundHeads = `interval '2 minutes'`

const time = (field: string): string => `(detail ->> '${field}')::timestamptz`

/**
 * Selects the spans as a multirange, disjoint: those that processes measured, by their signed acts, and those between a head and one before
 * it with a later time, because heads are made one after the other. Both under keys that the database does not have: who alters or adds one
 * makes a fault of `acts-signed` or `journal-seals`. What cannot be read as a span is none.
 */
export const clockSpansSql = `SELECT coalesce(range_agg(back), '{}') AS spans FROM (
    SELECT CASE WHEN pg_input_is_valid(detail ->> 'from', 'timestamptz') AND pg_input_is_valid(detail ->> 'until', 'timestamptz')
      THEN tstzrange(least(${time('from')}, ${time('until')}), greatest(${time('from')}, ${time('until')}), '[]') END AS back
    FROM audit WHERE act = '${setBackAct}' AND actor_kind = 'system'
    UNION ALL
    SELECT tstzrange(at - ${aroundHeads}, latest + ${aroundHeads}, '[]')
    FROM (SELECT at, max(at) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest FROM journal_head) head
    WHERE at < latest AND at > '1970-01-01' AND latest < '3000-01-01') found`

/** From when until when, in ISO-8601. */
export type ClockSpan = { from: string; until: string }

const setting = 'baize.clock_spans'

/**
 * Returns the spans as a row and makes them known to the statements of this transaction, which read them with the functions below: only where
 * $1 is true, because without APP_SECRET no check would find one that somebody planted.
 */
export const setClockSpansSql = `SELECT CASE WHEN $1 THEN set_config('${setting}', spans::text, true) END,
    ARRAY(SELECT json_build_object('from', lower(back), 'until', upper(back)) FROM unnest(spans) back ORDER BY back) AS list FROM (${clockSpansSql}) s`

/** Of a transaction that did not make them known there are none. */
const spans = `unnest((SELECT nullif(current_setting('${setting}', true), '')::tstzmultirange))`

/** Whether two times are in one span, so that their order is unknown. */
export function inOneSpan(one: string, other: string): string {
  return `EXISTS (SELECT FROM ${spans} back WHERE ${one} <@ back AND ${other} <@ back)`
}

/** Whether a time is certainly later than another one and `by` more, an interval of SQL. */
export function isAfter(later: string, earlier: string, by?: string): string {
  const bound = by === undefined ? earlier : `${earlier} + ${by}`
  return `(${later} > ${bound} AND NOT ${inOneSpan(later, earlier)})`
}

/** Whether a time may be that of another one or a later one. */
export function mayBeFrom(later: string, earlier: string): string {
  return `(${later} >= ${earlier} OR ${inOneSpan(later, earlier)})`
}

/** The earliest time that the clock may have shown when something with this time happened, had it not been set back. */
export function earliest(at: string): string {
  return `coalesce((SELECT lower(back) FROM ${spans} back WHERE ${at} <@ back), ${at})`
}

/** The latest such time. */
export function latest(at: string): string {
  return `coalesce((SELECT upper(back) FROM ${spans} back WHERE ${at} <@ back), ${at})`
}
