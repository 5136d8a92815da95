import { requestTypes, usualMinutes, usualTime, type RequestType } from '#domain/money-request.ts'
import type { Brand } from '#server/http/brands.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'

/** The usual minutes from filing to decision, by type. */
export type UsualMinutes = Record<RequestType, number>

type Kept = { until: number; minutes: Promise<UsualMinutes> }

const keptMs = 60_000
const kept = new WeakMap<Database, Map<number, Kept>>()

/**
 * The usual processing time of a brand's requests, as `usualMinutes` of the domain measures it: requests that an operator
 * decided, so not those that members cancelled. Each process measures a brand once a minute at most.
 */
export function readUsualMinutes(
  db: Database,
  brand: Pick<Brand, 'id' | 'cashExpectedMinutes'>,
): Promise<UsualMinutes> {
  const ofBrands = kept.get(db) ?? new Map<number, Kept>()
  kept.set(db, ofBrands)
  const last = ofBrands.get(brand.id)
  if (last !== undefined && performance.now() < last.until) return last.minutes
  const minutes = measure(db, brand)
  ofBrands.set(brand.id, { until: performance.now() + keptMs, minutes })
  minutes.catch(() => ofBrands.delete(brand.id))
  return minutes
}

async function measure(db: Database, brand: Pick<Brand, 'id' | 'cashExpectedMinutes'>): Promise<UsualMinutes> {
  const { rows } = await sql<{ type: RequestType; decided: number; medianSeconds: number }>`
    SELECT type, count(*)::int AS decided,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM changed_at - filed_at))::float8 AS "medianSeconds"
      FROM money_request
     WHERE brand_id = ${brand.id} AND state IN ('paid', 'rejected')
       AND changed_at >= now() - make_interval(days => ${usualTime.days})
     GROUP BY type`.execute(db)
  const minutesOf = (type: RequestType): number => {
    const measured = rows.find((row) => row.type === type)
    return usualMinutes(measured ?? { decided: 0, medianSeconds: null }, brand.cashExpectedMinutes)
  }
  return Object.fromEntries(requestTypes.map((type) => [type, minutesOf(type)])) as UsualMinutes
}
