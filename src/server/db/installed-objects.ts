import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, signActs } from './act-signing.ts'
import type { Catalogue, CatalogueObject } from './catalogue.ts'
import type { ReadRows } from './read-rows.ts'
import { firstAddedOid } from './system-catalogues.ts'

/**
 * Records which functions, triggers, constraints, views, tables, sequences, columns and schemas the program installed, and the database that they are in: the number of each, and of the
 * transaction that wrote its row in PostgreSQL's catalogue last. One that is replaced for a moment and put back has another
 * number of a transaction, which no statement can choose. The rows are recorded and signed (docs/decisions/028-signed-acts.md).
 */

/** What belongs to the program, by the names of its files. */
export type Installed = {
  /** Tables, views, sequences and composite types. */
  relations: readonly string[]
  functions: readonly string[]
  /** `table.column`, of tables. */
  columns: readonly string[]
}

export function installedOf({ objects }: Catalogue, functions: readonly string[]): Installed {
  const names = (...kinds: readonly CatalogueObject['kind'][]): string[] =>
    objects.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : []))
  return { relations: names('table', 'view', 'sequence', 'type'), functions, columns: names('column') }
}

/** The column that numbers the rows of a catalogue without numbers of its own. */
const keyedOtherwise = new Map([
  ['pg_aggregate', 'aggfnoid::oid'],
  ['pg_range', 'rngtypid'],
])

/**
 * The catalogues that say what a function, an operator or a type of PostgreSQL means. Nothing writes the rows that `initdb` made,
 * except what alters them and rights on them. `pg_class`, `pg_attribute` and `pg_index` are not among them: VACUUM FULL and REINDEX write these.
 */
const systemCatalogues =
  'pg_aggregate pg_am pg_amop pg_amproc pg_cast pg_conversion pg_language pg_opclass pg_operator pg_opfamily pg_proc pg_range pg_rewrite pg_type'
    .split(' ')
    .map((name) => ({ name, key: keyedOtherwise.get(name) ?? 'oid' }))

/** One digest of many rows, so that few are recorded. */
const digest = (lines: string, order: string): string =>
  `encode(sha256(convert_to(string_agg(${lines}, ' ' ORDER BY ${order}), 'UTF8')), 'hex')`

const systemVersions = systemCatalogues.map(
  ({ name, key }) => `SELECT 'system ${name}', ${digest(`${key} || '/' || xmin`, key)}, NULL, NULL
      FROM pg_catalog.${name} WHERE ${key} < ${firstAddedOid}`,
)

/** Statistics and storage of a column that somebody set: they cost or gain time and room only, and no statement means anything else. */
const isTuned = `a.attnum > 0 AND NOT a.attisdropped AND (coalesce(a.attstattarget, -1) <> -1 OR a.attoptions IS NOT NULL OR a.attcompression <> ''
        OR a.attstorage <> (SELECT y.typstorage FROM pg_catalog.pg_type y WHERE y.oid = a.atttypid))`

/** The transaction that wrote a table's row, and a digest of what VACUUM FULL, CLUSTER, GRANT, storage options and columns of an installation change in it. */
const relationVersion = (alias: string): string =>
  `${alias}.xmin || ':' || md5(concat_ws('/', ${[
    'oid',
    'relfilenode',
    'reltablespace',
    'reltoastrelid',
    'relowner',
    'relacl',
    'reloptions',
    'relnatts',
    'relchecks',
  ]
    .map((column) => `coalesce(${alias}.${column}::text, '')`)
    .join(', ')}))`

/** The same of a schema: a rename, or rights on it, write its row. */
const schemaVersion = `n.xmin || ':' || md5(concat_ws('/', n.oid, n.nspowner, coalesce(n.nspacl::text, '')))`

/** The same of the database, behind its number: a rename, even one that is taken back, writes its row. */
const databaseVersion = `d.oid || '/' || d.xmin || ':' || md5(concat_ws('/', ${[
  'datname',
  'datdba',
  'datacl',
  'datconnlimit',
  'datallowconn',
  'datistemplate',
  'dathasloginevt',
  'dattablespace',
  'datcollversion',
]
  .map((column) => `coalesce(d.${column}::text, '')`)
  .join(', ')}))`

const databaseName = 'database'

/**
 * Left to their number alone is what `REINDEX CONCURRENTLY` writes anew: keys, unique constraints and PostgreSQL's own triggers of foreign keys.
 * What else writes rows of columns is in docs/decisions/023-guards-compared-with-the-program.md.
 */
const versions = `SELECT o.name, string_agg(o.version, ' ' ORDER BY o.version) AS version, min(o.former) AS former, min(o.tuned) AS tuned FROM (
    SELECT 'function ' || p.proname AS name, p.oid || '/' || p.xmin AS version, NULL AS former, NULL AS tuned FROM pg_catalog.pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($2::text[])
    UNION ALL
    SELECT format('trigger %s.%s', c.relname, t.tgname), concat_ws('/', t.oid, CASE WHEN NOT t.tgisinternal THEN t.xmin END), NULL, NULL
      FROM pg_catalog.pg_trigger t JOIN ours c ON c.oid = t.tgrelid
      -- Tables of an installation that refer to ours have triggers on ours.
      WHERE NOT t.tgisinternal OR EXISTS (SELECT FROM pg_catalog.pg_constraint k JOIN ours r ON r.oid = k.conrelid WHERE k.oid = t.tgconstraint)
    UNION ALL
    SELECT format('constraint %s.%s', c.relname, k.conname), concat_ws('/', k.oid, CASE WHEN k.contype IN ('c', 'n', 't') THEN k.xmin END), NULL, NULL
      FROM pg_catalog.pg_constraint k JOIN ours c ON c.oid = k.conrelid
    UNION ALL
    SELECT 'view ' || c.relname, r.oid || '/' || r.xmin, NULL, NULL FROM pg_catalog.pg_rewrite r JOIN ours c ON c.oid = r.ev_class
    UNION ALL
    SELECT format('default %s.%s', c.relname, a.attname), d.oid || '/' || d.xmin, NULL, NULL
      FROM pg_catalog.pg_attrdef d JOIN ours c ON c.oid = d.adrelid JOIN pg_catalog.pg_attribute a ON (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
    UNION ALL
    -- Nothing but ALTER SEQUENCE writes it: neither nextval, setval nor TRUNCATE.
    SELECT 'sequence ' || c.relname, s.seqrelid || '/' || s.xmin, NULL, NULL FROM pg_catalog.pg_sequence s JOIN ours c ON c.oid = s.seqrelid
    UNION ALL
    -- Columns of ours, and all that were dropped; a further one of an installation is none of them. The row of the type changes with the table's name.
    SELECT 'columns ' || c.relname, concat_ws(' ', format('%s/%s/%s', c.oid, t.oid, t.xmin), string_agg(a.attnum || ':' || a.xmin, ' ' ORDER BY a.attnum)),
        concat_ws('/', c.oid, t.oid, t.xmin, ${digest(`a.attnum || '/' || a.xmin`, 'a.attnum')}),
        jsonb_object_agg(a.attnum, a.attname) FILTER (WHERE ${isTuned})::text
      FROM ours c JOIN pg_catalog.pg_type t ON t.oid = c.reltype JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind <> 'r' OR a.attnum < 0 OR a.attisdropped OR format('%s.%s', c.relname, a.attname) = ANY ($3::text[])
      GROUP BY c.relname, c.oid, t.oid, t.xmin
    UNION ALL
    -- The row of each table, of the table of its large values, and of each sequence, with what an installation may change about it.
    SELECT 'relation ' || c.relname, concat_ws(' ', ${relationVersion('r')}, ${relationVersion('l')}), NULL, NULL
      FROM ours c JOIN pg_catalog.pg_class r ON r.oid = c.oid LEFT JOIN pg_catalog.pg_class l ON l.oid = r.reltoastrelid WHERE c.relkind IN ('r', 'S')
    UNION ALL
    -- Another schema that stood for ours, or for that of PostgreSQL.
    SELECT 'schema ' || n.nspname, ${schemaVersion}, NULL, NULL FROM pg_catalog.pg_namespace n WHERE n.nspname IN ('public', 'pg_catalog')
    UNION ALL
    -- A copy that had its name.
    SELECT '${databaseName}', ${databaseVersion}, NULL, NULL FROM pg_catalog.pg_database d WHERE d.datname = current_database()
    UNION ALL
    ${systemVersions.join('\n    UNION ALL\n    ')}
  ) o GROUP BY o.name`

const differing = `WITH ours AS MATERIALIZED (
    SELECT oid, relname, relkind, reltype FROM pg_catalog.pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1::text[])
  ), present AS MATERIALIZED (${versions})
  SELECT name, p.version, p.former, p.tuned, i.version AS installed FROM public.installed_object i FULL JOIN present p USING (name)
  WHERE p.version IS DISTINCT FROM i.version ORDER BY name`

const values = ({ relations, functions, columns }: Installed) => [relations, functions, columns]

type Differing = {
  name: string
  version: string | null
  /** The same in the form of the releases before, for columns: one digest. */
  former: string | null
  /** Of columns: those with statistics or storage that somebody set, as JSON: their names by their numbers. */
  tuned: string | null
  installed: string | null
}

/**
 * Not the row of a database that the objects were copied to: it is another one in any case, and which one is the installation's is
 * kept outside of it (docs/decisions/037-the-database-itself.md).
 */
function isOfThisDatabase({ name, version, installed }: Differing): boolean {
  const numberOf = (text: string | null): string | undefined => text?.split('/')[0]
  return name !== databaseName || installed === null || numberOf(version) === numberOf(installed)
}

/**
 * Faults of objects that were written since the program installed them. A column whose statistics or storage somebody set is none, nor a table
 * that was rewritten or has other options, rights or columns: `tuned` names those that were written since.
 */
export async function findReplaced(
  read: ReadRows,
  own: Installed,
): Promise<{ faults: { subject: string; detail: string }[]; tuned: string[] }> {
  const found = (await read<Differing>(differing, values(own))).filter(isOfThisDatabase)
  const tuned = new Map(found.map((one) => [one.name, tunedAlone(one) ?? tunedRelation(one)]))
  const faults = found
    .filter(({ name }) => tuned.get(name) === null)
    .map(({ name, version, installed }) => ({
      subject: name,
      detail:
        installed === null
          ? 'was not installed by the program'
          : version === null
            ? 'was installed by the program, and is gone'
            : 'was replaced, altered or switched off since the program installed it',
    }))
  return { faults, tuned: [...tuned.values()].flatMap((columns) => columns ?? []) }
}

/** The columns of a table that were written since, where each of them is tuned and everything else is as installed; otherwise null. */
function tunedAlone({ name, version, tuned, installed }: Differing): string[] | null {
  if (tuned === null || version === null || installed === null) return null
  const names = new Map(Object.entries(JSON.parse(tuned) as Record<string, string>))
  const [now, then] = [partsOf(version), partsOf(installed)]
  const written = [...new Set([...now.keys(), ...then.keys()])].filter((part) => now.get(part) !== then.get(part))
  const columns = written.map((part) => names.get(part))
  return columns.every((column) => column !== undefined)
    ? columns.map((column) => `${name.slice('columns '.length)}.${column}`)
    : null
}

/** A table, sequence, schema or database whose row was written and changed by that; null where it is as it was, which hid or exchanged rows for a moment. */
function tunedRelation({ name, version, installed }: Differing): string[] | null {
  const kind = ['relation ', 'schema ', databaseName].find((one) => name.startsWith(one))
  if (kind === undefined || version === null || installed === null) return null
  const contents = (text: string): string =>
    text
      .split(' ')
      .map((row) => row.split(':')[1])
      .join(' ')
  return contents(version) === contents(installed) ? null : [kind === 'relation ' ? name.slice(kind.length) : name]
}

/** The transactions of the columns by their numbers, and of the table and its type under the empty one. */
function partsOf(version: string): Map<string, string> {
  const [relation = '', ...columns] = version.split(' ')
  return new Map([['', relation], ...columns.map((text) => text.split(':') as [string, string])])
}

/** The names of the objects that are other than installed, before the program installs anything; none on a new database. */
export async function readReplaced(client: pg.ClientBase, own: Installed): Promise<string[]> {
  const table = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.installed_object') IS NOT NULL AS found`,
  )
  if (table.rows[0]?.found !== true) return []
  const { rows } = await client.query<Differing>(differing, values(own))
  // What only this release has is not there yet.
  return rows
    .filter(isOfThisDatabase)
    .flatMap(({ name, installed, former }) => (installed === null || installed === former ? [] : [name]))
}

const mostNamed = 100

/**
 * Records what is in force now, in one signed transaction: what the program installed, by what just ran. `replaced`: what
 * was other than installed before; the act `guards.accept` names it.
 */
export async function recordInstalled(
  client: pg.ClientBase,
  secret: AppSecret,
  { replaced, ...own }: Installed & { replaced: readonly string[] },
): Promise<void> {
  const { rows } = await client.query<Differing>(differing, values(own))
  if (rows.length === 0) return
  const present = rows.flatMap(({ name, version }) => (version === null ? [] : [{ name, version }]))
  await client.query('BEGIN')
  try {
    if (replaced.length > 0)
      await client.query(
        `INSERT INTO audit (actor_kind, act, subject, detail) VALUES ('system', 'guards.accept', $1, $2)`,
        [`${replaced.length} objects`, JSON.stringify({ replaced: replaced.slice(0, mostNamed) })],
      )
    await client.query('DELETE FROM installed_object WHERE name = ANY ($1::text[])', [
      rows.flatMap(({ name, version }) => (version === null ? [name] : [])),
    ])
    await client.query(
      `INSERT INTO installed_object (name, version) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
      [present.map(({ name }) => name), present.map(({ version }) => version)],
    )
    await signActs((sql, values) => client.query(sql, [...values]), createActKeys(secret))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
