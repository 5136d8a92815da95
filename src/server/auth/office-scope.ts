import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { Brand } from '#server/http/brands.ts'
import type { OfficeContext } from './context.ts'

/** The brands an operator may see; an operator without a list sees every brand. */
export function brandsOf(context: OfficeContext): readonly Brand[] {
  const { brandIds } = context.caller
  return brandIds === null ? context.brands : context.brands.filter((brand) => brandIds.includes(brand.id))
}

/** The ids of those brands, to filter queries. */
export function brandIdsOf(context: OfficeContext): number[] {
  return brandsOf(context).map((brand) => brand.id)
}

type Columns = { at: RawBuilder<unknown>; brandId: RawBuilder<unknown> }

/**
 * Whether a row is of the days from `from` to `to`, both included (`2026-11-29`, or `today`), each by the time zone of the
 * row's brand, of the brands an operator may see. Rows of no brand count by the zone of the first.
 */
export function isOfDays(
  context: OfficeContext,
  { at, brandId }: Columns,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<SqlBool> {
  const zones = Map.groupBy(brandsOf(context), ({ timeZone }) => timeZone)
  const ofZones = [...zones].map(([timeZone, brands], index) => {
    const date = (day: string): RawBuilder<unknown> =>
      day === 'today' ? sql`(now() at time zone ${timeZone})::date` : sql`${day}::date`
    const ids = brands.map(({ id }) => id)
    return sql`((${brandId} = any(${ids}::int[])${index === 0 ? sql` OR ${brandId} IS NULL` : sql``})
      ${from === undefined ? sql`` : sql` AND ${at} >= ${date(from)}::timestamp at time zone ${timeZone}`}
      ${to === undefined ? sql`` : sql` AND ${at} < (${date(to)} + 1)::timestamp at time zone ${timeZone}`})`
  })
  return ofZones.length === 0 ? sql`false` : sql`(${sql.join(ofZones, sql` OR `)})`
}

/** The named brand, or the operator's first where none is named; null when they may not see it. */
export function brandNamed(context: OfficeContext, code: string | undefined): Brand | null {
  const brands = brandsOf(context)
  return (code === undefined ? brands[0] : brands.find((brand) => brand.code === code)) ?? null
}

/** The LIKE pattern of a search box: the text anywhere, with LIKE's special characters escaped. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
}

/** The name of the operator who acted first, for the one who came second; empty when that account was deleted. */
export async function operatorName(db: Database | Tx, operatorId: bigint): Promise<string> {
  const row = await db.selectFrom('operator').select('name').where('id', '=', operatorId).executeTakeFirst()
  return row?.name ?? ''
}
