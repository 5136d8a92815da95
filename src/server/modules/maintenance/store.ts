import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/** Whether maintenance of a brand is on now, by the database's clock. */
export async function isUnderMaintenance(db: Database | Tx, brandId: number): Promise<boolean> {
  const row = await db
    .selectFrom('brand')
    .select(
      sql<boolean>`maintenance_since IS NOT NULL AND coalesce(clock_timestamp() < maintenance_until, true)`.as('lasts'),
    )
    .where('id', '=', brandId)
    .executeTakeFirst()
  return row?.lasts === true
}
