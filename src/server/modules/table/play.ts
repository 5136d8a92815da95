import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { raceForm } from '#domain/games/table/race/form.ts'
import { mostSalts, saltHashOf } from '#domain/games/table/salt-list.ts'
import { mostOnSpot } from '#domain/games/table/table-limits.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { lobbyOf, tableByCode } from '#domain/games/table/tables.ts'
import { usualPace } from '#domain/games/table/dealing.ts'
import { amountToWire } from '#domain/money.ts'
import type { PlayContext, PlayHandlers } from '#server/auth/context.ts'
import { countListed, takeListed } from '#server/db/bounded-list.ts'
import type { Database } from '#server/db/pool.ts'
import { keepSeries } from '#server/ledger/series-proofs.ts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { placeBetCall, undoBets } from './bet-calls.ts'
import { beginSeries } from './chain.ts'
import { edgesOf } from './edges.ts'
import { readOwn } from './own-bets.ts'
import { readPlaced } from './placed.ts'
import {
  entryOf,
  readBets,
  readLastStep,
  readMoney,
  readNewestRounds,
  readOutcomes,
  readPastTableRounds,
  readRoundsOfSeries,
  readRoundUnderway,
  readSeries,
  readSteps,
  wireRound,
  wireSeries,
  type GameTable,
  type SeriesRow,
} from './store.ts'
import { readSharedTable, readUnderway } from './underway.ts'
import { watchTable } from './watch.ts'

/** The calls of a table's window. One of a window of another kind gets the answer of a window that has ended, or that there is nothing. */
export const tablePlayHandlers = {
  'get-table-session': getTableSession,
  'get-table': getTable,
  'place-bet': placeBetCall,
  'undo-bets': undoBets,
  'send-salt-hash': sendSaltHash,
  'send-salt': sendSalt,
  'get-table-rounds': getTableRounds,
} satisfies Partial<PlayHandlers>

/** So many past races the form of a runner shows. */
const racesOfForm = 100

/** The company of a window's game, which may be of another kind. */
function companyOfWindow(code: string): string {
  const table = tableByCode(code)
  return table ? lobbyOf(table.game).company : (seatGameByCode(code)?.company ?? slotCompany)
}

const slotCompany = 'baize'

function tableOf({ deps, brand, play }: PlayContext): Promise<GameTable | null> {
  return readSharedTable(deps.db, { brandId: brand.id, code: play.gameCode })
}

/** The name under which a window sends salts: it names neither the member nor the window to others. */
function seatOf({ play }: PlayContext): string {
  return `seat-${hash('sha256', `baize table seat ${play.playSessionId}`).slice(0, 20)}`
}

/** The newest series of a table. */
async function newestSeries({ deps }: PlayContext, table: GameTable): Promise<SeriesRow | null> {
  return (await readSeries(deps.db, sql`q.table_id = ${table.id}::smallint`))[0] ?? null
}

/** The first watcher of a table begins its first series. */
async function beginFirstSeries({ deps }: PlayContext, table: GameTable): Promise<void> {
  const begin = { tableId: table.id, game: entryOf(table).game, hashesMs: usualPace.hashesMs }
  const begun = await deps.db.transaction().execute((tx) => beginSeries(tx, deps, begin))
  if (begun !== null) keepSeries(deps, begun)
  deps.events.publish({ kind: 'table', tableId: table.id })
}

/** How many results of rounds with a link each a window begins with; a shoe has its own. */
const mostNewest = 120

async function getTableSession(context: PlayContext): Promise<PlayAnswer<'get-table-session'>> {
  const { deps, caller, brand, play } = context
  const table = await tableOf(context)
  const company = companyOfWindow(play.gameCode)
  if (play.isEnded || !table) return { status: 'elsewhere', code: play.gameCode, company }
  const entry = entryOf(table)
  await watchTable(deps, table.id)
  if ((await newestSeries(context, table)) === null) await beginFirstSeries(context, table)
  // The number of the last step is read before the rest, which may already have what a later step announces.
  const step = await readLastStep(deps.db, table.id)
  const series = await newestSeries(context, table)
  if (series === null) throw new Error(`table ${table.name} has no series`)
  const round = await readRoundUnderway(deps.db, table.id)
  const [rounds, own, bets, money, signedInAt] = await Promise.all([
    isShoeGame(entry.game) ? readRoundsOfSeries(deps.db, series.id) : readNewestRounds(deps.db, table.id, mostNewest),
    readOwn(deps.db, caller.memberId, round?.id ?? null),
    readBets(deps.db, round?.id ?? null),
    readMoney(deps.db, caller.memberId),
    readSignIn(deps.db, caller.sessionId),
  ])
  return {
    status: 'success',
    game: { code: play.gameCode, company, names: entry.names, mathHash: play.mathHash },
    table: table.name,
    seat: seatOf(context),
    limits: limitsOf(entry.game, table),
    balance: amountToWire(money.balance),
    currency: deps.config.currency,
    member: caller.memberPublicId,
    signedInAt: signedInAt.toISOString(),
    now: money.now.toISOString(),
    step,
    series: wireSeries(series),
    round: round && wireRound(round),
    own,
    ...bets,
    rounds: rounds.map(wireRound),
    form: entry.game.kind === 'race' ? raceForm(await readOutcomes(deps.db, table.id, racesOfForm)) : null,
    betSeconds: table.betSeconds,
    dealMs: entry.dealMs,
    realityCheckMs: brand.realityCheckMs,
    mode: brand.mode,
    timeZone: brand.timeZone,
  }
}

function limitsOf(game: TableGame, { chips, leastStake, mostStake }: GameTable) {
  const edges = edgesOf(game)
  const chip = chips[0] ?? leastStake
  return {
    chips: chips.map((one) => amountToWire(one)),
    leastStake: amountToWire(leastStake),
    spots: game.spots.map((spot) => ({
      spot: spot.code,
      most: amountToWire(mostOnSpot(spot, { most: mostStake, chip })),
      edge: edges.get(spot.code) ?? '',
    })),
  }
}

async function readSignIn(db: Database, sessionId: bigint): Promise<Date> {
  const row = await db
    .selectFrom('member_session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.created_at
}

async function getTable(context: PlayContext, { after }: PlayBody<'get-table'>): Promise<PlayAnswer<'get-table'>> {
  const { deps, caller, play } = context
  const table = await tableOf(context)
  if (play.isEnded || !table) return { status: 'elsewhere' }
  await watchTable(deps, table.id)
  const steps = await readSteps(deps.db, table.id, after)
  if (steps === null) return { status: 'reload' }
  const { round, bets } = await readUnderway(deps.db, table.id)
  const { own, ...money } = await readPlaced(deps.db, { memberId: caller.memberId, roundId: round?.id ?? null })
  return {
    status: 'success',
    now: money.now.toISOString(),
    steps,
    balance: amountToWire(money.balance),
    own,
    ...bets,
  }
}

/** The series of a salt call: the newest one of the table, if it begins at that link. */
async function saltSeries(context: PlayContext, firstLink: number): Promise<SeriesRow | null> {
  const table = await tableOf(context)
  if (context.play.isEnded || !table) return null
  const series = await newestSeries(context, table)
  return series?.firstLink === firstLink ? series : null
}

async function sendSaltHash(
  context: PlayContext,
  body: PlayBody<'send-salt-hash'>,
): Promise<PlayAnswer<'send-salt-hash'>> {
  const series = await saltSeries(context, body.firstLink)
  if (series === null) return { status: 'none' }
  const { rows } = await sql<{ outcome: 'success' | 'late' | 'none' }>`
    SELECT table_salt_hash(${series.id}, ${seatOf(context)}, ${Buffer.from(body.saltHash, 'hex')}::bytea, ${mostSalts}::int) AS outcome`.execute(
    context.deps.db,
  )
  return { status: rows[0]?.outcome ?? 'none' }
}

async function sendSalt(context: PlayContext, body: PlayBody<'send-salt'>): Promise<PlayAnswer<'send-salt'>> {
  const series = await saltSeries(context, body.firstLink)
  if (series === null) return { status: 'none' }
  const seat = seatOf(context)
  const { tableName: table, gameCode: game, firstLink, previousLink } = series
  const id = { table, game, firstLink, previousLink: previousLink.toString('hex') }
  const saltHash = Buffer.from(saltHashOf(id, { seat, salt: body.salt }), 'hex')
  const { rows } = await sql<{ outcome: 'success' | 'early' | 'late' | 'wrong' | 'none' }>`
    SELECT table_salt_open(${series.id}, ${seat}, ${Buffer.from(body.salt, 'hex')}::bytea, ${saltHash}::bytea) AS outcome`.execute(
    context.deps.db,
  )
  return { status: rows[0]?.outcome ?? 'none' }
}

async function getTableRounds(
  context: PlayContext,
  body: PlayBody<'get-table-rounds'>,
): Promise<PlayAnswer<'get-table-rounds'>> {
  const { deps, caller } = context
  const table = await tableOf(context)
  if (!table) return { status: 'success', rounds: [], maxCount: 0 }
  const ended = deps.db
    .selectFrom('table_round as r')
    .where('r.table_id', '=', table.id)
    .where('r.state', 'in', ['dealt', 'settled', 'void'])
    .$if(body.own, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('table_bet as b')
            .select('b.request_id')
            .whereRef('b.round_id', '=', 'r.id')
            .where('b.member_id', '=', caller.memberId),
        ),
      ),
    )
  const { skip, take } = takeListed(body)
  const [listed, maxCount] = await Promise.all([
    ended.select('r.id').orderBy('r.number', 'desc').offset(skip).limit(take).execute(),
    countListed(deps.db, ended),
  ])
  const ids = listed.map(({ id }) => id)
  const rounds = await readPastTableRounds(deps.db, caller.memberId, ids)
  return { status: 'success', rounds: rounds.map(({ past }) => past), maxCount }
}
