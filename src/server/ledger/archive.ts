import type pg from 'pg'
import { kinds } from './events.ts'

/**
 * Old events of the journal move, with their rounds, to the archive (`db/functions/ledger/archive.sql`). Reading the
 * journal reads both, keys are found for ever, and the table that a bet touches stays small.
 */

/** Events newer than this many days are never archived: the ledger refuses it. */
export const leastJournalDays = 62
/** Days that stay in the journal by default: more than a year and a month, so that whole years can be compared. */
export const defaultJournalDays = 400

export type ArchiveOptions = {
  /** The time before which events are archived; at least `leastJournalDays` ago, or the ledger throws. */
  before: Date
  /** Events per transaction, which holds one wallet's lock: some 10 ms for 200. */
  mostTogether?: number
  /** Called after each transaction, at most about 50 times a second. */
  onProgress?: (moved: Moved) => void
  /** Ends the work after the current transaction. */
  signal?: AbortSignal
}

export type Moved = { members: number; events: number; rounds: number }

const membersAtOnce = 200

/** Members whose oldest event in the journal is old enough, in the order of their numbers. */
const membersWithOld = `SELECT w.member_id FROM wallet w
  JOIN LATERAL (SELECT 1 FROM ONLY journal j WHERE j.member_id = w.member_id AND j.seq = w.archived_seq + 1 AND j.seq < w.seq
    AND j.at < $2 LIMIT 1) old ON true
  WHERE w.member_id > $1 ORDER BY w.member_id LIMIT ${membersAtOnce}`

/**
 * Archives all events before a time while the program runs: one wallet at a time, a bounded number of rows per
 * transaction. It may be ended at any time, also by a crash, and started again: each event is either in the journal or
 * in the archive. `owner` must be a pool of the owner's role; the application's may not do this.
 */
export async function archiveOldRows(owner: pg.Pool, options: ArchiveOptions): Promise<Moved> {
  const { before, mostTogether = 200, onProgress } = options
  const isStopped = (): boolean => options.signal?.aborted === true
  const moved: Moved = { members: 0, events: 0, rounds: 0 }
  let after = 0n
  while (!isStopped()) {
    const found = await owner.query<{ member_id: bigint }>(membersWithOld, [String(after), before])
    for (const { member_id: memberId } of found.rows) {
      if (isStopped()) break
      let events = mostTogether
      let left = 0
      while (events === mostTogether && !isStopped()) {
        const step = await owner.query<{ events: number; rounds: number }>(
          'SELECT events, rounds FROM ledger_archive($1, $2, $3)',
          [String(memberId), before, mostTogether],
        )
        events = step.rows[0]?.events ?? 0
        left += events
        moved.events += events
        moved.rounds += step.rows[0]?.rounds ?? 0
        onProgress?.(moved)
      }
      moved.members += left > 0 ? 1 : 0
      after = memberId
    }
    if (found.rows.length < membersAtOnce) break
  }
  return moved
}

/** How many events would be archived at most; those of open requests stay. Reads the whole journal. */
export async function countOldRows(pool: pg.Pool, before: Date): Promise<Moved> {
  const found = await pool.query<{ members: bigint; events: bigint; rounds: bigint }>(
    `SELECT count(DISTINCT j.member_id) AS members, count(*) AS events, count(*) FILTER (WHERE j.kind = ${kinds('spin')}) AS rounds
     FROM ONLY journal j JOIN wallet w USING (member_id) WHERE j.at < $1 AND j.seq < w.seq`,
    [before],
  )
  const row = found.rows[0]
  return { members: Number(row?.members ?? 0), events: Number(row?.events ?? 0), rounds: Number(row?.rounds ?? 0) }
}

export type Sizes = { journalRows: bigint; archiveRows: bigint; hotBytes: bigint; archiveBytes: bigint }

/** Rows of the journal and its archive, and their size on disk with rounds and indexes, in bytes. */
export async function readSizes(pool: pg.Pool): Promise<Sizes> {
  const found = await pool.query<Sizes>(
    `SELECT (SELECT count(*) FROM ONLY journal) AS "journalRows", (SELECT count(*) FROM journal_archive) AS "archiveRows",
       pg_total_relation_size('journal') + pg_total_relation_size('round') AS "hotBytes",
       pg_total_relation_size('journal_archive') + pg_total_relation_size('round_archive') AS "archiveBytes"`,
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error('a statement that returns one row returned none')
  return row
}
