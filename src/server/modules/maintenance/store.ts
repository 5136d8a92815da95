import { isMaintained, type Maintenance } from '#domain/maintenance.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'

/** The columns of a brand that decide whether maintenance is on, with the database's clock. */
export const maintenanceColumns = [
  'id',
  'code',
  'maintenance_since',
  'maintenance_until',
  'maintenance_texts',
  sql<Date>`clock_timestamp()`.as('at'),
] as const

export type MaintenanceRow = {
  code: string
  maintenance_since: Date | null
  maintenance_until: Date | null
  maintenance_texts: unknown
  at: Date
}

/** The maintenance that is on, or null. After its end it is off, although the row still has it. */
export function maintenanceOf(row: MaintenanceRow): (Maintenance & { since: Date }) | null {
  if (row.maintenance_since === null) return null
  const maintenance = {
    since: row.maintenance_since,
    until: row.maintenance_until,
    texts: row.maintenance_texts as Maintenance['texts'],
  }
  return isMaintained(maintenance, row.at) ? maintenance : null
}

/** Whether maintenance of a brand is on now, by the database's clock. */
export async function isUnderMaintenance(db: Database | Tx, brandId: number): Promise<boolean> {
  const row = await db.selectFrom('brand').select(maintenanceColumns).where('id', '=', brandId).executeTakeFirst()
  return row !== undefined && maintenanceOf(row) !== null
}
