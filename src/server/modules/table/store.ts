import { createHash } from 'node:crypto'
import type { PastTableRound, TableStep, WireSeries, WireTableRound } from '#contract/table.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import type { SaltEntry } from '#domain/games/table/salt-list.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import { isShoeGame, tableHashOf, type TableGame } from '#domain/games/table/table-game.ts'
import { lobbyOf, tableByCode, type CatalogueTable } from '#domain/games/table/tables.ts'
import { shownBalance } from '#domain/member.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type RawBuilder } from 'kysely'
import { readOwnRounds } from './own-bets.ts'

export { resultOf } from './own-bets.ts'

/** What the database has of tables, and its forms on the wire. */

/** A table of a brand with its settings. */
export type GameTable = {
  id: number
  brandId: number
  gameCode: string
  name: string
  betSeconds: number
  chips: Amount[]
  leastStake: Amount
  mostStake: Amount
  exposure: Amount
  /** Whether the brand offers it now. */
  offered: boolean
}

/** The columns of `GameTable`, of `game_table` as `t`. */
export const tableColumns = sql`t.id, t.brand_id AS "brandId", t.game_code AS "gameCode", t.name, t.bet_seconds AS "betSeconds", t.chips,
  t.least_stake AS "leastStake", t.most_stake AS "mostStake", t.exposure,
  coalesce((SELECT bg.used AND bc.used FROM brand_game bg JOIN game g ON g.code = bg.game_code
    JOIN brand_company bc ON bc.brand_id = bg.brand_id AND bc.company_code = g.company_code
    WHERE bg.brand_id = t.brand_id AND bg.game_code = t.game_code), false) AS offered`

/** The tables of a brand with these codes. */
export async function readTables(db: Database | Tx, brandId: number, codes: readonly string[]): Promise<GameTable[]> {
  const { rows } = await sql<GameTable>`
    SELECT ${tableColumns} FROM game_table t WHERE t.brand_id = ${brandId} AND t.game_code = any(${[...codes]}::text[])`.execute(
    db,
  )
  return rows
}

/** A table by its id, while its brand offers it. */
export async function readOfferedTable(db: Database, id: number): Promise<GameTable | null> {
  const { rows } = await sql<GameTable>`SELECT ${tableColumns} FROM game_table t WHERE t.id = ${id}::smallint`.execute(
    db,
  )
  return rows.find(({ offered }) => offered) ?? null
}

/** Those of them that the brand offers now. */
export async function readOfferedTables(
  db: Database | Tx,
  brandId: number,
  codes: readonly string[],
): Promise<GameTable[]> {
  return (await readTables(db, brandId, codes)).filter(({ offered }) => offered)
}

/** The shared table of a game in a brand; null of another game, also of one with a seat of one's own. */
export async function readTable(db: Database | Tx, brandId: number, code: string): Promise<GameTable | null> {
  if (tableByCode(code) === undefined) return null
  return (await readTables(db, brandId, [code]))[0] ?? null
}

/** The rules of a table's game. */
export function entryOf({ gameCode }: Pick<GameTable, 'gameCode'>): CatalogueTable {
  const entry = tableByCode(gameCode)
  if (!entry) throw new Error(`there is no table game ${gameCode}`)
  return entry
}

/** The company of a table, with whose account its money is exchanged. */
export function companyOf(table: Pick<GameTable, 'gameCode'>): string {
  return lobbyOf(entryOf(table).game).company
}

/** Of each game once: the data of a race have 36 kB. */
const hashes = new WeakMap<TableGame, string>()

/** The hash of a table game's mathematics in this program. */
export function currentTableHash({ game }: CatalogueTable): string {
  const known = hashes.get(game) ?? tableHashOf(game, (text) => createHash('sha256').update(text).digest('hex'))
  hashes.set(game, known)
  return known
}

/** The list of salts as it is stored and published. */
export type StoredSalts = { entries: SaltEntry[]; lateSeats: string[] }

export type SeriesPhase = WireSeries['phase']

/** A series with the closed hashes of its salts, by seat. */
export type SeriesRow = {
  id: bigint
  tableName: string
  gameCode: string
  chainEnd: Buffer
  firstLink: number
  previousLink: Buffer
  phase: SeriesPhase
  phaseEndsAt: Date | null
  salts: StoredSalts | null
  closed: { seat: string; saltHash: string }[]
  revealed: Buffer[]
}

/** The series that a condition on `q` and `t` selects, newest first. */
export async function readSeries(db: Database | Tx, condition: RawBuilder<unknown>, most = 1): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    SELECT q.id, t.name AS "tableName", t.game_code AS "gameCode", c.end_hash AS "chainEnd", q.first_link AS "firstLink",
           q.previous_link AS "previousLink", q.phase, q.phase_ends_at AS "phaseEndsAt", q.salts, q.revealed,
           (SELECT coalesce(json_agg(json_build_object('seat', a.seat, 'saltHash', encode(a.hash, 'hex')) ORDER BY a.seat COLLATE "C"), '[]')
              FROM table_salt a WHERE a.series_id = q.id AND NOT a.hash_late) AS closed
      FROM table_series q JOIN game_table t ON t.id = q.table_id JOIN table_chain c ON c.id = q.chain_id
     WHERE ${condition} ORDER BY q.id DESC LIMIT ${most}`.execute(db)
  return rows
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const wireTime = (at: Date | null): string | null => at?.toISOString() ?? null

/**
 * A series on the wire as it is, or as it was in an earlier phase: in `hashes` no salts are listed, in `salts` the closed hashes, then the
 * list. `links`: those that are revealed, left out of a phase that has passed.
 */
export function wireSeries(row: SeriesRow, at?: { phase: SeriesPhase; phaseEndsAt: Date | null }): WireSeries {
  const phase = at?.phase ?? row.phase
  const isPublished = phase === 'running' || phase === 'ended'
  return {
    table: row.tableName,
    game: row.gameCode,
    chainEnd: hex(row.chainEnd),
    firstLink: row.firstLink,
    previousLink: hex(row.previousLink),
    phase,
    phaseEndsAt: wireTime(at ? at.phaseEndsAt : row.phaseEndsAt),
    entries: isPublished
      ? (row.salts?.entries ?? [])
      : phase === 'salts'
        ? row.closed.map((one) => ({ ...one, salt: null, unmixed: null }))
        : [],
    lateSeats: isPublished ? (row.salts?.lateSeats ?? []) : [],
    links: phase === 'ended' || at === undefined ? row.revealed.map(hex) : [],
  }
}

/** A round as it is stored. */
export type RoundRow = {
  id: string
  number: number
  state: WireTableRound['state']
  place: number
  openedAt: Date
  closesAt: Date
  outcome: TableOutcome | null
  voidReason: WireTableRound['voidReason']
}

export const roundColumns = sql`r.id, r.number, r.state, r.place, r.opened_at AS "openedAt", r.closes_at AS "closesAt", r.outcome,
  r.void_reason AS "voidReason"`

/** The last settled rounds of the table of a game in a brand, the newest first; a round that windows still show is not settled. */
export async function readSettledRounds(
  db: Database | Tx,
  brandId: number,
  code: string,
  most: number,
): Promise<{ number: number; openedAt: Date; outcome: TableOutcome }[]> {
  const { rows } = await sql<{ number: number; openedAt: Date; outcome: TableOutcome }>`
    SELECT r.number, r.opened_at AS "openedAt", r.outcome FROM table_round r JOIN game_table t ON t.id = r.table_id
     WHERE t.brand_id = ${brandId} AND t.game_code = ${code} AND r.state = 'settled' ORDER BY r.number DESC LIMIT ${most}`.execute(
    db,
  )
  return rows
}

/** A round on the wire. */
export function wireRound(row: RoundRow): WireTableRound {
  return {
    roundId: row.id,
    number: row.number,
    state: row.state,
    opensAt: row.openedAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    outcome: row.outcome,
    voidReason: row.voidReason,
  }
}

/** The dealt and void rounds of a series, oldest first. */
export async function readRoundsOfSeries(db: Database | Tx, seriesId: bigint): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    SELECT ${roundColumns} FROM table_round r WHERE r.series_id = ${seriesId} AND r.state IN ('dealt', 'settled', 'void')
     ORDER BY r.number`.execute(db)
  return rows
}

/** The outcomes of the newest rounds of a table, oldest first. */
export async function readOutcomes(db: Database | Tx, tableId: number, most: number): Promise<TableOutcome[]> {
  const { rows } = await sql<{ outcome: TableOutcome }>`
    SELECT r.outcome FROM table_round r WHERE r.table_id = ${tableId}::smallint AND r.state = 'settled'
     ORDER BY r.number DESC LIMIT ${most}`.execute(db)
  return rows.map(({ outcome }) => outcome).toReversed()
}

/** The newest dealt and void rounds of a table, oldest first. */
export async function readNewestRounds(db: Database | Tx, tableId: number, most: number): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    SELECT ${roundColumns} FROM table_round r WHERE r.table_id = ${tableId}::smallint AND r.state IN ('dealt', 'settled', 'void')
     ORDER BY r.number DESC LIMIT ${most}`.execute(db)
  return rows.toReversed()
}

/** The round in progress: open, closed or dealt; null between rounds. */
export async function readRoundUnderway(db: Database | Tx, tableId: number): Promise<RoundRow | null> {
  const { rows } = await sql<RoundRow>`
    SELECT ${roundColumns} FROM table_round r WHERE r.table_id = ${tableId}::smallint AND r.state IN ('open', 'closed', 'dealt')`.execute(
    db,
  )
  return rows[0] ?? null
}

type StepRow = {
  number: number
  at: Date
  kind: TableStep['kind']
  seriesId: bigint | null
  phase: SeriesPhase | null
  phaseEndsAt: Date | null
  /** The round of the step as it is now. */
  round: (Omit<RoundRow, 'openedAt' | 'closesAt'> & { openedAt: string; closesAt: string }) | null
  link: string | null
}

/**
 * The steps of a table after a number, each as it was announced, and the number of its last one. Null when some of them are not kept any more, or the
 * table has not come so far.
 */
export async function readSteps(db: Database | Tx, tableId: number, after: number): Promise<TableStep[] | null> {
  const { rows } = await sql<StepRow & { gameCode: string; last: number; first: number | null }>`
    SELECT t.game_code AS "gameCode", s.step AS last, (SELECT min(m.number) FROM table_step m WHERE m.table_id = s.table_id) AS first, p.number, p.at, p.kind,
           p.series_id AS "seriesId", p.phase, p.phase_ends_at AS "phaseEndsAt",
           CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'number', r.number, 'state', r.state, 'place', r.place,
             'openedAt', r.opened_at, 'closesAt', r.closes_at, 'outcome', r.outcome, 'voidReason', r.void_reason) END AS round,
           encode(q.revealed[r.place + 1], 'hex') AS link
      FROM table_state s JOIN game_table t ON t.id = s.table_id
      LEFT JOIN table_step p ON p.table_id = s.table_id AND p.number > ${after}
      LEFT JOIN table_round r ON r.id = p.round_id
      LEFT JOIN table_series q ON q.id = r.series_id
     WHERE s.table_id = ${tableId}::smallint ORDER BY p.number`.execute(db)
  const [first] = rows
  if (!first || after > first.last || (after < first.last && after + 1 < (first.first ?? 0))) return null
  const announced = rows.filter((row) => row.kind !== null)
  const ids = [...new Set(announced.flatMap(({ seriesId }) => (seriesId === null ? [] : [seriesId])))]
  const series = ids.length === 0 ? [] : await readSeries(db, sql`q.id = any(${ids}::bigint[])`, ids.length)
  const { game } = entryOf(first)
  return announced.map((row) => wireStep(row, series, game))
}

function wireStep(row: StepRow, series: readonly SeriesRow[], game: TableGame): TableStep {
  const { number, kind, round } = row
  const base = { number, at: row.at.toISOString() }
  if (kind === 'resting') return { kind, ...base }
  if (kind === 'series') {
    const found = series.find(({ id }) => id === row.seriesId)
    if (!found || row.phase === null) throw new Error(`step ${number} has no series`)
    return { kind, ...base, series: wireSeries(found, { phase: row.phase, phaseEndsAt: row.phaseEndsAt }) }
  }
  if (round === null) throw new Error(`step ${number} has no round`)
  switch (kind) {
    case 'opened': {
      const opened = { ...round, state: 'open' as const, outcome: null, voidReason: null }
      return {
        kind,
        ...base,
        round: wireRound({ ...opened, openedAt: new Date(round.openedAt), closesAt: new Date(round.closesAt) }),
      }
    }
    case 'dealt':
      if (round.outcome === null) throw new Error(`step ${number} has no outcome`)
      // The link of a shoe is revealed when it has ended.
      return {
        kind,
        ...base,
        roundId: round.id,
        outcome: round.outcome,
        links: isShoeGame(game) || row.link === null ? [] : [row.link],
      }
    case 'void':
      return { kind, ...base, roundId: round.id, reason: round.voidReason ?? 'interrupted' }
    default:
      return { kind, ...base, roundId: round.id }
  }
}

/** The number of the last step of a table. */
export async function readLastStep(db: Database | Tx, tableId: number): Promise<number> {
  const row = await db
    .selectFrom('table_state')
    .select('step')
    .where('table_id', '=', tableId)
    .executeTakeFirstOrThrow()
  return row.step
}

/** A spot with the stakes of all members on it, and how many they are. */
export type SpotTotal = { spot: string; stake: string; members: number }
export type Seat = { name: string; staked: string }

/** So many seats are named: those who staked first. A thousand sockets get them twice a second. */
const mostSeats = 24

/** The stakes of a round by spot, and by member under a masked nick; nothing of those that were undone. */
export async function readBets(
  db: Database | Tx,
  roundId: string | null,
): Promise<{ totals: SpotTotal[]; seats: Seat[] }> {
  if (roundId === null) return { totals: [], seats: [] }
  const { rows } = await sql<{ nick: string; memberId: bigint; spots: string }>`
    SELECT m.nick, b.member_id AS "memberId", string_agg(b.spots, ' ') AS spots
      FROM table_bet b JOIN member m ON m.id = b.member_id
     WHERE b.round_id = ${roundId}::uuid AND b.undone_at IS NULL GROUP BY b.member_id, m.nick ORDER BY min(b.at)`.execute(
    db,
  )
  const totals = new Map<string, { stake: Amount; members: Set<bigint> }>()
  const seats = rows.map(({ nick, memberId, spots }): Seat => {
    let staked = 0n
    for (const { spot, stake } of stakesOfText(spots)) {
      const total = totals.get(spot) ?? { stake: 0n, members: new Set<bigint>() }
      totals.set(spot, { stake: total.stake + stake, members: total.members.add(memberId) })
      staked += stake
    }
    return { name: maskedNick(nick), staked: amountToWire(staked) }
  })
  return {
    totals: [...totals].map(([spot, { stake, members }]) => ({
      spot,
      stake: amountToWire(stake),
      members: members.size,
    })),
    seats: seats.slice(0, mostSeats),
  }
}

/** The first letter of a nick and three stars. */
export function maskedNick(nick: string): string {
  return `${[...nick][0] ?? ''}***`
}

/** The balance as other pages show it, without wins of slots that are not shown yet, and the database's clock. */
export async function readMoney(db: Database, memberId: bigint): Promise<{ balance: Amount; now: Date }> {
  const money = (await readMoneyOf(db, [memberId])).get(memberId)
  if (!money) throw new Error(`member ${memberId} has no wallet`)
  return money
}

/** The same of several members. */
export async function readMoneyOf(
  db: Database,
  memberIds: readonly bigint[],
): Promise<Map<bigint, { balance: Amount; now: Date }>> {
  const rows = await db
    .selectFrom('wallet')
    .select(['member_id', 'cash', sql<Date>`clock_timestamp()`.as('now')])
    .select(sql<Amount>`CASE WHEN unseen_until > now() THEN unseen ELSE 0 END`.as('unseen'))
    .where('member_id', '=', sql<bigint>`any(${[...memberIds]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.member_id, { balance: shownBalance(row.cash, row.unseen), now: row.now }]))
}

/** Rounds as a member reads them, newest first, with the member's own money in each and the name of the table. */
export async function readPastTableRounds(
  db: Database,
  memberId: bigint,
  ids: readonly string[],
): Promise<{ table: string; past: PastTableRound }[]> {
  const { rows } = await sql<RoundRow & { table: string; firstLink: number; chainEnd: string }>`
    SELECT ${roundColumns}, t.name AS table, q.first_link AS "firstLink", encode(c.end_hash, 'hex') AS "chainEnd"
      FROM table_round r JOIN table_series q ON q.id = r.series_id JOIN table_chain c ON c.id = q.chain_id JOIN game_table t ON t.id = r.table_id
     WHERE r.id = any(${[...ids]}::uuid[]) ORDER BY r.number DESC`.execute(db)
  const own = await readOwnRounds(db, memberId, ids)
  return rows.map((row) => ({
    table: row.table,
    past: {
      round: wireRound(row),
      own: own.get(row.id) ?? null,
      series: { firstLink: row.firstLink, chainEnd: row.chainEnd },
    },
  }))
}
