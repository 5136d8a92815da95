import type { OfficeAnswer, OfficeBody, OfficeMaintenance } from '#contract/office.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { sql } from 'kysely'
import { auditAct } from '#server/modules/audit/store.ts'
import { brandIdsOf, brandNamed } from '#server/auth/office-scope.ts'

/** Maintenance of a brand: begun, changed and ended by a manager, and announced to every open page. */
export const officeMaintenanceHandlers = {
  'get-maintenance': getMaintenance,
  'set-maintenance': setMaintenance,
} satisfies Partial<OfficeHandlers>

/** Maintenance past its end is over, although the row still has it. */
const isOver = sql<boolean>`coalesce(maintenance_until <= clock_timestamp(), false)`.as('is_over')
const columns = ['id', 'code', 'maintenance_since', 'maintenance_until', 'maintenance_texts', isOver] as const

type Row = {
  code: string
  maintenance_since: Date | null
  maintenance_until: Date | null
  maintenance_texts: unknown
  is_over: boolean
}

function maintenanceOf(row: Row): OfficeMaintenance {
  if (row.maintenance_since === null || row.is_over) return { brand: row.code, since: null, until: null, texts: {} }
  return {
    brand: row.code,
    since: row.maintenance_since.toISOString(),
    until: row.maintenance_until?.toISOString() ?? null,
    texts: row.maintenance_texts as OfficeMaintenance['texts'],
  }
}

async function getMaintenance(context: OfficeContext): Promise<OfficeAnswer<'get-maintenance'>> {
  const rows = await context.deps.db
    .selectFrom('brand')
    .select(columns)
    .where('id', 'in', [0, ...brandIdsOf(context)])
    .orderBy('id')
    .execute()
  return { status: 'success', maintenance: rows.map(maintenanceOf) }
}

async function setMaintenance(
  context: OfficeContext,
  body: OfficeBody<'set-maintenance'>,
): Promise<OfficeAnswer<'set-maintenance'>> {
  const brand = brandNamed(context, body.brand)
  if (brand === null) return { status: 'none' }
  const texts = Object.entries(body.texts).flatMap(([language, text]) => {
    const tidy = text?.trim() ?? ''
    return body.on && tidy !== '' ? [[language, tidy]] : []
  })
  const row = await context.deps.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('brand')
      .set({
        // Setting it again while it is on keeps its beginning.
        maintenance_since: body.on
          ? sql<Date>`CASE WHEN maintenance_until <= clock_timestamp() THEN clock_timestamp()
              ELSE coalesce(maintenance_since, clock_timestamp()) END`
          : null,
        maintenance_until:
          body.on && body.minutes !== null
            ? sql<Date>`clock_timestamp() + ${body.minutes} * interval '1 minute'`
            : null,
        maintenance_texts: JSON.stringify(Object.fromEntries(texts)),
      })
      .where('id', '=', brand.id)
      .returning(columns)
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
  return { status: 'success', maintenance: maintenanceOf(row) }
}
