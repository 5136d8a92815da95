import type pg from 'pg'

/**
 * The names of the tables that an act changed, so that a test states what changed and that nothing else did. `pool`
 * must be the owner's, which may read every table. Left out is what every change of a recorded row leaves: its state, the
 * act `state.changed` and the signature.
 */
export async function changedBy(pool: pg.Pool, act: () => Promise<unknown>): Promise<string[]> {
  const before = await fingerprints(pool)
  await act()
  const after = await fingerprints(pool)
  return [...after].filter(([table, print]) => before.get(table) !== print).map(([table]) => table)
}

/** A digest of all rows of each table, in the order of the tables' names. */
async function fingerprints(pool: pg.Pool): Promise<Map<string, string | null>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('state_change', 'act_signature') ORDER BY 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS print FROM "${name}" t${name === 'audit' ? ` WHERE act <> 'state.changed'` : ''}`,
  )
  const { rows } = await pool.query<{ name: string; print: string | null }>(`${parts.join(' UNION ALL ')} ORDER BY 1`)
  return new Map(rows.map((row) => [row.name, row.print]))
}
