import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type pg from 'pg'
import { createChainLinks, type ChainLinks } from './chain-links.ts'
import type { ReadRows } from './redraw.ts'
import { readLimitHistory } from './table-limit-faults.ts'
import { emptyRecount, readStoredSeries, recountRounds, redrawSeries, type Recount } from './table-recount.ts'

/**
 * How far the rounds of each table were recounted: the mark, a number up to which every round was, with the results of all of them together
 * (`db/functions/books/recount.sql`). It is a recorded row (docs/decisions/028-signed-acts.md), and the check `table-rounds` compares its sums
 * with the journal, so rounds that somebody hid while they were recounted are missing in it.
 */
export type TableMark = { tableId: number; number: number; results: bigint; staked: bigint; returned: bigint }

/** Reads and recounts, and records. */
export type Recounting = { db: Database; read: ReadRows; links: ChainLinks; secret: AppSecret }

export function createRecounting({ db, pool, secret }: { db: Database; pool: pg.Pool; secret: AppSecret }): Recounting {
  const read: ReadRows = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows
  return { db, read, links: createChainLinks(secret), secret }
}

/** The marks of all tables; 0 where none was recorded. */
export function readMarks(read: ReadRows): Promise<TableMark[]> {
  return read(
    `SELECT t.id AS "tableId", coalesce(c.number, 0) AS number, coalesce(c.results, 0) AS results, coalesce(c.staked, 0) AS staked, coalesce(c.returned, 0) AS returned
     FROM game_table t LEFT JOIN table_recount c ON c.table_id = t.id ORDER BY t.id`,
    [],
  )
}

/** How long the oldest round that ended has not been recorded as recounted, in seconds; 0 where all are. */
export async function readRecountWait(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(max(extract(epoch FROM clock_timestamp() - r.ended_at)), 0)::float8 AS seconds
      FROM game_table t LEFT JOIN table_recount c ON c.table_id = t.id
      JOIN table_round r ON r.table_id = t.id AND r.number = coalesce(c.number, 0) + 1 AND r.ended_at IS NOT NULL`.execute(
    db,
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** The next rounds of a table, of one series: their ids, in order and without a gap, each of them ended. */
async function nextRounds(
  read: ReadRows,
  { tableId, number }: TableMark,
  most: number,
): Promise<{ seriesId: bigint | null; ids: string[] }> {
  const rows = await read<{ id: string; number: number; seriesId: bigint; isEnded: boolean }>(
    `SELECT id, number, series_id AS "seriesId", ended_at IS NOT NULL AS "isEnded" FROM table_round WHERE table_id = $1 AND number > $2
     ORDER BY number LIMIT $3`,
    [tableId, number, most],
  )
  const seriesId = rows[0]?.seriesId ?? null
  const end = rows.findIndex(
    (row, index) => !row.isEnded || row.number !== number + 1 + index || row.seriesId !== seriesId,
  )
  return { seriesId, ids: (end === -1 ? rows : rows.slice(0, end)).map(({ id }) => id) }
}

/** Recounts the next rounds behind a mark, at most so many: the mark behind them, and those that differ. Null where none has ended. */
export async function recountNext(
  { read, links, secret }: Recounting,
  mark: TableMark,
  most: number,
): Promise<{ mark: TableMark; different: Recount['different'] } | null> {
  const { seriesId, ids } = await nextRounds(read, mark, most)
  if (seriesId === null || ids.length === 0) return null
  const recount = await recountOf({ read, links, secret }, seriesId, ids)
  return {
    mark: {
      tableId: mark.tableId,
      number: mark.number + ids.length,
      results: mark.results + recount.results,
      staked: mark.staked + recount.staked,
      returned: mark.returned + recount.returned,
    },
    different: recount.different,
  }
}

type Reading = Pick<Recounting, 'read' | 'links' | 'secret'>

/** Recounts rounds of a series, all of them where none are named. A fault of the series itself is one of its first round here. */
async function recountOf({ read, links, secret }: Reading, seriesId: bigint, ids: readonly string[]): Promise<Recount> {
  const [series] = await readStoredSeries(read, [seriesId])
  const unknown = ids.slice(0, 1).map((id) => ({ id, detail: 'its series is not there' }))
  if (series === undefined) return { ...emptyRecount(), different: unknown }
  const { game, outcomes, faults } = await redrawSeries(links, secret, series)
  const ofSeries = ids
    .slice(0, 1)
    .flatMap((id) => faults.map((detail) => ({ id, detail: `series ${seriesId}: ${detail}` })))
  if (game === null) return { ...emptyRecount(), different: ofSeries }
  // Where the clock was set back, a run of the books judges by the whole span.
  const limits = await readLimitHistory(read, { earliest: (at) => at, latest: (at) => at })
  const recount = await recountRounds(read, secret, { game, outcomes, limits }, ids)
  return { ...recount, different: [...ofSeries, ...recount.different] }
}

/** A round of a table, and how it differs from what is due; null where there is none. One that has not ended is not recounted. */
export type RecountedRound = {
  table: string
  number: number
  state: string
  isEnded: boolean
  openedAt: Date
  outcome: unknown
  voidReason: string | null
  members: number
  staked: bigint
  different: readonly string[]
}

/** Recounts one round with its series. */
export async function recountRound(reading: Reading, id: string): Promise<RecountedRound | null> {
  const [round] = await reading.read<Omit<RecountedRound, 'different'> & { seriesId: bigint }>(
    `SELECT t.name AS table, r.number, r.state, r.ended_at IS NOT NULL AS "isEnded", r.opened_at AS "openedAt", r.outcome, r.void_reason AS "voidReason",
       r.series_id AS "seriesId", count(DISTINCT b.member_id)::int AS members, coalesce(sum(b.stake), 0)::bigint AS staked
     FROM table_round r JOIN game_table t ON t.id = r.table_id LEFT JOIN table_bet b ON b.round_id = r.id AND b.undone_at IS NULL
     WHERE r.id = $1 GROUP BY t.name, r.id`,
    [id],
  )
  if (round === undefined) return null
  const { different } = round.isEnded ? await recountOf(reading, round.seriesId, [id]) : emptyRecount()
  return { ...round, different: different.map(({ detail }) => detail) }
}

/**
 * Recounts all rounds that ended of random series, so that older ones come again; those that differ, by table. Series with a round that differed
 * before are left out, because every run of the books recounts them.
 */
export async function recountRandom(
  reading: Reading,
  series: number,
): Promise<{ tableId: number; different: Recount['different'] }[]> {
  const found = await reading.read<{ id: bigint; tableId: number; ids: string[] }>(
    `SELECT q.id, q.table_id AS "tableId", ARRAY(SELECT r.id FROM table_round r WHERE r.series_id = q.id AND r.ended_at IS NOT NULL ORDER BY r.number) AS ids
     FROM (SELECT id, table_id FROM table_series s WHERE NOT EXISTS (SELECT FROM redraw_mismatch m JOIN table_round d ON d.id = m.round_id WHERE d.series_id = s.id)
       ORDER BY random() LIMIT $1) q`,
    [series],
  )
  const recounts: { tableId: number; different: Recount['different'] }[] = []
  for (const { id, tableId, ids } of found) {
    const { different } = await recountOf(reading, id, ids)
    if (different.length > 0) recounts.push({ tableId, different })
  }
  return recounts
}

/**
 * Records a mark where the last recorded one is still `known`, and rounds that differ, by which the books are checked next. A signed group of
 * acts each, so callers add up what finds no difference. False where the recorded mark is another one.
 */
export async function recordMark(
  db: Database,
  { tableId, number, results, staked, returned }: TableMark,
  known: number,
  different: Recount['different'],
): Promise<boolean> {
  const record = sql<{ recorded: boolean }>`
    SELECT table_recount_record(${tableId}::smallint, ${known}::int, ${number}::int, ${results}::bigint, ${staked}::bigint, ${returned}::bigint,
      ${JSON.stringify(different)}::jsonb) AS recorded`
  // In a transaction, which is signed at its end.
  const { rows } = await db.transaction().execute((tx) => record.execute(tx))
  return rows[0]?.recorded ?? false
}

const roundsOfBatch = 200

/** Recounts every round of every table from the first on, and records where that came to; resolves with how many, and those that differ. */
export async function recountAll(
  recounting: Recounting,
  onProgress: (done: number) => void = () => {},
): Promise<{ rounds: number; different: Recount['different'] }> {
  const all: Recount['different'] = []
  let rounds = 0
  for (const known of await readMarks(recounting.read)) {
    let mark: TableMark = { tableId: known.tableId, number: 0, results: 0n, staked: 0n, returned: 0n }
    const different: Recount['different'] = []
    for (;;) {
      const next = await recountNext(recounting, mark, roundsOfBatch)
      if (next === null) break
      rounds += next.mark.number - mark.number
      mark = next.mark
      different.push(...next.different)
      onProgress(rounds)
    }
    all.push(...different)
    if (mark.number === 0) continue
    if (!(await recordMark(recounting.db, mark, known.number, different)))
      // The running program recorded a later mark meanwhile: it is found again the next time.
      if (different.length > 0) await recordDifferent(recounting, known.tableId, different)
  }
  return { rounds, different: all }
}

/** Records rounds that differ beside the mark as it is now. */
export async function recordDifferent(
  { db, read }: Pick<Recounting, 'db' | 'read'>,
  tableId: number,
  different: Recount['different'],
): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const mark = (await readMarks(read)).find((one) => one.tableId === tableId)
    if (mark === undefined) return
    if (await recordMark(db, mark, mark.number, different)) return
  }
  throw new Error(`rounds of table ${tableId} that differ could not be recorded: its mark moves`)
}
