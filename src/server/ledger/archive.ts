import type pg from 'pg'
import { kinds } from './events.ts'

/**
 * Old events of the journal, with their rounds, leave for the archive (`db/migrations/011_retention.sql`): whoever reads the
 * journal reads both, keys stay good for ever, and what a bet touches stays small.
 */

/** What is younger never leaves, whatever is asked: the ledger refuses it (days). */
export const leastKeptDays = 62
/** What stays when nothing else is asked for (days): more than a year and a month, so that whole years can be compared. */
export const usualKeptDays = 400

export type ArchiveOptions = {
  /** The moment before which events leave; at least `leastKeptDays` ago, or the ledger throws. */
  before: Date
  /** How many events leave in one transaction, which holds one wallet as long as it takes: some 10 ms for 200. */
  mostTogether?: number
  /** Told after each transaction, that is at most some 50 times a second. */
  onProgress?: (moved: Moved) => void
  /** Ends the work after the transaction in hand. */
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
 * Moves everything from before a moment, beside the running house: a wallet at a time, so many rows a transaction. May be
 * ended at any moment, by whatever means, and begun again: what has moved has moved, what has not is where it was.
 * `owner` must be a pool of the owner's role; the application's may not do this.
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

/** What would leave, at most: what a member has open may keep some of it. Reads the whole journal. */
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

/** Rows of the journal and its archive, and what they take on disk with their rounds and indexes (bytes). */
export async function readSizes(pool: pg.Pool): Promise<Sizes> {
  const found = await pool.query<Sizes>(
    `SELECT (SELECT count(*) FROM ONLY journal) AS "journalRows", (SELECT count(*) FROM journal_archive) AS "archiveRows",
       pg_total_relation_size('journal') + pg_total_relation_size('round') AS "hotBytes",
       pg_total_relation_size('journal_archive') + pg_total_relation_size('round_archive') AS "archiveBytes"`,
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error('a statement that answers one row answered none')
  return row
}
