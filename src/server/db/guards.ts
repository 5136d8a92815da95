import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalogue, readCatalogueFile, type Catalogue, type CatalogueObject, type ReadRows } from './catalogue.ts'
import { readFunctionFiles, type FunctionFile } from './function-files.ts'
import { findFunctionFaults } from './function-guards.ts'
import { readMigrations, type Migration } from './migrate.ts'

/**
 * Compares what guards the money in a database (constraints, triggers, unique indexes, functions, views, rights) with the
 * program's own files (docs/decisions/023-guards-compared-with-the-program.md). Objects that an installation added are no fault,
 * except those that could change what is written to a money table.
 */

type Fault = { subject: string; detail: string }

/**
 * The tables of money, of what proves it, and of who may move it (persons, rights, factors, exclusions, games): nothing
 * but the program's own triggers may act on them.
 */
const moneyTables: readonly string[] = `
  account approval audit audit_head book_run brand comp_rate dated_setting function_file game game_version house_entry
  installation jackpot_shard jackpot_tier journal journal_archive journal_head journal_kind journal_seal journal_sealed
  journal_source limit_counter limit_raise member member_exclusion member_limit member_person member_seed migration money_out
  money_request money_request_event operator operator_browser operator_enrolment operator_factor operator_recovery_code
  operator_session password_reset person_mark person_mark_key provider provider_transaction redraw_mismatch redraw_state round
  round_archive transfer transfer_balance wallet
`
  .trim()
  .split(/\s+/)

const folder = fileURLToPath(new URL('../../../db', import.meta.url))
let catalogue: Promise<Catalogue> | undefined
let migrations: Promise<Migration[]> | undefined
const functions = new Map<string, Promise<FunctionFile[]>>()

/** Reads the files once: a running program is what it was started from, even if a later release replaces them. */
export async function loadGuards(appRole: string): Promise<{ catalogue: Catalogue; files: FunctionFile[] }> {
  catalogue ??= readCatalogueFile()
  const files = functions.get(appRole) ?? readFunctionFiles(join(folder, 'functions'), appRole)
  functions.set(appRole, files)
  return { catalogue: await catalogue, files: await files }
}

/**
 * Whether another release of the program has updated this database: a release that is being replaced must not judge the
 * guards of the one that follows.
 */
export async function isOfOtherRelease(read: ReadRows): Promise<boolean> {
  const applied = await read<{ path: string; checksum: string; app_role: string }>(
    'SELECT path, checksum, app_role FROM public.function_file',
  )
  const { files } = await loadGuards(applied[0]?.app_role ?? '')
  const newest = await read<{ name: string }>('SELECT name FROM public.migration ORDER BY number DESC LIMIT 1')
  migrations ??= readMigrations(folder)
  return (
    newest[0]?.name !== (await migrations).at(-1)?.name ||
    applied.length !== files.length ||
    files.some(({ path, checksum }) => applied.find((one) => one.path === path)?.checksum !== checksum)
  )
}

/** What differs from the program's files, read in one transaction. */
export async function findGuardFaults(read: ReadRows): Promise<Fault[]> {
  const [role] = await read<{ name: string; known: boolean; version: number }>(
    `SELECT min(app_role) AS name, to_regrole(quote_ident(min(app_role))) IS NOT NULL AS known,
       current_setting('server_version_num')::int AS version
     FROM public.function_file HAVING count(DISTINCT app_role) = 1`,
  )
  if (role === undefined || !role.known)
    return [{ subject: 'function_file', detail: 'does not name the application’s role' }]
  const expected = await loadGuards(role.name)
  const inForce = await readCatalogue(read, role.name)
  return [
    ...catalogueFaults(expected.catalogue, inForce, role.version),
    ...(await findFunctionFaults(read, expected.files, role.name)),
    ...(await read<Fault>(strangersQuery, [moneyTables, role.name])),
  ]
}

function catalogueFaults(
  { server, objects }: Catalogue,
  inForce: readonly CatalogueObject[],
  version: number,
): Fault[] {
  const found = new Map(inForce.map((object) => [`${object.kind} ${object.name}`, object.text]))
  const known = new Set(objects.map(({ kind, name }) => `${kind} ${name}`))
  // Another version of PostgreSQL may write the same expression otherwise.
  const form = server === version ? (text: string) => text : plainForm
  const changed = objects.flatMap(({ kind, name, text }) => {
    const subject = `${kind} ${name}`
    const there = found.get(subject)
    if (there === undefined) return [{ subject, detail: 'is missing' }]
    if (form(there) === form(text)) return []
    return [{ subject, detail: `is not as the program declares it: ${there.slice(0, 200)}` }]
  })
  const strange = inForce.flatMap(({ kind, name }) =>
    kind === 'trigger' && !known.has(`trigger ${name}`) && moneyTables.includes(name.slice(0, name.indexOf('.')))
      ? [{ subject: `trigger ${name}`, detail: 'is unknown to the program' }]
      : [],
  )
  return [...changed, ...strange]
}

/** An expression without casts, parentheses, quotes and spaces, which versions of PostgreSQL print differently. */
export function plainForm(text: string): string {
  return text
    .replaceAll(/::[a-z]+( [a-z]+)*(\(\d+\))?(\[\])?/g, '')
    .replaceAll(/[\s()"]/g, '')
    .toLowerCase()
}

/**
 * What acts on money tables and is none of the program's own: rules, children, disabled foreign keys, writers, other
 * owners, settings that switch triggers off, and what comes before the program's tables and the system's operators in
 * its statements.
 */
const strangersQuery = `
  WITH money AS MATERIALIZED (
    SELECT c.oid, c.relname, c.relowner, c.relacl FROM pg_catalog.pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname = ANY ($1::text[])
  )
  SELECT 'rule ' || m.relname || '.' || r.rulename AS subject, 'is unknown to the program' AS detail
    FROM money m JOIN pg_catalog.pg_rewrite r ON r.ev_class = m.oid
  UNION ALL
  SELECT 'table ' || i.inhrelid::regclass, 'inherits from ' || m.relname FROM money m JOIN pg_catalog.pg_inherits i ON i.inhparent = m.oid
    WHERE NOT EXISTS (SELECT 1 FROM money c WHERE c.oid = i.inhrelid)
  UNION ALL
  SELECT 'constraint ' || m.relname || '.' || c.conname, 'its trigger is switched off' FROM money m
    JOIN pg_catalog.pg_trigger t ON t.tgrelid = m.oid AND t.tgisinternal AND t.tgenabled <> 'O'
    JOIN pg_catalog.pg_constraint c ON c.oid = t.tgconstraint GROUP BY m.relname, c.conname
  UNION ALL
  SELECT 'rights ' || m.relname, format('%s may %s', CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x.grantee)::text END,
      string_agg(DISTINCT x.privilege_type, ', ' ORDER BY x.privilege_type))
    FROM money m, LATERAL (SELECT * FROM aclexplode(m.relacl) UNION ALL SELECT f.* FROM pg_catalog.pg_attribute a, aclexplode(a.attacl) f
      WHERE a.attrelid = m.oid) x
    WHERE x.grantee <> m.relowner AND (x.grantee = 0 OR pg_get_userbyid(x.grantee) <> $2)
      AND x.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER')
    GROUP BY m.relname, x.grantee
  UNION ALL
  SELECT o.what, format('belongs to %s and not to %s, as the journal', pg_get_userbyid(o.owner), pg_get_userbyid(j.relowner))
    FROM money j, (SELECT 'table ' || relname AS what, relowner AS owner FROM money
      UNION ALL SELECT 'function ' || p.proname, p.proowner FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND 'function ' || p.proname IN (SELECT unnest(objects) FROM public.function_file)) o
    WHERE j.relname = 'journal' AND o.owner <> j.relowner
  UNION ALL
  SELECT 'role ' || $2, 'may act as the owner of the journal' FROM money j WHERE j.relname = 'journal' AND pg_has_role($2::name, j.relowner, 'MEMBER')
  UNION ALL
  SELECT 'setting session_replication_role', 'switches triggers off' FROM pg_catalog.pg_db_role_setting s, unnest(s.setconfig) c
    WHERE c LIKE 'session_replication_role=%' AND c <> 'session_replication_role=origin'
      AND s.setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()))
  UNION ALL
  SELECT 'setting session_replication_role', 'switches triggers off' FROM pg_catalog.pg_settings
    WHERE name = 'session_replication_role' AND reset_val <> 'origin'
  UNION ALL
  SELECT 'setting search_path', 'lets other schemas hide tables of the program: ' || c FROM money j
    JOIN pg_catalog.pg_db_role_setting s ON j.relname = 'journal' AND (s.setrole IN (0, j.relowner) OR pg_get_userbyid(s.setrole) = $2)
      AND s.setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()))
    CROSS JOIN LATERAL unnest(s.setconfig) c
    WHERE c LIKE 'search_path=%' AND EXISTS (SELECT 1 FROM regexp_split_to_table(substr(c, 13), '\\s*,\\s*') p
      WHERE trim(BOTH '"' FROM p) NOT IN ('public', '$user', 'pg_catalog', 'pg_temp'))
  UNION ALL
  -- The first schema of the default search path has the name of the role.
  SELECT 'schema ' || n.nspname, 'comes before the tables of the program' FROM money j
    JOIN pg_catalog.pg_namespace n ON j.relname = 'journal' AND n.nspname IN ($2, pg_get_userbyid(j.relowner))
  UNION ALL
  SELECT format('operator %s', o.oid::regoperator), 'is unknown to the program' FROM pg_catalog.pg_operator o
    WHERE o.oprnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e')
  UNION ALL
  SELECT format('cast of %s to %s', format_type(k.castsource, NULL), format_type(k.casttarget, NULL)), 'is unknown to the program'
    FROM pg_catalog.pg_cast k WHERE k.oid >= 16384 AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_cast'::regclass AND d.objid = k.oid AND d.deptype = 'e')`
