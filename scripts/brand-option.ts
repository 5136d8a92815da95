import type { Database } from '#server/db/pool.ts'

/** The brands that a command names. */

/** The codes of the installation's brands, in the order of their creation; none before the first `npm run operator`. */
export async function brandCodes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('brand').select('code').orderBy('id').execute()
  return rows.map((brand) => brand.code)
}

/** The ids of the brands with these codes. Throws a sentence with those that exist when one is unknown. */
export async function brandIds(db: Database, codes: readonly string[]): Promise<number[]> {
  const brands = await db.selectFrom('brand').select(['id', 'code']).where('code', 'in', codes).execute()
  const unknown = codes.find((code) => !brands.some((brand) => brand.code === code))
  if (unknown !== undefined) throw new Error(`Unknown brand: ${unknown}. ${brandsSentence(await brandCodes(db))}`)
  return brands.map((brand) => brand.id)
}

export function brandsSentence(codes: readonly string[]): string {
  return codes.length === 0
    ? 'There is no brand: npm run operator creates the first.'
    : `The installation has ${codes.join(', ')}.`
}
