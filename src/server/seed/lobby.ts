import { inTransaction } from '#server/db/pool.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { lobbyFeaturesOf, type LobbyFeature } from '#domain/games/lobby-features.ts'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import {
  openSeatGames,
  seatGameByCode,
  seatGames,
  secondsOfDecision,
  type CatalogueSeatGame,
} from '#domain/games/seat-games.ts'
import { lobbyOf, openTableByCode, openTables, tables, type CatalogueTable } from '#domain/games/table/tables.ts'
import { tableFeaturesOf } from '#domain/games/table/table-features.ts'
import { leastChip, returnedBy } from '#domain/games/table/table-game.ts'
import { possibleMarks } from '#domain/games/table/marks.ts'
import { wholeUnits } from '#domain/money.ts'
import { currentTableHash } from '#server/modules/table/store.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/pool.ts'
import { currentMathHash } from '#server/modules/slot/store.ts'
import { loadPublishedGames, boundsOf } from '#server/ledger/redraw.ts'
import { seatBoundsOf } from '#server/ledger/seat-draw.ts'
import type { Tx } from '../ledger/ledger.ts'

/** The content of the lobby: the studio's games with their mathematics, and games in development. */

type Names = { ko: string; en: string; jp: string; vn: string; cn: string }
type Kind = 'slot' | 'casino' | 'sport'

const same = (name: string): Names => ({ ko: name, en: name, jp: name, vn: name, cn: name })

const companies: readonly { code: string; kind: Kind; names: Names }[] = [
  { code: 'baize', kind: 'slot', names: same('Baize Studio') },
  { code: 'baize-live', kind: 'casino', names: same('Baize Live') },
  { code: 'baize-race', kind: 'sport', names: same('Baize Race') },
]

type PlannedGame = { code: string; company: string; kind: Kind; names: Names; features?: readonly LobbyFeature[] }

/**
 * Tables, races and planned games: their tiles are listed as closed until the games exist. The kind of each slot is
 * fixed; its return and volatility appear when its mathematics are published.
 */
const planned: readonly PlannedGame[] = [
  ...tablesOf('casino'),
  ...seatGames.map(({ game: { code }, names, company }) => ({
    code,
    names,
    company,
    kind: 'casino' as const,
    features: ['classic'] as const,
  })),
  ...tablesOf('sport'),
]

function tablesOf(kind: 'casino' | 'sport'): PlannedGame[] {
  return tables
    .map((table) => ({
      code: table.game.code,
      names: table.names,
      features: tableFeaturesOf(table),
      ...lobbyOf(table.game),
    }))
    .filter((planned) => planned.kind === kind)
}

/**
 * Writes the lobby's companies and games, each published mathematics as a version, and the offer of each brand: the
 * studio's games open, planned games closed. Runs at every start; a brand's own switches stay unchanged. A planned game
 * that this release can play is released now, and opens for every brand. Tests and development give the codes of games with decisions to open others.
 */
export function publishGames(db: Database | Tx, openSeats: readonly string[] = openSeatGames): Promise<void> {
  const seats = openSeats.flatMap((code) => seatGameByCode(code) ?? [])
  return inTransaction(db, (tx) => publish(tx, seats))
}

async function publish(db: Tx, seats: readonly CatalogueSeatGame[]): Promise<void> {
  await db
    .insertInto('company')
    .values(
      companies.map((company, sort) => ({
        code: company.code,
        kind: company.kind,
        names: JSON.stringify(company.names),
        image: `company/${company.code}`,
        sort,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((of) => ({
          names: of.ref('excluded.names'),
          image: of.ref('excluded.image'),
          sort: of.ref('excluded.sort'),
        }))
        .where(differs('company', ['names', 'image', 'sort'])),
    )
    .execute()
  await publishEntries(db)
  const released = await publishVersions(db, seats)
  await linkJackpots(db)
  await offerToBrands(db, seats)
  await addTables(db, seats)
  if (released.length > 0) await release(db, released)
}

/** The bounds of a version, as `game_version` has them. */
type Bounds = { most_units: bigint; units_per_stake: number; jackpots?: string[] }
type Version = { code: string; version: number; mathHash: string; boundsNow: () => Bounds }

/**
 * The catalogue's mathematics as versions, with what a round of each may pay; earlier versions, from before these columns, get
 * them too. What is published and right is only read. Returns the games that had no version before: nobody could play them.
 */
async function publishVersions(db: Tx, seats: readonly CatalogueSeatGame[]): Promise<string[]> {
  const known = await db
    .selectFrom('game_version')
    .select(['game_code', 'math_hash', 'most_units', 'units_per_stake', 'jackpots'])
    .execute()
  const published = new Set(known.map((row) => row.game_code))
  const hashes = new Set(known.map((row) => `${row.game_code} ${row.math_hash}`))
  const released: string[] = []
  for (const { code, version, mathHash, boundsNow } of playedVersions(seats)) {
    if (hashes.has(`${code} ${mathHash}`)) continue
    const { numInsertedOrUpdatedRows: inserted } = await db
      .insertInto('game_version')
      .values({ game_code: code, math_hash: mathHash, ...boundsNow() })
      .onConflict((conflict) => conflict.columns(['game_code', 'math_hash']).doNothing())
      .executeTakeFirstOrThrow()
    if (inserted !== 1n) continue
    if (!published.has(code)) released.push(code)
    const detail = JSON.stringify({ version, mathHash })
    await db.insertInto('audit').values({ actor_kind: 'system', act: 'game.publish', subject: code, detail }).execute()
  }
  await correctBounds(db, known)
  return released
}

/** What this program plays. The bounds of a table take a walk through all of its outcomes. */
function playedVersions(seats: readonly CatalogueSeatGame[]): Version[] {
  return [
    ...catalogue.map((entry) => ({
      ...entry.game,
      mathHash: currentMathHash(entry),
      boundsNow: () => boundsOf(entry.game),
    })),
    ...playableTables().map((entry) => ({
      ...entry.game,
      mathHash: currentTableHash(entry),
      boundsNow: () => boundsOfTable(entry),
    })),
    ...seats.map(({ game }) => ({ ...game, mathHash: blackjackHashOf(game), boundsNow: () => seatBoundsOf(game) })),
  ]
}

type KnownVersion = {
  game_code: string
  math_hash: string
  most_units: bigint | null
  units_per_stake: number | null
  jackpots: string[] | null
}

/** Gives slots the bounds of their mathematics where a row has other ones, or none. */
async function correctBounds(db: Tx, known: readonly KnownVersion[]): Promise<void> {
  const games = await loadPublishedGames()
  for (const row of known) {
    const game = games.get(row.math_hash)
    if (game?.code !== row.game_code) continue
    const bounds = boundsOf(game)
    const isRight =
      row.most_units === bounds.most_units &&
      row.units_per_stake === bounds.units_per_stake &&
      row.jackpots?.join() === bounds.jackpots.join()
    if (isRight) continue
    await db
      .updateTable('game_version')
      .set(bounds)
      .where('game_code', '=', row.game_code)
      .where('math_hash', '=', row.math_hash)
      .execute()
  }
}

function playableTables(): CatalogueTable[] {
  return openTables.flatMap((code) => openTableByCode(code) ?? [])
}

type TableBounds = { most_units: bigint; units_per_stake: number }
/** A walk through all outcomes takes longer than the statements that write its result. */
const knownBounds = new WeakMap<CatalogueTable['game'], TableBounds>()

/** What a stake on one spot can return at most, in units of which the least chip has a whole number. */
function boundsOfTable({ game }: CatalogueTable): TableBounds {
  const known = knownBounds.get(game)
  if (known !== undefined) return known
  const units = leastChip(game)
  let most = 0
  for (const marks of possibleMarks(game.kind)) {
    const shown = new Set(marks)
    for (const spot of game.spots) {
      const [numerator, denominator] = returnedBy(spot, shown)
      most = Math.max(most, (units * numerator) / denominator)
    }
  }
  const bounds = { most_units: BigInt(most), units_per_stake: units }
  knownBounds.set(game, bounds)
  return bounds
}

/** The settings of a new table; the owner may change them. In whole units of the currency. */
const newTable = {
  chips: [1_000, 5_000, 10_000, 50_000, 100_000, 500_000],
  leastStake: 1_000,
  mostStake: 3_000_000,
  exposure: 100_000_000,
}

/** Of a new race: a bet of long odds takes little for the same win, so its chips begin with the least that the odds allow. */
const newRace: typeof newTable = { ...newTable, chips: [100, 1_000, 5_000, 10_000, 50_000, 100_000], leastStake: 100 }

/** A table for each brand and game that can be played; one that is there keeps its settings. */
async function addTables(db: Tx, seats: readonly CatalogueSeatGame[]): Promise<void> {
  const brands = await db.selectFrom('brand').select('id').orderBy('id').execute()
  const tables = playableTables().map(({ game, betSeconds }) => ({
    code: game.code,
    betSeconds,
    settings: game.kind === 'race' ? newRace : newTable,
    isDealt: true,
  }))
  const own = seats.map(({ game }) => ({
    code: game.code,
    betSeconds: secondsOfDecision,
    settings: newTable,
    isDealt: false,
  }))
  for (const { code, betSeconds, settings, isDealt } of [...tables, ...own]) {
    for (const brand of brands) {
      const known = await db
        .selectFrom('game_table')
        .select('id')
        .where('brand_id', '=', brand.id)
        .where('game_code', '=', code)
        .executeTakeFirst()
      if (known) continue
      const added = await db
        .insertInto('game_table')
        .values({
          brand_id: brand.id,
          game_code: code,
          name: `b${brand.id}-${code}`,
          bet_seconds: betSeconds,
          chips: settings.chips.map(wholeUnits),
          least_stake: wholeUnits(settings.leastStake),
          most_stake: wholeUnits(settings.mostStake),
          exposure: wholeUnits(settings.exposure),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      // Nothing is dealt where each member has a seat alone.
      if (isDealt) await db.insertInto('table_state').values({ table_id: added.id }).execute()
    }
  }
}

/** Stakes at a machine that can hit jackpots feed them. */
async function linkJackpots(db: Tx): Promise<void> {
  const linked = catalogue.filter(({ game }) => featureOf(game, 'jackpot-link')).map(({ game }) => game.code)
  if (linked.length === 0) return
  await db
    .updateTable('game')
    .set({ jackpot_linked: true })
    .where('code', 'in', linked)
    .where('jackpot_linked', '=', false)
    .execute()
}

/** The codes of the studio's games whose mathematics are not published yet. */
export async function findUnpublished(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('game_version')
    .select(['game_code', 'math_hash'])
    .where('most_units', 'is not', null)
    .execute()
  const published = new Set(rows.map((row) => `${row.game_code} ${row.math_hash}`))
  const versions = [
    ...catalogue.map((entry) => ({ code: entry.game.code, mathHash: currentMathHash(entry) })),
    ...playableTables().map((entry) => ({ code: entry.game.code, mathHash: currentTableHash(entry) })),
    ...openSeatGames.flatMap((code) => {
      const game = seatGameByCode(code)?.game
      return game ? [{ code, mathHash: blackjackHashOf(game) }] : []
    }),
  ]
  return versions.filter(({ code, mathHash }) => !published.has(`${code} ${mathHash}`)).map(({ code }) => code)
}

async function publishEntries(db: Tx): Promise<void> {
  const own = catalogue.map((entry, sort) => ({
    code: entry.game.code,
    company_code: entry.company,
    kind: 'slot',
    names: JSON.stringify(entry.names),
    image: `tile/${entry.game.code}`,
    rtp_ppm: entry.returnPpm,
    volatility: entry.volatility,
    features: lobbyFeaturesOf(entry.game) as string[],
    sort,
  }))
  const others = planned.map((game, sort) => ({
    code: game.code,
    company_code: game.company,
    kind: game.kind,
    names: JSON.stringify(game.names),
    image: `tile/${game.code}`,
    rtp_ppm: null,
    volatility: null,
    features: [...(game.features ?? [])],
    // After the playable games, in the order of the list.
    sort: own.length + sort,
  }))
  await db
    .insertInto('game')
    .values([...own, ...others])
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((of) => ({
          names: of.ref('excluded.names'),
          image: of.ref('excluded.image'),
          rtp_ppm: of.ref('excluded.rtp_ppm'),
          volatility: of.ref('excluded.volatility'),
          features: of.ref('excluded.features'),
          sort: of.ref('excluded.sort'),
        }))
        .where(differs('game', ['names', 'image', 'rtp_ppm', 'volatility', 'features', 'sort'])),
    )
    .execute()
}

/** Whether a row has other values than the one that is there: every update of a recorded row is a change of it, also without any difference. */
function differs(table: string, columns: readonly string[]): RawBuilder<boolean> {
  const row = (of: string) => sql`ROW(${sql.join(columns.map((column) => sql.ref(`${of}.${column}`)))})`
  return sql<boolean>`${row(table)} IS DISTINCT FROM ${row('excluded')}`
}

async function offerToBrands(db: Tx, seats: readonly CatalogueSeatGame[]): Promise<void> {
  const playable = [...catalogue.map((entry) => entry.game.code), ...openTables, ...seats.map(({ game }) => game.code)]
  await sql`
    INSERT INTO brand_company (brand_id, company_code, used)
    SELECT b.id, c.code, EXISTS (SELECT 1 FROM game g WHERE g.company_code = c.code AND g.code = ANY (${playable}::text[]))
      FROM brand b CROSS JOIN company c ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    INSERT INTO brand_game (brand_id, game_code, used)
    SELECT b.id, g.code, g.code = ANY (${playable}::text[]) FROM brand b CROSS JOIN game g ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

/**
 * Opens games for every brand, with their companies where these had no game before. What a brand has of an earlier start is no
 * choice of its own: it offered a planned game as closed.
 */
async function release(db: Tx, codes: readonly string[]): Promise<void> {
  await sql`
    UPDATE game SET released_at = now() WHERE code = ANY (${codes}::text[]) AND released_at < now()`.execute(db)
  await sql`
    UPDATE brand_game SET used = true WHERE game_code = ANY (${codes}::text[]) AND NOT used`.execute(db)
  await sql`
    UPDATE brand_company SET used = true
     WHERE NOT used AND company_code IN (SELECT company_code FROM game WHERE code = ANY (${codes}::text[]))
       AND NOT EXISTS (SELECT FROM game g JOIN game_version v ON v.game_code = g.code
                        WHERE g.company_code = brand_company.company_code AND g.code <> ALL (${codes}::text[]))`.execute(
    db,
  )
}
