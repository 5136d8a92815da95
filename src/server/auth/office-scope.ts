import type { Brand } from '#server/http/brands.ts'
import type { OfficeContext } from './context.ts'

/** The brands an operator may see; an operator without a list sees every brand of the house. */
export function brandsOf(context: OfficeContext): readonly Brand[] {
  const { brandIds } = context.caller
  return brandIds === null ? context.brands : context.brands.filter((brand) => brandIds.includes(brand.id))
}

/** Their numbers. A query narrowed by them shows nothing of another brand. */
export function brandIdsOf(context: OfficeContext): number[] {
  return brandsOf(context).map((brand) => brand.id)
}

/** The brand an operator names, or the first they may see when they name none; null when they may not see it. */
export function brandNamed(context: OfficeContext, code: string | undefined): Brand | null {
  const brands = brandsOf(context)
  return (code === undefined ? brands[0] : brands.find((brand) => brand.code === code)) ?? null
}

/** The pattern of a search box: the words anywhere in a text, with LIKE's own signs taken literally. */
export function containing(words: string): string {
  return `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
}
