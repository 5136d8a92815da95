import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { ReadRows } from './read-rows.ts'
import { firstOwnOid, readSystem, type SystemState } from './system-catalogues.ts'

/**
 * The objects that guard the tables of the program: constraints, unique indexes, triggers, columns, sequences, views, the
 * rights of the application's role, and what all of them are made of: composite types, the procedural language, and
 * PostgreSQL's own catalogues; and the rows of tables that only migrations fill. `db/catalogue.txt` holds them as a freshly migrated database has them; `npm run db:types`
 * writes it. The functions are in `db/functions` and are not repeated there.
 */
export type CatalogueObject = {
  kind: CatalogueKind
  /** `table.name`, or the table alone. */
  name: string
  /** PostgreSQL's own description, on one line. */
  text: string
}
const catalogueKinds = [
  'system',
  'language',
  'type',
  'table',
  'sequence',
  'column',
  'constraint',
  'index',
  'lookup',
  'trigger',
  'view',
  'rights',
  'row',
] as const
type CatalogueKind = (typeof catalogueKinds)[number]

/** What the file holds; `server` is the version of PostgreSQL that described the objects (`server_version_num`). */
export type Catalogue = { server: number; objects: CatalogueObject[] }

/** The file of a fresh database's objects. */
export const catalogueFile = fileURLToPath(new URL('../../../db/catalogue.txt', import.meta.url))

/** The two checks and the two actions that PostgreSQL's own triggers make of a foreign key, in force. */
const keyTriggers = `
  SELECT count(*) FILTER (WHERE t.tgrelid = c.conrelid AND p.proname LIKE 'RI\\_FKey\\_check\\_%') = 2
      AND count(*) FILTER (WHERE t.tgrelid = c.confrelid AND p.proname NOT LIKE 'RI\\_FKey\\_check\\_%') = 2
    FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid AND p.oid < ${firstOwnOid}
    WHERE t.tgconstraint = c.oid AND t.tgenabled = 'O' AND p.proname LIKE 'RI\\_FKey\\_%'
      AND t.tgdeferrable = c.condeferrable AND t.tginitdeferred = c.condeferred`

/**
 * An index without its storage options, which decide nothing, so that an installation may set them. No name and no text stands before what is
 * left out, so it is not part of an expression or a condition.
 */
const withoutOptions = (definition: string): string =>
  `regexp_replace(${definition}, '^([^''"]*\\)) WITH \\([^()]*\\)', '\\1')`

/** The extension that a relation was made part of, which `pg_dump` then leaves out; empty for all that the program installs. */
const extensionOf = (oid: string): string => `
  coalesce((SELECT ', of the extension ' || e.extname FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
    WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = ${oid} AND d.objsubid = 0
      AND d.refclassid = 'pg_catalog.pg_extension'::regclass AND d.deptype = 'e'), '')`

const objectsQuery = `
  WITH relation AS MATERIALIZED (
    SELECT c.oid, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relam
    FROM pg_catalog.pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S'))
  SELECT 'table' AS kind, r.relname::text AS name, format('persistence %s, row security %s, inherits %s, access method %s', r.relpersistence,
      r.relrowsecurity OR r.relforcerowsecurity,
      coalesce((SELECT string_agg(p.relname, ' ' ORDER BY i.inhseqno) FROM pg_catalog.pg_inherits i
        JOIN pg_catalog.pg_class p ON p.oid = i.inhparent WHERE i.inhrelid = r.oid), 'nothing'),
      (SELECT m.amname FROM pg_catalog.pg_am m WHERE m.oid = r.relam)) || ${extensionOf('r.oid')} AS text
    FROM relation r WHERE r.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'sequence', r.relname, format('%s from %s by %s, %s to %s, cache %s, cycle %s', format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement,
      s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
      || CASE r.relpersistence WHEN 'p' THEN '' ELSE ' (emptied by a crash)' END || ${extensionOf('r.oid')}
    FROM relation r JOIN pg_catalog.pg_sequence s ON s.seqrelid = r.oid
  UNION ALL
  SELECT 'column', r.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      'collation ' || (SELECT c.collname FROM pg_catalog.pg_type t, pg_catalog.pg_collation c
        WHERE t.oid = a.atttypid AND a.attcollation <> t.typcollation AND c.oid = a.attcollation),
      CASE WHEN a.attnotnull THEN 'not null' END,
      nullif(a.attidentity::text, '') || ' from ' || coalesce((SELECT string_agg(d.objid::regclass::text, ', ' ORDER BY d.objid::regclass::text) FROM pg_catalog.pg_depend d
        WHERE d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = r.oid AND d.refobjsubid = a.attnum AND d.classid = 'pg_catalog.pg_class'::regclass
          AND d.deptype = 'i'), 'no sequence'),
      nullif(a.attgenerated, ''),
      CASE WHEN a.atthasdef THEN coalesce(pg_get_expr(d.adbin, d.adrelid), 'no default') END)
    FROM relation r JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum WHERE r.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'constraint', r.relname || '.' || c.conname, pg_get_constraintdef(c.oid)
      || CASE WHEN c.contype = 'f' AND NOT (${keyTriggers}) THEN ' (not in force)' ELSE '' END
    FROM relation r JOIN pg_catalog.pg_constraint c ON c.conrelid = r.oid AND c.contype <> 't'
  UNION ALL
  -- A lookup is an index that guards nothing; statements miss the rows that it lacks.
  SELECT CASE WHEN i.indisunique THEN 'index' ELSE 'lookup' END, r.relname || '.' || x.relname, ${withoutOptions('pg_get_indexdef(i.indexrelid)')}
      || CASE WHEN i.indisvalid AND i.indisready AND i.indislive THEN '' ELSE ' (not valid)' END
      || CASE WHEN i.indimmediate THEN '' ELSE ' (deferred)' END
    FROM relation r JOIN pg_catalog.pg_index i ON i.indrelid = r.oid JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
  UNION ALL
  -- Internal ones, by which PostgreSQL enforces foreign keys, belong to their constraint.
  SELECT 'trigger', r.relname || '.' || t.tgname, pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' (enabled: ' || t.tgenabled::text || ')' END
    FROM relation r JOIN pg_catalog.pg_trigger t ON t.tgrelid = r.oid
    WHERE NOT (t.tgisinternal AND t.tgfoid < ${firstOwnOid} AND t.tgfoid::regproc::text LIKE '"RI\\_FKey\\_%'
      AND EXISTS (SELECT FROM pg_catalog.pg_constraint c WHERE c.oid = t.tgconstraint AND c.contype = 'f' AND r.oid IN (c.conrelid, c.confrelid)))
  UNION ALL
  SELECT 'view', r.relname, concat_ws(' ', array_to_string(r.reloptions, ' '), regexp_replace(pg_get_viewdef(r.oid), '\\s+', ' ', 'g'))
    FROM relation r WHERE r.relkind = 'v'
  UNION ALL
  SELECT 'rights', r.relname, coalesce((
      SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) p (name)
      WHERE has_table_privilege($1::name, r.oid, p.name)), 'none')
      || coalesce((SELECT '; ' || string_agg(f.name || ' (' || f.columns || ')', '; ' ORDER BY f.name) FROM (
        SELECT p.name, string_agg(a.attname, ', ' ORDER BY a.attname) AS columns
        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) p (name), pg_catalog.pg_attribute a
        WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND NOT has_table_privilege($1::name, r.oid, p.name) AND has_column_privilege($1::name, r.oid, a.attnum, p.name)
        GROUP BY p.name) f), '')
    FROM relation r WHERE r.relkind <> 'S'
  UNION ALL
  SELECT 'rights', r.relname, coalesce((SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM unnest(ARRAY['USAGE', 'SELECT', 'UPDATE']) p (name)
      WHERE has_sequence_privilege($1::name, r.oid, p.name)), 'none') FROM relation r WHERE r.relkind = 'S'
  UNION ALL
  SELECT 'type', c.relname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'c' GROUP BY c.relname
  UNION ALL
  SELECT 'language', l.lanname, string_agg(format('%s of %s', p.prosrc, p.probin), ', ' ORDER BY f.place)
    FROM pg_catalog.pg_language l, unnest(ARRAY[l.lanplcallfoid, l.laninline, l.lanvalidator]) WITH ORDINALITY f (oid, place)
    JOIN pg_catalog.pg_proc p ON p.oid = f.oid WHERE l.lanname = 'plpgsql' GROUP BY l.lanname
  UNION ALL
  SELECT 'row', 'journal_kind.' || k.id, k.name || ', ' || k.meaning FROM public.journal_kind k
  UNION ALL
  -- Those of providers are compared with the providers by the check of sources.
  SELECT 'row', 'journal_source.' || s.id, s.name FROM public.journal_source s WHERE s.id < 100`

/**
 * Reads the objects in force, sorted by kind and name. `appRole` is the application's role, whose rights are those it
 * has by whatever way. The texts depend on the search path, which must be `pg_catalog` alone (`inPgCatalog`).
 */
export async function readCatalogue(read: ReadRows, appRole: string, system: SystemState): Promise<CatalogueObject[]> {
  const digests = [...system.digests].map(([name, text]): CatalogueObject => ({ kind: 'system', name, text }))
  const rows = [...digests, ...(await read<CatalogueObject>(objectsQuery, [appRole]))]
  const place = ({ kind }: CatalogueObject): number => catalogueKinds.indexOf(kind)
  return rows.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1))
}

/**
 * Reads with a search path of `pg_catalog` alone, so that nothing of `public` is preferred to a function or operator of
 * PostgreSQL, and descriptions name the schema of everything else. The path of the transaction is put back.
 */
export async function inPgCatalog<Result>(read: ReadRows, work: () => Promise<Result>): Promise<Result> {
  const before = await read<{ search_path: string }>('SHOW search_path')
  await read('SET LOCAL search_path = pg_catalog, pg_temp')
  const result = await work()
  await read('SELECT pg_catalog.set_config($1, $2, true)', ['search_path', before[0]?.search_path ?? ''])
  return result
}

/** The text of `db/catalogue.txt` for a migrated database: one object on each line. */
export async function generateCatalogue(client: pg.ClientBase, appRole: string): Promise<string> {
  await client.query('BEGIN')
  try {
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`)
    const read: ReadRows = async (sql, values) => (await client.query(sql, [...(values ?? [])])).rows
    const objects = await inPgCatalog(read, async () => readCatalogue(read, appRole, await readSystem(read)))
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
