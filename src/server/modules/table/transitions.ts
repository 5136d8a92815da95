import { listSalts, type HashArrival, type SaltArrival } from '#domain/games/table/salt-arrivals.ts'
import { openFor, type TableAct, type TablePace } from '#domain/games/table/dealing.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { isShoeGame } from '#domain/games/table/table-game.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { resultsOf, type DrawnSeries, type StoredChain } from '#server/ledger/table-draw.ts'
import { settleTableRound, voidTableRound, type PlacementKey } from '#server/ledger/tables.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beginSeries } from './chain.ts'
import { recordOpposites } from './opposites.ts'
import { companyOf, entryOf, type StoredSalts } from './store.ts'

/** What a dealer reads of a table, and its transitions (`db/functions/table/dealing.sql`). */

export type DealingDeps = Pick<Deps, 'db' | 'config' | 'ledger' | 'events' | 'log'>

/** A table with its newest series and round, as the dealer reads them. */
export type DealtTable = {
  id: number
  brandId: number
  gameCode: string
  betSeconds: number
  name: string
  now: Date
  dealer: string | null
  dealerUntil: Date | null
  watchedAt: Date | null
  seriesId: bigint | null
  phase: 'hashes' | 'salts' | 'running' | 'ended' | null
  phaseEndsAt: Date | null
  firstLink: number
  previousLink: Buffer
  salts: StoredSalts | null
  chain: StoredChain
  /** How many rounds of the series are not void. */
  places: number
  roundId: string | null
  state: 'open' | 'closed' | 'dealt' | 'settled' | 'void'
  place: number
  opener: string
  closesAt: Date | null
  closedAt: Date | null
  dealtAt: Date | null
  endedAt: Date | null
  outcome: TableOutcome | null
}

/** The tables that do not rest, or one table. */
export async function readDealt(db: Deps['db'], tableId: number | null): Promise<DealtTable[]> {
  const which = tableId === null ? sql`NOT s.resting` : sql`t.id = ${tableId}::smallint`
  const { rows } = await sql<DealtTable>`
    SELECT t.id, t.brand_id AS "brandId", t.game_code AS "gameCode", t.bet_seconds AS "betSeconds", t.name, clock_timestamp() AS now,
           s.dealer, s.dealer_until AS "dealerUntil", s.watched_at AS "watchedAt",
           q.id AS "seriesId", q.phase, q.phase_ends_at AS "phaseEndsAt", q.first_link AS "firstLink", q.previous_link AS "previousLink", q.salts,
           json_build_object('publicId', c.public_id, 'tableId', c.table_id, 'links', c.links, 'keyId', c.key_id,
             'seedEncrypted', encode(c.seed_encrypted, 'hex')) AS chain,
           (SELECT count(*)::int FROM table_round n WHERE n.series_id = q.id) AS places,
           r.id AS "roundId", r.state, r.place, r.dealer AS opener, r.closes_at AS "closesAt", r.closed_at AS "closedAt",
           r.dealt_at AS "dealtAt", r.ended_at AS "endedAt", r.outcome
      FROM game_table t JOIN table_state s ON s.table_id = t.id
      LEFT JOIN LATERAL (SELECT * FROM table_series x WHERE x.table_id = t.id ORDER BY x.id DESC LIMIT 1) q ON true
      LEFT JOIN table_chain c ON c.id = q.chain_id
      LEFT JOIN LATERAL (SELECT * FROM table_round x WHERE x.table_id = t.id ORDER BY x.number DESC LIMIT 1) r ON true
     WHERE ${which} ORDER BY t.id`.execute(db)
  return rows.map((row) => {
    const { seedEncrypted, ...chain } = row.chain as unknown as StoredChain & { seedEncrypted: unknown }
    return { ...row, chain: { ...chain, seedEncrypted: Buffer.from(String(seedEncrypted), 'hex') } }
  })
}

export function seriesIdOf({ name, gameCode, firstLink, previousLink }: DealtTable) {
  return { table: name, game: gameCode, firstLink, previousLink: previousLink.toString('hex') }
}

/** A transition that is due at a table. */
export type Dealing = {
  deps: DealingDeps
  dealer: string
  table: DealtTable
  pace: TablePace
  drawn: () => DrawnSeries
}

/** Performs a transition; the members whose money moved, or null where it had no effect. */
export async function performAct(dealing: Dealing, act: Exclude<TableAct, object>): Promise<bigint[] | null> {
  const { deps, dealer, table, pace, drawn } = dealing
  const call = async (query: ReturnType<typeof sql<{ done: boolean }>>): Promise<bigint[] | null> =>
    (await query.execute(deps.db)).rows[0]?.done === true ? [] : null
  const of = sql`${table.id}::smallint, ${dealer}::uuid`
  const { game } = entryOf(table)
  switch (act) {
    case 'begin-series': {
      const begin = { tableId: table.id, game, hashesMs: pace.hashesMs }
      return (await deps.db.transaction().execute((tx) => beginSeries(tx, deps.config, begin))) ? [] : null
    }
    case 'close-hashes':
      return call(sql`SELECT table_close_hashes(${of}, ${table.seriesId}::bigint, ${pace.saltsMs}::int) AS done`)
    case 'list-salts':
      return (await deps.db.transaction().execute((tx) => publishSalts(tx, dealing))) ? [] : null
    case 'end-series': {
      const { links } = drawn()
      const dealt = isShoeGame(game) ? links : links.slice(0, table.places)
      return call(
        sql`SELECT table_end_series(${of}, ${table.seriesId}::bigint, ${dealt.map((link) => Buffer.from(link))}::bytea[]) AS done`,
      )
    }
    case 'open':
      return call(
        sql`SELECT table_open(${of}, ${table.seriesId}::bigint, ${uuid()}::uuid, ${table.places}::int, ${openFor(pace, table.now.getTime())}::int) AS done`,
      )
    case 'close':
      return call(sql`SELECT table_close(${of}, ${table.roundId}::uuid, ${pace.overdueMs}::int) AS done`)
    case 'deal': {
      const { links, outcomes } = drawn()
      const outcome = outcomes[table.place]
      if (!outcome) throw new Error(`series ${table.seriesId} has no round ${table.place}`)
      const revealed = isShoeGame(game) ? null : links.slice(0, table.place + 1).map((link) => Buffer.from(link))
      return call(
        sql`SELECT table_deal(${of}, ${table.roundId}::uuid, ${JSON.stringify(outcome)}::jsonb, ${revealed}::bytea[]) AS done`,
      )
    }
    case 'settle':
      return settle(dealing)
    case 'void':
      return voidRound(dealing)
    case 'rest':
      return call(sql`SELECT table_rest(${of}, ${pace.unwatchedMs}::int) AS done`)
  }
}

/** Publishes the list of salts, made of what has arrived while no more arrives. */
async function publishSalts(tx: Tx, { dealer, table }: Dealing): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT table_salts_due(${table.id}::smallint, ${dealer}::uuid, ${table.seriesId}::bigint) AS due`.execute(tx)
  if (rows[0]?.due !== true) return false
  const arrived = await sql<HashArrival & { salt: string | null; isLateSalt: boolean | null }>`
    SELECT a.seat, encode(a.hash, 'hex') AS "saltHash", a.hash_late AS "isLate", encode(a.salt, 'hex') AS salt, a.salt_late AS "isLateSalt"
      FROM table_salt a WHERE a.series_id = ${table.seriesId}::bigint ORDER BY a.hash_at, a.seat`.execute(tx)
  const salts = arrived.rows.flatMap(({ seat, salt, isLateSalt }): SaltArrival[] =>
    salt === null ? [] : [{ seat, salt, isLate: isLateSalt ?? true }],
  )
  const { entries, lateSeats } = listSalts(seriesIdOf(table), { hashes: arrived.rows, salts })
  await sql`SELECT table_list_salts(${table.seriesId}::bigint, ${JSON.stringify({ entries, lateSeats })}::jsonb)`.execute(
    tx,
  )
  return true
}

async function settle({ deps, dealer, table }: Dealing): Promise<bigint[] | null> {
  const { roundId, outcome } = table
  if (roundId === null || outcome === null) throw new Error(`table ${table.name} has no dealt round`)
  const contraId = await deps.ledger.accountId(table.brandId, 'gaming', companyOf(table))
  const results = resultsOf(entryOf(table).game, outcome, await liveBets(deps.db, roundId))
  const done = await deps.db
    .transaction()
    .execute((tx) =>
      settleTableRound(tx, deps.config.secret, { tableId: table.id, dealer, roundId }, { contraId, results }),
    )
  if (!done) return null
  // Of a process that ends here it is not recorded: nothing depends on it.
  await recordOpposites(deps.db, entryOf(table).game, roundId).catch((error: unknown) => {
    deps.log.warn({ err: error, round: roundId }, 'opposite bets of linked accounts were not recorded')
  })
  return results.map(({ memberId }) => memberId)
}

async function voidRound({ deps, dealer, table }: Dealing): Promise<bigint[] | null> {
  const { roundId } = table
  if (roundId === null) throw new Error(`table ${table.name} has no round`)
  const contraId = await deps.ledger.accountId(table.brandId, 'gaming', companyOf(table))
  return deps.db.transaction().execute(async (tx) => {
    const locked = await sql<{ held: boolean }>`
      SELECT table_lock(${table.id}::smallint, ${dealer}::uuid) AS held`.execute(tx)
    if (locked.rows[0]?.held !== true) return null
    // Placements that are underway are booked before it is read, and none comes after.
    await sql`SELECT table_round_lock(${roundId}::uuid)`.execute(tx)
    const placements: PlacementKey[] = (await liveBets(tx, roundId)).map(({ memberId, key }) => ({
      memberId,
      key,
      contraId,
    }))
    const round = { tableId: table.id, dealer, roundId }
    const done = await voidTableRound(tx, deps.config.secret, round, placements)
    return done ? [...new Set(placements.map(({ memberId }) => memberId))] : null
  })
}

/** The placements of a round that are not undone, by member. */
async function liveBets(
  db: Deps['db'] | Tx,
  roundId: string,
): Promise<{ memberId: bigint; key: string; spots: string }[]> {
  const { rows } = await sql<{ memberId: bigint; key: string; spots: string }>`
    SELECT b.member_id AS "memberId", b.request_id AS key, b.spots FROM table_bet b
     WHERE b.round_id = ${roundId}::uuid AND b.undone_at IS NULL ORDER BY b.member_id, b.at`.execute(db)
  return rows
}
