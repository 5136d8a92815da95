import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { isShoeGame } from '#domain/games/table/table-game.ts'
import { amountToWire } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import { sql } from 'kysely'
import {
  currentTableHash,
  entryOf,
  readOutcomes,
  readRoundsOfSeries,
  readRoundUnderway,
  readSeries,
  readTables,
  wireRound,
  wireSeries,
  type GameTable,
} from './store.ts'
import { watchTable } from './watch.ts'

/** The calls about tables outside their windows: also of guests. */
export const tableMemberHandlers = {
  'get-tables': getTables,
  'get-series': getSeries,
} satisfies Partial<MemberHandlers>

async function getTables(context: GuestContext, body: MemberBody<'get-tables'>): Promise<MemberAnswer<'get-tables'>> {
  const { deps, brand } = context
  const offered = (await readTables(deps.db, brand.id, body.codes)).filter((table) => table.offered)
  const tables: LiveTable[] = []
  for (const table of offered) tables.push(await recentTable(context, table))
  return { status: 'success', now: brand.databaseNow().toISOString(), tables }
}

type LiveTable = Awaited<ReturnType<typeof liveTable>>

/** Tiles of all visitors poll: a process reads a table at most so often. */
const readEveryMs = 500
const readings = new WeakMap<Deps['events'], Map<number, { atMs: number; live: Promise<LiveTable> }>>()

function recentTable(context: GuestContext, table: GameTable): Promise<LiveTable> {
  const { events } = context.deps
  const known = readings.get(events) ?? new Map<number, { atMs: number; live: Promise<LiveTable> }>()
  readings.set(events, known)
  const last = known.get(table.id)
  if (last && performance.now() - last.atMs < readEveryMs) return last.live
  const live = liveTable(context, table)
  known.set(table.id, { atMs: performance.now(), live })
  live.catch(() => known.delete(table.id))
  return live
}

/** How many outcomes a tile of a wheel, of dice or of races shows. */
const mostOutcomes = 20

async function liveTable({ deps }: GuestContext, table: GameTable) {
  // A tile in view is a watcher: its table is dealt.
  await watchTable(deps, table.id)
  const { game } = entryOf(table)
  const round = await readRoundUnderway(deps.db, table.id)
  const outcomes = isShoeGame(game)
    ? await readOutcomesOfShoe(deps.db, table.id)
    : await readOutcomes(deps.db, table.id, mostOutcomes)
  const seated = await sql<{ count: number }>`
    SELECT count(DISTINCT b.member_id)::int AS count FROM table_bet b JOIN table_round r ON r.id = b.round_id
     WHERE r.table_id = ${table.id}::smallint AND b.undone_at IS NULL
       AND r.number > (SELECT s.rounds - 2 FROM table_state s WHERE s.table_id = ${table.id}::smallint)`.execute(
    deps.db,
  )
  return {
    code: table.gameCode,
    round: round && wireRound(round),
    seated: seated.rows[0]?.count ?? 0,
    leastStake: amountToWire(table.leastStake),
    mostStake: amountToWire(table.mostStake),
    outcomes,
  }
}

async function readOutcomesOfShoe(db: Database, tableId: number): Promise<TableOutcome[]> {
  const { rows } = await sql<{ outcome: TableOutcome }>`
    SELECT r.outcome FROM table_round r WHERE r.series_id = (SELECT max(q.id) FROM table_series q WHERE q.table_id = ${tableId}::smallint)
       AND r.outcome IS NOT NULL ORDER BY r.number`.execute(db)
  return rows.map(({ outcome }) => outcome)
}

async function getSeries(
  { deps, brand }: GuestContext,
  body: MemberBody<'get-series'>,
): Promise<MemberAnswer<'get-series'>> {
  const ofChain =
    body.chainEnd === undefined ? sql`` : sql` AND c.end_hash = ${Buffer.from(body.chainEnd, 'hex')}::bytea`
  const [series] = await readSeries(
    deps.db,
    sql`t.brand_id = ${brand.id} AND t.name = ${body.table} AND q.first_link = ${body.firstLink}${ofChain}`,
  )
  if (!series) return { status: 'none' }
  const rounds = await readRoundsOfSeries(deps.db, series.id)
  const mathHash = currentTableHash(entryOf(series))
  return { status: 'success', mathHash, series: wireSeries(series), rounds: rounds.map(wireRound) }
}
