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
