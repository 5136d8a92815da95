import type pg from 'pg'

/**
 * Test the silence: which tables an act changed, by name, so that a test says what moved and that nothing else did.
 * `pool` must be allowed to read everything: the owner's.
 */
export async function changedBy(pool: pg.Pool, act: () => Promise<unknown>): Promise<string[]> {
  const before = await fingerprints(pool)
  await act()
  const after = await fingerprints(pool)
  return [...after].filter(([table, print]) => before.get(table) !== print).map(([table]) => table)
}

/** One digest of all rows a table, in the tables' order by name. */
async function fingerprints(pool: pg.Pool): Promise<Map<string, string | null>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1`,
  )
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS print FROM "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; print: string | null }>(`${parts.join(' UNION ALL ')} ORDER BY 1`)
  return new Map(rows.map((row) => [row.name, row.print]))
}
