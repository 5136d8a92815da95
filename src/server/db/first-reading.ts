import { sql } from 'kysely'
import type { Database } from './pool.ts'

/** Marks a note or the reply to an inquiry as read. Only the first reading is recorded and signed. */
export async function markFirstReading(db: Database, table: 'note' | 'help_item', id: string): Promise<void> {
  const mark = sql`UPDATE ${sql.table(table)} SET read_at = now() WHERE id = ${id} AND read_at IS NULL`
  await db.transaction().execute((tx) => mark.execute(tx))
}
