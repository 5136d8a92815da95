import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/**
 * The objects that guard the tables of the program: constraints, unique indexes, triggers, columns, views and the rights
 * of the application's role. `db/catalogue.txt` holds them as a freshly migrated database has them; `npm run db:types`
 * writes it. The functions are in `db/functions` and are not repeated there.
 */
export type CatalogueObject = {
  kind: CatalogueKind
  /** `table.name`, or the table alone. */
  name: string
  /** PostgreSQL's own description, on one line. */
  text: string
}
const catalogueKinds = ['table', 'column', 'constraint', 'index', 'trigger', 'view', 'rights'] as const
type CatalogueKind = (typeof catalogueKinds)[number]

/** What the file holds; `server` is the version of PostgreSQL that described the objects (`server_version_num`). */
export type Catalogue = { server: number; objects: CatalogueObject[] }

/** The file of a fresh database's objects. */
export const catalogueFile = fileURLToPath(new URL('../../../db/catalogue.txt', import.meta.url))

/** The tables and views of the schema that belong to no extension. */
const relations = `
  SELECT c.oid, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions
  FROM pg_catalog.pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
    AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

const objectsQuery = `
  WITH relation AS MATERIALIZED (${relations})
  SELECT 'table' AS kind, r.relname::text AS name, format('persistence %s, row security %s, inherits %s', r.relpersistence,
      r.relrowsecurity OR r.relforcerowsecurity,
      coalesce((SELECT string_agg(i.inhparent::regclass::text, ' ' ORDER BY i.inhseqno) FROM pg_catalog.pg_inherits i WHERE i.inhrelid = r.oid),
        'nothing')) AS text
    FROM relation r WHERE r.relkind <> 'v'
  UNION ALL
  SELECT 'column', r.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), nullif(a.attidentity, ''),
      nullif(a.attgenerated, ''), pg_get_expr(d.adbin, d.adrelid))
    FROM relation r JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum WHERE r.relkind <> 'v'
  UNION ALL
  SELECT 'constraint', r.relname || '.' || c.conname, pg_get_constraintdef(c.oid)
    FROM relation r JOIN pg_catalog.pg_constraint c ON c.conrelid = r.oid AND c.contype <> 't'
  UNION ALL
  SELECT 'index', r.relname || '.' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
      || CASE WHEN i.indisvalid AND i.indisready AND i.indislive THEN '' ELSE ' (not valid)' END
    FROM relation r JOIN pg_catalog.pg_index i ON i.indrelid = r.oid AND i.indisunique
  UNION ALL
  SELECT 'trigger', r.relname || '.' || t.tgname, pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' (enabled: ' || t.tgenabled::text || ')' END
    FROM relation r JOIN pg_catalog.pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal
  UNION ALL
  SELECT 'view', r.relname, concat_ws(' ', array_to_string(r.reloptions, ' '), regexp_replace(pg_get_viewdef(r.oid), '\\s+', ' ', 'g'))
    FROM relation r WHERE r.relkind = 'v'
  UNION ALL
  SELECT 'rights', r.relname, coalesce((
      SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) p (name)
      WHERE has_table_privilege($1::name, r.oid, p.name)), 'none')
      || coalesce((SELECT '; ' || string_agg(f.name || ' (' || f.columns || ')', '; ' ORDER BY f.name) FROM (
        SELECT p.name, string_agg(a.attname, ', ' ORDER BY a.attname) AS columns
        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) p (name), pg_catalog.pg_attribute a
        WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND NOT has_table_privilege($1::name, r.oid, p.name) AND has_column_privilege($1::name, r.oid, a.attnum, p.name)
        GROUP BY p.name) f), '')
    FROM relation r`

/** The rows of a statement, inside a transaction. */
export type ReadRows = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>

/**
 * Reads the objects in force, sorted by kind and name. `appRole` is the application's role, whose rights are those it
 * has by whatever way. Fixes the search path of the transaction, on which the texts depend.
 */
export async function readCatalogue(read: ReadRows, appRole: string): Promise<CatalogueObject[]> {
  await read(`SELECT set_config('search_path', 'public, pg_temp', true)`)
  const rows = await read<CatalogueObject>(objectsQuery, [appRole])
  const place = ({ kind }: CatalogueObject): number => catalogueKinds.indexOf(kind)
  return rows.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1))
}

/** The text of `db/catalogue.txt` for a migrated database: one object on each line. */
export async function generateCatalogue(client: pg.ClientBase, appRole: string): Promise<string> {
  await client.query('BEGIN')
  try {
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`)
    const objects = await readCatalogue(
      async (sql, values) => (await client.query(sql, [...(values ?? [])])).rows,
      appRole,
    )
    const lines = objects.map(({ kind, name, text }) => `${kind} ${name}: ${text}`)
    return [
      '# Generated by `npm run db:types` from the migrations: do not edit.',
      `server ${rows[0]?.version}`,
      ...lines,
      '',
    ].join('\n')
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Reads the file. Throws when a line is none of its own. */
export async function readCatalogueFile(path: string = catalogueFile): Promise<Catalogue> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const [head = '', ...rest] = lines
  const server = Number(/^server (\d+)$/.exec(head)?.[1])
  if (!Number.isInteger(server)) throw new Error(`${path} does not begin with the version of the server`)
  return {
    server,
    objects: rest.map((line) => {
      const [, kind = '', name = '', text = ''] = /^(\w+) (\S+): (.*)$/.exec(line) ?? []
      if (!catalogueKinds.includes(kind as CatalogueKind)) throw new Error(`${path} has a line of no kind: ${line}`)
      return { kind: kind as CatalogueKind, name, text }
    }),
  }
}
