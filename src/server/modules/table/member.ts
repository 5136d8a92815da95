import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { TableTile } from '#contract/table.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import { sql } from 'kysely'
import {
  currentTableHash,
  entryOf,
  readOfferedTables,
  readRoundsOfSeries,
  readSeries,
  wireRound,
  wireSeries,
} from './store.ts'
import { recentTile } from './tile.ts'

/** The calls about tables outside their windows: also of guests. */
export const tableMemberHandlers = {
  'get-tables': getTables,
  'get-series': getSeries,
} satisfies Partial<MemberHandlers>

async function getTables(
  { deps, brand }: GuestContext,
  body: MemberBody<'get-tables'>,
): Promise<MemberAnswer<'get-tables'>> {
  const tables: TableTile[] = []
  for (const table of await readOfferedTables(deps.db, brand.id, body.codes)) tables.push(await recentTile(deps, table))
  return { status: 'success', now: brand.databaseNow().toISOString(), tables }
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
