import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type pg from 'pg'
import {
  addTally,
  beforeAllRounds,
  emptyTally,
  loadPublishedGames,
  readNewest,
  readNext,
  readRandom,
  redrawInto,
  type ReadRows,
  type RedrawTally,
  type StoredRound,
} from './redraw.ts'
import { loadSeatGames } from './seat-draw.ts'
import { readNextSeats, readSeatSample, redrawSeatsInto, type StoredSeatRound } from './seat-redraw.ts'

/**
 * What redrawing has found so far: totals, and every round that differed (`db/functions/books/redraw.sql`). A round that
 * differed is a fault of the books until it is what its seeds give.
 */
export type RedrawState = {
  /** How often a round was redrawn; random rounds come again. */
  redrawn: number
  oldScheme: number
  lostKey: number
  /** Rounds that ever differed. */
  different: number
  /** Null before the first. */
  at: Date | null
  ageSeconds: number | null
}

export async function readRedrawState(db: Database): Promise<RedrawState> {
  const { rows } = await sql<{
    redrawn: bigint
    old_scheme: bigint
    lost_key: bigint
    different: number
    at: Date | null
    age: number | null
  }>`
    SELECT s.redrawn, s.old_scheme, s.lost_key, (SELECT count(*)::int FROM redraw_mismatch) AS different, s.at,
      extract(epoch FROM clock_timestamp() - s.at)::float8 AS age
    FROM redraw_state s`.execute(db)
  const row = rows[0]
  return {
    redrawn: Number(row?.redrawn ?? 0n),
    oldScheme: Number(row?.old_scheme ?? 0n),
    lostKey: Number(row?.lost_key ?? 0n),
    different: row?.different ?? 0,
    at: row?.at ?? null,
    ageSeconds: row?.age ?? null,
  }
}

/**
 * Adds a tally to the totals; rounds that differ are recorded, and the books are checked next. Both are recorded rows, so each call is a
 * signed group of acts: callers add up what finds no difference.
 */
export async function recordRedraws(db: Database, tally: RedrawTally): Promise<void> {
  const record = sql`SELECT redraw_record(${tally.redrawn}::int, ${tally.oldScheme}::int, ${tally.lostKey}::int,
    ${JSON.stringify(tally.different)}::jsonb)`
  // In a transaction, which is signed at its end.
  await db.transaction().execute((tx) => record.execute(tx))
}

/** Rounds between two turns of the event loop, so that no call waits. */
const roundsPerTurn = 20

async function redrawInTurns(tally: RedrawTally, rounds: readonly StoredRound[], secret: AppSecret): Promise<void> {
  const games = await loadPublishedGames()
  for (let from = 0; from < rounds.length; from += roundsPerTurn) {
    redrawInto(tally, rounds.slice(from, from + roundsPerTurn), secret, games)
    await nextTurn()
  }
}

async function redrawSeatsInTurns(
  tally: RedrawTally,
  rounds: readonly StoredSeatRound[],
  secret: AppSecret,
): Promise<void> {
  const games = await loadSeatGames()
  for (let from = 0; from < rounds.length; from += roundsPerTurn) {
    redrawSeatsInto(tally, rounds.slice(from, from + roundsPerTurn), secret, games)
    await nextTurn()
  }
}

/** Rounds with decisions are a part of each sample: so many of the newest, and as many random ones. */
const seatsOfSample = (count: number): number => Math.ceil(count / 8)

/**
 * Redraws a sample: half of it the newest rounds after the moment `after`, the rest random ones, and some with decisions. Resolves with the
 * result, which it does not record, and with the moment of the newest that was redrawn.
 */
export async function redrawSample(
  { pool, secret }: { pool: pg.Pool; secret: AppSecret },
  count: number,
  after: string = beforeAllRounds,
): Promise<{ tally: RedrawTally; newest: string }> {
  const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows
  const tally = emptyTally()
  const newest = await readNewest(read, after, Math.ceil(count / 2))
  const random = await readRandom(read, count - newest.length)
  await redrawInTurns(tally, [...newest, ...random], secret)
  await redrawSeatsInTurns(tally, await readSeatSample(read, seatsOfSample(count)), secret)
  return {
    tally,
    newest: newest.reduce((last, { seen_at: at }) => (last === beforeAllRounds || at > last ? at : last), after),
  }
}

const roundsPerBatch = 1_000

/** Redraws every round with decisions into a tally; how many they are. */
async function redrawAllSeats(read: ReadRows, tally: RedrawTally, secret: AppSecret): Promise<number> {
  let after: string | null = null
  for (let done = 0; ;) {
    const rounds = await readNextSeats(read, after, roundsPerBatch)
    const last = rounds.at(-1)
    if (last === undefined) return done
    await redrawSeatsInTurns(tally, rounds, secret)
    after = last.id
    done += rounds.length
  }
}

/** Redraws every round in the order of the ids, archived ones and those with decisions too, and records what differs. */
export async function redrawAll(
  { db, pool, secret }: { db: Database; pool: pg.Pool; secret: AppSecret },
  onProgress: (done: number) => void = () => {},
): Promise<RedrawTally> {
  const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows
  const whole = emptyTally()
  let unrecorded = emptyTally()
  const record = async (): Promise<void> => {
    await recordRedraws(db, unrecorded)
    addTally(whole, unrecorded)
    unrecorded = emptyTally()
  }
  let after: string | null = null
  for (let done = 0; ;) {
    const rounds = await readNext(read, after, roundsPerBatch)
    const last = rounds.at(-1)
    if (last === undefined) {
      const seats = await redrawAllSeats(read, unrecorded, secret)
      if (done + seats > 0) await record()
      return whole
    }
    await redrawInTurns(unrecorded, rounds, secret)
    if (unrecorded.different.length > 0) await record()
    after = last.id
    done += rounds.length
    onProgress(done)
  }
}
