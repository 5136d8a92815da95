import type { OfficeMaintenance } from '#contract/maintenance.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { sql } from 'kysely'
import { auditAct } from '#server/modules/audit/store.ts'
import { brandIdsOf, brandNamed } from '#server/auth/office-scope.ts'
import { maintenanceColumns, maintenanceOf, type MaintenanceRow } from './store.ts'

/** Maintenance of a brand: begun, changed and ended by a manager, and announced to every open page. */
export const maintenanceOfficeHandlers = {
  'get-maintenance': getMaintenance,
  'set-maintenance': setMaintenance,
} satisfies Partial<OfficeHandlers>

function shownMaintenance(row: MaintenanceRow): OfficeMaintenance {
  const maintenance = maintenanceOf(row)
  if (maintenance === null) return { brand: row.code, since: null, until: null, texts: {} }
  return {
    brand: row.code,
    since: maintenance.since.toISOString(),
    until: maintenance.until?.toISOString() ?? null,
    texts: maintenance.texts,
  }
}

async function getMaintenance(context: OfficeContext): Promise<OfficeAnswer<'get-maintenance'>> {
  const rows = await context.deps.db
    .selectFrom('brand')
    .select(maintenanceColumns)
    .where('id', 'in', [0, ...brandIdsOf(context)])
    .orderBy('id')
    .execute()
  return { status: 'success', maintenance: rows.map(shownMaintenance) }
}

async function setMaintenance(
  context: OfficeContext,
  body: OfficeBody<'set-maintenance'>,
): Promise<OfficeAnswer<'set-maintenance'>> {
  const brand = brandNamed(context, body.brand)
  if (brand === null) return { status: 'none' }
  const texts = Object.entries(body.texts).flatMap(([language, text]) => {
    const trimmed = text?.trim() ?? ''
    return body.on && trimmed !== '' ? [[language, trimmed]] : []
  })
  const row = await context.deps.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('brand')
      .select(maintenanceColumns)
      .where('id', '=', brand.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Setting it again while it is on keeps its beginning.
    const begins = maintenanceOf(before) === null ? sql<Date>`clock_timestamp()` : sql<Date>`maintenance_since`
    const changed = await tx
      .updateTable('brand')
      .set({
        maintenance_since: body.on ? begins : null,
        maintenance_until:
          body.on && body.minutes !== null
            ? sql<Date>`clock_timestamp() + ${body.minutes} * interval '1 minute'`
            : null,
        maintenance_texts: JSON.stringify(Object.fromEntries(texts)),
      })
      .where('id', '=', brand.id)
      .returning(maintenanceColumns)
      .executeTakeFirstOrThrow()
    await auditAct(tx, context, {
      act: body.on ? 'maintenance.begin' : 'maintenance.end',
      brandId: brand.id,
      subject: brand.code,
      detail: { until: changed.maintenance_until?.toISOString() ?? '' },
    })
    return changed
  })
  context.deps.events.publish({ kind: 'maintenance', brandId: brand.id })
  return { status: 'success', maintenance: shownMaintenance(row) }
}
