import type { TableApp } from '#test/table-app.ts'

/** What the rows of a table are kept in, children first. */
const keptTables = ['table_proof', 'series_proof', 'table_step', 'table_round', 'table_series', 'table_state'] as const

/** Keeps the rows of the app's table as they are, in tables whose names begin so; the result puts them back, past the triggers. */
export async function keepTables(
  { asSuper, tableId }: Pick<TableApp, 'asSuper' | 'tableId'>,
  prefix = 'kept',
): Promise<() => Promise<void>> {
  const keep = (table: string): string =>
    `CREATE TABLE ${prefix}_${table} AS SELECT * FROM ${table} WHERE table_id = ${tableId}`
  const put = (table: string): string => `DELETE FROM ${table} WHERE table_id = ${tableId};
    INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${prefix}_${table}; DROP TABLE ${prefix}_${table}`
  await asSuper(keptTables.map(keep).join(';'))
  return async () => void (await asSuper(keptTables.map(put).join(';')))
}
