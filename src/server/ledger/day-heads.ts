import { sql } from 'kysely'
import { momentAt, nextDay } from '#domain/brand-time.ts'
import type { Database } from '#server/db/pool.ts'

/**
 * The heads of ended days: what the chain of the audit's acts, and that of the journal's seals, had come to. An auditor
 * keeps them as a file, one JSON object a line, and compares it later with the database.
 */

export type DayHead = {
  /** In the time zone that was asked for. */
  day: string
  kind: 'audit' | 'journal'
  /** The number of the chain's row: with it, a kept head is found whatever the time zone. */
  number: bigint
  /** Events of the journal sealed up to this head. */
  events?: bigint
  /** The hash, hex. */
  head: string
}

/**
 * The heads of the days from `first` to before `until`, newest first; null while an act of them waits to be chained.
 */
export async function readDayHeads(
  db: Database,
  days: { first: string; until: string; timeZone: string },
): Promise<DayHead[] | null> {
  const { first, until, timeZone } = days
  const [from, to] = [momentAt(first, 0, timeZone), momentAt(until, 0, timeZone)]
  const unchained = await db
    .selectFrom('audit')
    .select('id')
    .where('seq', 'is', null)
    .where('at', '<', to)
    .limit(1)
    .execute()
  if (unchained.length > 0) return null
  const acts = await sql<{ day: string; number: bigint; head: string }>`
    SELECT DISTINCT ON (day) to_char(at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, seq AS number, encode(hash, 'hex') AS head
    FROM audit WHERE seq IS NOT NULL AND at >= ${from} AND at < ${to} ORDER BY day DESC, seq DESC`.execute(db)
  const audit = acts.rows.map((row): DayHead => ({ ...row, kind: 'audit' }))
  return [...audit, ...(await readJournalHeads(db, days))].toSorted(
    (a, b) => b.day.localeCompare(a.day) || a.kind.localeCompare(b.kind),
  )
}

async function readJournalHeads(
  db: Database,
  { first, until, timeZone }: { first: string; until: string; timeZone: string },
): Promise<DayHead[]> {
  const days: string[] = []
  for (let day = first; day < until; day = nextDay(day)) days.push(day)
  const begins = [...days, until].map((day) => momentAt(day, 0, timeZone))
  const { rows } = await sql<{ day: string; number: bigint; events: bigint; head: string }>`
    SELECT d.day, h.id AS number, h.events, encode(h.hash, 'hex') AS head
    FROM unnest(${days}::text[], ${begins.slice(0, -1)}::timestamptz[], ${begins.slice(1)}::timestamptz[]) d (day, begins, ends)
    CROSS JOIN LATERAL (SELECT * FROM journal_head WHERE id > 0 AND at >= d.begins AND at < d.ends ORDER BY at DESC, id DESC LIMIT 1) h`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind: 'journal' }))
}

/** The text of a file of heads, the oldest first. */
export function headsText(heads: readonly DayHead[]): string {
  return heads
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind))
    .map(({ day, kind, number, events, head }) => {
      const counted = events === undefined ? {} : { events: String(events) }
      return `${JSON.stringify({ day, kind, number: String(number), ...counted, head })}\n`
    })
    .join('')
}

/**
 * The days of all heads that the database has, in UTC; null when there are none. A day is one ten minutes after its end: an
 * act that is committed after midnight may have the time of its statement before it, and would move the head.
 */
export async function daysOfHeads(db: Database): Promise<{ first: string; until: string; timeZone: string } | null> {
  const { rows } = await sql<{ first: string | null; until: string }>`
    SELECT to_char(least((SELECT min(at) FROM audit), (SELECT min(at) FROM journal_head WHERE id > 0)) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first,
      to_char((now() - interval '10 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS until`.execute(db)
  const { first = null, until = '' } = rows[0] ?? {}
  return first === null ? null : { first, until, timeZone: 'UTC' }
}

/** A line of a kept file is not a head. */
export class NoHeads extends Error {
  override name = 'NoHeads'
}

export type KeptHead = { day: string; kind: 'audit' | 'journal'; number: bigint; head: string }

/** Reads a kept file. Throws `NoHeads` with the number of the first line that is no head, or for a file without heads. */
export function readKeptHeads(text: string): KeptHead[] {
  const heads = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [keptHead(line, index + 1)]))
  if (heads.length === 0) throw new NoHeads('the file contains no heads')
  return heads
}

function keptHead(line: string, number: number): KeptHead {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new NoHeads(`line ${number} is not JSON`)
  }
  const found = Object(value) as Partial<Record<string, unknown>>
  const isHead =
    /^\d{4}-\d{2}-\d{2}$/.test(String(found['day'])) &&
    (found['kind'] === 'audit' || found['kind'] === 'journal') &&
    /^\d{1,18}$/.test(String(found['number'])) &&
    /^[0-9a-f]{64}$/.test(String(found['head']))
  if (!isHead) throw new NoHeads(`line ${number} is not the head of a day`)
  return {
    day: String(found['day']),
    kind: found['kind'] as KeptHead['kind'],
    number: BigInt(String(found['number'])),
    head: String(found['head']),
  }
}

/** A kept head that the database does not have: it has another hash under its number (`today`), or none (null). */
export type HeadDifference = KeptHead & { today: string | null }

/** The kept heads that differ from the database, the first day first. */
export async function compareHeads(db: Database, kept: readonly KeptHead[]): Promise<HeadDifference[]> {
  const found = new Map<string, string>()
  for (const kind of ['audit', 'journal'] as const) {
    const numbers = kept.filter((head) => head.kind === kind).map(({ number }) => String(number))
    const { rows } = await sql<{ number: bigint; head: string }>`
      SELECT ${sql.ref(kind === 'audit' ? 'seq' : 'id')} AS number, encode(hash, 'hex') AS head
      FROM ${sql.table(kind === 'audit' ? 'audit' : 'journal_head')}
      WHERE ${sql.ref(kind === 'audit' ? 'seq' : 'id')} = ANY (${numbers}::bigint[])`.execute(db)
    for (const { number, head } of rows) found.set(`${kind} ${number}`, head)
  }
  return kept
    .map((head) => ({ ...head, today: found.get(`${head.kind} ${head.number}`) ?? null }))
    .filter(({ head, today }) => head !== today)
    .toSorted((a, b) => a.day.localeCompare(b.day) || Number(a.number - b.number))
}
