import { listSalts, type HashArrival, type SaltArrival } from '#domain/games/table/salt-arrivals.ts'
import { openFor, type TableAct, type TablePace } from '#domain/games/table/dealing.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { isShoeGame } from '#domain/games/table/table-game.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { alarmAtTable, isAsOpened, isFromBefore, keepEnded, refuseEnded } from '#server/ledger/ended-rounds.ts'
import { saltsDigest, type SeriesProof, type StoredSeriesProof } from '#server/ledger/series-message.ts'
import {
  addSeriesProof,
  countProven,
  keepSeries,
  readClock,
  readNewestSeries,
  requirePlace,
  requireSeries,
} from '#server/ledger/series-proofs.ts'
import { isLostChain, resultsOf, type DrawnSeries, type StoredChain } from '#server/ledger/table-draw.ts'
import {
  compareWithProof,
  createTableProofKeys,
  linkOf,
  lockRoundFacts,
  proveEnd,
  readPlacements,
  type Ending,
  type Opening,
  type ProvenPlacement,
  type RoundFacts,
  type StoredProof,
} from '#server/ledger/table-proofs.ts'
import { dealTableRound, settleTableRound, voidTableRound } from '#server/ledger/tables.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beginSeries } from './chain.ts'
import { recordOpposites } from './opposites.ts'
import { companyOf, entryOf, type StoredSalts } from './store.ts'

/** What a dealer reads of a table, and its transitions (`db/functions/table/dealing.sql`). */

export type DealingDeps = Pick<Deps, 'db' | 'config' | 'ledger' | 'events' | 'log' | 'moneyOut'>

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
  chainId: number
  salts: StoredSalts | null
  /** As a chain of this table: one of another table cannot be decrypted. */
  chain: StoredChain
  /** A newer chain was added after a restore: what is left of this series may have been published, and takes no bets. */
  isOfOldChain: boolean
  /** How many rounds of the series are not void. */
  places: number
  roundId: string | null
  number: number
  /** The last round that was not signed yet; null where all are. */
  unproven: number | null
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
           q.chain_id AS "chainId", json_build_object('publicId', c.public_id, 'tableId', t.id, 'links', c.links, 'keyId', c.key_id,
             'seedEncrypted', encode(c.seed_encrypted, 'hex')) AS chain,
           EXISTS (SELECT FROM table_chain n WHERE n.table_id = t.id AND n.id > q.chain_id) AS "isOfOldChain",
           (SELECT count(*)::int FROM table_round n WHERE n.series_id = q.id) AS places,
           r.id AS "roundId", r.number, u.last_number AS unproven, r.state, r.place, r.dealer AS opener, r.closes_at AS "closesAt", r.closed_at AS "closedAt",
           r.dealt_at AS "dealtAt", r.ended_at AS "endedAt", r.outcome
      FROM game_table t JOIN table_state s ON s.table_id = t.id LEFT JOIN table_unproven u ON u.table_id = t.id
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
  const { deps, dealer, table, pace } = dealing
  const call = async (query: ReturnType<typeof sql<{ done: boolean }>>): Promise<bigint[] | null> =>
    (await query.execute(deps.db)).rows[0]?.done === true ? [] : null
  const of = sql`${table.id}::smallint, ${dealer}::uuid`
  const { game } = entryOf(table)
  switch (act) {
    case 'begin-series': {
      const begin = { tableId: table.id, game, hashesMs: pace.hashesMs }
      return kept(deps, await deps.db.transaction().execute((tx) => beginSeries(tx, deps, begin)))
    }
    case 'close-hashes':
      return call(sql`SELECT table_close_hashes(${of}, ${table.seriesId}::bigint, ${pace.saltsMs}::int) AS done`)
    case 'list-salts':
      return publishSalts(dealing)
    case 'end-series':
      return endSeries(dealing)
    case 'open':
      return (await deps.db.transaction().execute((tx) => openRound(tx, dealing))) ? [] : null
    case 'close':
      return call(sql`SELECT table_close(${of}, ${table.roundId}::uuid, ${pace.overdueMs}::int) AS done`)
    case 'deal':
      return deal(dealing)
    case 'settle':
      return settle(dealing)
    case 'void':
      return voidRound(dealing)
    case 'rest':
      return call(sql`SELECT table_rest(${of}, ${pace.unwatchedMs}::int) AS done`)
  }
}

/** Keeps a record of a series after its commit; null where there is none. */
function kept(deps: DealingDeps, proof: StoredSeriesProof | 'unsigned' | null): bigint[] | null {
  if (proof === null) return null
  if (proof !== 'unsigned') keepSeries(deps, proof)
  return []
}

/** Adds the next record of a signed series: of one from before there is none. */
async function addNext(
  tx: Tx,
  deps: DealingDeps,
  last: SeriesProof | null,
  next: Pick<SeriesProof, 'kind' | 'salts' | 'rounds'>,
): Promise<StoredSeriesProof | 'unsigned'> {
  if (last === null) return 'unsigned'
  const { tableId, game, number, chainId, firstLink, previousLink } = last
  return addSeriesProof(tx, deps, { tableId, game, number: number + 1, chainId, firstLink, previousLink, ...next })
}

/** Publishes the list of salts, made of what has arrived while no more arrives, and signs it. */
async function publishSalts({ deps, dealer, table }: Dealing): Promise<bigint[] | null> {
  const proof = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ due: boolean }>`
      SELECT table_salts_due(${table.id}::smallint, ${dealer}::uuid, ${table.seriesId}::bigint) AS due`.execute(tx)
    if (rows[0]?.due !== true) return null
    const last = await requireSeries(tx, deps, table, 'begun')
    const list = await listArrived(tx, table)
    const listed = await addNext(tx, deps, last, { kind: 'listed', salts: saltsDigest(list), rounds: null })
    await sql`SELECT table_list_salts(${table.seriesId}::bigint, ${JSON.stringify(list)}::jsonb)`.execute(tx)
    return listed
  })
  return kept(deps, proof)
}

/** The list of the salts that have arrived for the series of a table. */
async function listArrived(tx: Tx, table: DealtTable): Promise<StoredSalts> {
  const arrived = await sql<HashArrival & { salt: string | null; isLateSalt: boolean | null }>`
    SELECT a.seat, encode(a.hash, 'hex') AS "saltHash", a.hash_late AS "isLate", encode(a.salt, 'hex') AS salt, a.salt_late AS "isLateSalt"
      FROM table_salt a WHERE a.series_id = ${table.seriesId}::bigint ORDER BY a.hash_at, a.seat`.execute(tx)
  const salts = arrived.rows.flatMap(({ seat, salt, isLateSalt }): SaltArrival[] =>
    salt === null ? [] : [{ seat, salt, isLate: isLateSalt ?? true }],
  )
  const { entries, lateSeats } = listSalts(seriesIdOf(table), { hashes: arrived.rows, salts })
  return { entries: [...entries], lateSeats: [...lateSeats] }
}

/**
 * Ends a series whose rounds are all proven, and reveals the links that were not revealed yet. One whose chain is under a lost key ends with the rounds
 * that it has, and no further link of it is ever revealed.
 */
async function endSeries({ deps, dealer, table, drawn }: Dealing): Promise<bigint[] | null> {
  const { game } = entryOf(table)
  const whole = isLostChain(deps.config, table.chain) ? null : drawn()
  const due = whole?.outcomes.length ?? table.places
  const proof = await deps.db.transaction().execute(async (tx) => {
    const of = sql`${table.id}::smallint, ${dealer}::uuid`
    const locked = await sql<{ held: boolean }>`SELECT table_lock(${of}) AS held`.execute(tx)
    if (locked.rows[0]?.held !== true) return null
    const last = await requireSeries(tx, deps, table, 'listed')
    const rounds = last === null ? table.places : await countProven(tx, deps, game, last)
    if (rounds < due || rounds !== table.places)
      throw alarmAtTable(
        deps,
        table.id,
        `its series would end with ${table.places} rounds, and ${rounds} of ${due} are proven`,
      )
    const kind = whole === null ? 'abandoned' : 'ended'
    const ended = await addNext(tx, deps, last, { kind, salts: last?.salts ?? null, rounds })
    const shown = whole && (isShoeGame(game) ? whole.links : whole.links.slice(0, rounds))
    const dealt = shown && shown.map((link) => Buffer.from(link))
    const { rows } = await sql<{ done: boolean }>`
      SELECT table_end_series(${of}, ${table.seriesId}::bigint, ${dealt}::bytea[]) AS done`.execute(tx)
    if (rows[0]?.done !== true) throw new Error(`series ${table.seriesId} did not end`)
    return ended
  })
  if (proof !== null && whole === null)
    deps.log.warn({ table: table.name, keyId: table.chain.keyId }, 'a series was abandoned, because its key is lost')
  return kept(deps, proof)
}

/** Opens the next round: its place, its opening and its close are signed before any placement. */
async function openRound(tx: Tx, { deps, dealer, table, pace }: Dealing): Promise<boolean> {
  const { game } = entryOf(table)
  const of = sql`${table.id}::smallint, ${dealer}::uuid, ${table.seriesId}::bigint`
  const { rows } = await sql<{ number: number; at: string; closes: string }>`
    SELECT * FROM table_open_due(${of}, ${table.places}::int, ${openFor(pace, table.now.getTime())}::int)`.execute(tx)
  const [due] = rows
  if (!due) return false
  await requirePlace(tx, deps, { game, proof: await requireSeries(tx, deps, table, 'listed'), place: table.places })
  const { number, at: openedAt, closes: closesAt } = due
  const place = { chainId: table.chainId, link: linkOf(game, { ...table, place: table.places }), place: table.places }
  const opening: Opening = { tableId: table.id, number, roundId: uuid(), ...place, openedAt, closesAt }
  refuseEnded(deps, game, opening)
  const mac = createTableProofKeys(deps.config.secret).sign(opening)
  await sql`
    SELECT table_open(${of}, ${opening.roundId}::uuid, ${opening.place}::int, ${number}::int, ${openedAt}::timestamptz, ${closesAt}::timestamptz,
      ${mac}::bytea)`.execute(tx)
  return true
}

/** A round that this dealer ends, under its locks, with all of its placements. */
type EndedRound = {
  tx: Tx
  facts: RoundFacts
  /** The record of its series; null of one from before. */
  series: SeriesProof | null
  placements: readonly ProvenPlacement[]
}

/**
 * Ends the betting of the round of a table, in one transaction that signs it: nothing of a round that has ended is decided again. Resolves with
 * what `end` does, null where the dealer has lost the table.
 */
async function endRound<Result>(
  { deps, dealer, table }: Dealing,
  end: (ended: EndedRound) => Promise<{ proof: StoredProof; result: Result } | null>,
): Promise<Result | null> {
  const { roundId } = table
  if (roundId === null) throw new Error(`table ${table.name} has no round`)
  const { game } = entryOf(table)
  const ended = await deps.db.transaction().execute(async (tx) => {
    const locked = await sql<{ held: boolean }>`
      SELECT table_lock(${table.id}::smallint, ${dealer}::uuid) AS held`.execute(tx)
    if (locked.rows[0]?.held !== true) return null
    // Placements that are underway are booked before it is read, and none comes after.
    const facts = await lockRoundFacts(tx, game, roundId)
    if (facts === null || (facts.state !== 'open' && facts.state !== 'closed')) return null
    refuseEnded(deps, game, facts)
    const series = await requireSeries(tx, deps, table, 'listed')
    await requirePlace(tx, deps, { game, proof: series, place: facts.place })
    if (facts.seriesId !== table.seriesId || facts.chainId !== table.chainId)
      throw alarmAtTable(deps, table.id, `round ${roundId} is of another series`)
    return end({ tx, facts, series, placements: await readPlacements(tx, roundId) })
  })
  if (ended === null) return null
  keepEnded(deps, ended.proof)
  return ended.result
}

/** Publishes the outcome of a closed round: of one that closed when its opening says, at the place that its opening names. */
async function deal(dealing: Dealing): Promise<bigint[] | null> {
  const { deps, dealer, table, drawn } = dealing
  const { game } = entryOf(table)
  if (isLostChain(deps.config, table.chain)) throw waitsForOffice(table)
  const { links, outcomes } = drawn()
  return endRound<bigint[]>(dealing, async ({ tx, facts, series, placements }) => {
    const { place, roundId } = facts
    const outcome = outcomes[place]
    if (!outcome) throw new Error(`series ${table.seriesId} has no round ${place}`)
    const isOld =
      series === null && facts.opening === null && isFromBefore(deps, { ...facts, unproven: table.unproven })
    if ((!isOld && !isAsOpened(deps, facts)) || facts.link !== linkOf(game, { ...table, place }))
      throw alarmAtTable(deps, table.id, `round ${roundId} is not as it was opened`)
    // Placements are taken until the signed close: no outcome may be known before.
    if (facts.now < facts.closesAt || (facts.closedAt ?? '') < facts.closesAt)
      throw alarmAtTable(deps, table.id, `round ${roundId} would be dealt before its close`)
    const proof = proveEnd(deps.config.secret, facts, { outcome, placements })
    const revealed = isShoeGame(game) ? null : links.slice(0, place + 1).map((link) => Buffer.from(link))
    const done = await dealTableRound(tx, { tableId: table.id, dealer, roundId }, { proof, revealed })
    return done ? { proof, result: [] } : null
  })
}

/** Makes a round void of which nothing was shown, and gives every stake back. */
async function voidRound(dealing: Dealing): Promise<bigint[] | null> {
  const { deps, dealer, table } = dealing
  const contraId = await deps.ledger.accountId(table.brandId, 'gaming', companyOf(table))
  return endRound<bigint[]>(dealing, async ({ tx, facts, placements }) => {
    const proof = proveEnd(deps.config.secret, facts, { outcome: null, placements })
    const live = placements
      .filter(({ isUndone }) => !isUndone)
      .map(({ memberId, key }) => ({ memberId, key, contraId }))
    const round = { tableId: table.id, dealer, roundId: facts.roundId }
    const ending = endingOf(deps, table, { roundId: facts.roundId, state: 'void', endedAt: proof.at })
    const done = await voidTableRound(tx, deps.config.secret, round, { placements: live, proof, ending })
    return done ? { proof, result: [...new Set(live.map(({ memberId }) => memberId))] } : null
  })
}

/** Settles a dealt round by its outcome and placements, both as they were when it was dealt. */
async function settle({ deps, dealer, table }: Dealing): Promise<bigint[] | null> {
  const { roundId, outcome } = table
  if (roundId === null || outcome === null) throw new Error(`table ${table.name} has no dealt round`)
  const contraId = await deps.ledger.accountId(table.brandId, 'gaming', companyOf(table))
  const placements = await readPlacements(deps.db, roundId)
  const isOld =
    isFromBefore(deps, { ...table, tableId: table.id }) && (await readNewestSeries(deps.db, deps, table.id)) === null
  if (!isOld) await requireProof(deps, table, { roundId, outcome, placements })
  const live = placements.filter(({ isUndone }) => !isUndone)
  const results = resultsOf(entryOf(table).game, outcome, live)
  const at = await readClock(deps.db)
  const ending = endingOf(deps, table, { roundId, state: 'settled', endedAt: at })
  const done = await deps.db
    .transaction()
    .execute((tx) =>
      settleTableRound(
        tx,
        deps.config.secret,
        { tableId: table.id, dealer, roundId },
        { contraId, results, at, ending },
      ),
    )
  if (!done) return null
  // Of a process that ends here it is not recorded: nothing depends on it.
  await recordOpposites(deps.db, entryOf(table).game, roundId).catch((error: unknown) => {
    deps.log.warn({ err: error, round: roundId }, 'opposite bets of linked accounts were not recorded')
  })
  return results.map(({ memberId }) => memberId)
}

/** The keyed hash of how a round of a table ended. */
function endingOf(
  { config }: DealingDeps,
  { id: tableId, number, opener }: DealtTable,
  end: Pick<Ending, 'roundId' | 'state' | 'endedAt'>,
): Buffer {
  const voidReason = end.state === 'void' ? 'interrupted' : null
  return createTableProofKeys(config.secret).sign({
    tableId,
    number,
    dealer: opener,
    voidReason,
    voidedAt: null,
    ...end,
  })
}

/** Throws where outcome and placements are not those of the round's proof: with an alarm, unless its key may be lost. */
async function requireProof(
  deps: DealingDeps,
  table: DealtTable,
  round: { roundId: string; outcome: TableOutcome; placements: readonly ProvenPlacement[] },
): Promise<void> {
  const found = await compareWithProof(deps.db, deps.config.secret, round)
  if (found === 'lost-key') throw waitsForOffice(table)
  if (found !== 'same')
    throw alarmAtTable(deps, table.id, `outcome or placements of round ${round.roundId} are not those of its proof`)
}

/** A round that was closed or dealt under a lost key is not finished. */
function waitsForOffice({ roundId }: DealtTable): Error {
  return new Error(`the key of round ${roundId} is lost: it waits until two operators make it void`)
}
