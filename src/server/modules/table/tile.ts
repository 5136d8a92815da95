import type { TableTile } from '#contract/table.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { isShoeGame } from '#domain/games/table/table-game.ts'
import { amountToWire } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from 'kysely'
import { entryOf, readRoundUnderway, wireRound, type GameTable } from './store.ts'
import { watchTable } from './watch.ts'

/** What the lobby shows of tables. */

type TileDeps = Pick<Deps, 'db' | 'events'>

type Readings = Map<number, { atMs: number; tile: Promise<TableTile> }>

/** Tiles of all visitors poll: a process reads a table at most so often, unless the table has a new step. */
const readEveryMs = 500
const readings = new WeakMap<Deps['events'], Readings>()

function readingsOf(events: Deps['events']): Readings {
  const known = readings.get(events)
  if (known) return known
  const made: Readings = new Map()
  readings.set(events, made)
  events.listen((event) => {
    if (event.kind === 'table') made.delete(event.tableId)
  })
  return made
}

/** The tile of a table as of its last step. It counts as a watcher, so that its table is dealt. */
export async function recentTile(deps: TileDeps, table: GameTable): Promise<TableTile> {
  if (seatGameByCode(table.gameCode)) return limitsAlone(table)
  await watchTable(deps, table.id)
  const last = readingsOf(deps.events).get(table.id)
  return last && performance.now() - last.atMs < readEveryMs ? last.tile : freshTile(deps, table)
}

/** The tile of a table as it is now. */
export function freshTile(deps: TileDeps, table: GameTable): Promise<TableTile> {
  if (seatGameByCode(table.gameCode)) return Promise.resolve(limitsAlone(table))
  const known = readingsOf(deps.events)
  const tile = readTile(deps, table)
  known.set(table.id, { atMs: performance.now(), tile })
  tile.catch(() => known.delete(table.id))
  return tile
}

/** The tile of a game with a seat of one's own: nothing of it is shared. */
function limitsAlone({ gameCode, leastStake, mostStake }: GameTable): TableTile {
  const limits = { leastStake: amountToWire(leastStake), mostStake: amountToWire(mostStake) }
  return { code: gameCode, round: null, seated: 0, ...limits, outcomes: [] }
}

/** How many outcomes a tile of a wheel, of dice or of races shows. */
const mostOutcomes = 20

async function readTile({ db }: TileDeps, table: GameTable): Promise<TableTile> {
  const { game } = entryOf(table)
  const round = await readRoundUnderway(db, table.id)
  // A round that windows are showing is not settled yet: a tile beside a window gives nothing away.
  const outcomes = isShoeGame(game)
    ? sql`SELECT r.number, r.outcome FROM table_round r WHERE r.series_id = (SELECT max(q.id) FROM table_series q WHERE q.table_id = ${table.id}::smallint)
        AND r.state = 'settled'`
    : sql`SELECT r.number, r.outcome FROM table_round r WHERE r.table_id = ${table.id}::smallint AND r.state = 'settled'
        ORDER BY r.number DESC LIMIT ${mostOutcomes}`
  const { rows } = await sql<{ outcome: TableOutcome }>`
    SELECT o.outcome FROM (${outcomes}) o ORDER BY o.number`.execute(db)
  const seated = await sql<{ count: number }>`
    SELECT count(DISTINCT b.member_id)::int AS count FROM table_bet b JOIN table_round r ON r.id = b.round_id
     WHERE r.table_id = ${table.id}::smallint AND b.undone_at IS NULL
       AND r.number > (SELECT s.rounds - 2 FROM table_state s WHERE s.table_id = ${table.id}::smallint)`.execute(db)
  return {
    code: table.gameCode,
    round: round && wireRound(round),
    seated: seated.rows[0]?.count ?? 0,
    leastStake: amountToWire(table.leastStake),
    mostStake: amountToWire(table.mostStake),
    outcomes: rows.map(({ outcome }) => outcome),
  }
}
