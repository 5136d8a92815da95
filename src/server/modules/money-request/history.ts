import type { OfficeRequest } from '#contract/money-request.ts'
import type { Database } from '#server/db/pool.ts'

/** The history of a request, oldest step first. */
export async function readHistory(
  db: Database,
  id: string,
): Promise<{ at: string; state: OfficeRequest['state']; operator: string | null; note: string }[]> {
  const rows = await db
    .selectFrom('money_request_event as e')
    .leftJoin('operator as o', 'o.id', 'e.operator_id')
    .select(['e.at', 'e.state', 'o.name', 'e.note'])
    .where('e.request_id', '=', id)
    .orderBy('e.id')
    .execute()
  return rows.map((row) => ({
    at: row.at.toISOString(),
    state: row.state as OfficeRequest['state'],
    operator: row.name,
    note: row.note,
  }))
}
