import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inPgCatalog, readCatalogue, readCatalogueFile, type Catalogue, type CatalogueObject } from './catalogue.ts'
import { findForeignCode } from './foreign-code.ts'
import { declarations, readFunctionFiles, type FunctionFile } from './function-files.ts'
import { findFunctionFaults } from './function-guards.ts'
import { readMigrations, type Migration } from './migrate.ts'
import type { ReadRows } from './read-rows.ts'
import { findReplaced, installedOf } from './installed-objects.ts'
import { findSettingFaults } from './setting-guards.ts'
import { readSystem } from './system-catalogues.ts'

/**
 * Compares what decides on the program's statements (constraints, triggers, unique indexes, functions, views, rights,
 * settings, PostgreSQL's own catalogues) with the program's own files, and finds code that is not its own
 * (docs/decisions/023-guards-compared-with-the-program.md). Objects that an installation added are no fault, except those
 * that could run in the program's statements or change what they do.
 */

type Fault = { subject: string; detail: string }

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

/**
 * What differs from the program's files, read in one transaction. `withInstalled`: also what was written since the program installed it,
 * for callers that verify the records of that.
 */
export async function findGuardFaults(read: ReadRows, options: { withInstalled?: boolean } = {}): Promise<Fault[]> {
  return (await compareGuards(read, options)).faults
}

/** The same, with the columns of which it is not known whether they were altered, because somebody set their statistics or storage. */
export async function compareGuards(
  read: ReadRows,
  { withInstalled = false } = {},
): Promise<{ faults: Fault[]; tuned: string[] }> {
  return inPgCatalog(read, async () => {
    // First, because every other statement here relies on what the catalogues of PostgreSQL say.
    const system = await readSystem(read)
    if (system.planted.length > 0)
      return {
        faults: system.planted.map((subject) => ({
          subject,
          detail: 'is unknown to the program; while it is there, nothing else is compared',
        })),
        tuned: [],
      }
    const [role] = await read<{ name: string; known: boolean; version: number; owner: string }>(
      `SELECT min(app_role) AS name, to_regrole(quote_ident(min(app_role))) IS NOT NULL AS known,
         current_setting('server_version_num')::int AS version,
         (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = to_regclass('public.journal')) AS owner
       FROM public.function_file HAVING count(DISTINCT app_role) = 1`,
    )
    if (role === undefined || !role.known)
      return { faults: [{ subject: 'function_file', detail: 'does not name the application’s role' }], tuned: [] }
    const expected = await loadGuards(role.name)
    const inForce = await readCatalogue(read, role.name, system)
    const own = (...kinds: readonly CatalogueObject['kind'][]): string[] =>
      expected.catalogue.objects.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
    const functionNames = declarations(expected.files).flatMap(({ object }) =>
      object.kind === 'function' ? [object.name] : [],
    )
    const replaced = withInstalled
      ? await findReplaced(read, installedOf(expected.catalogue, functionNames))
      : { faults: [], tuned: [] }
    const faults = [
      ...system.added.map((subject) => ({ subject, detail: 'was added to pg_catalog' })),
      ...catalogueFaults(expected.catalogue, inForce, role.version),
      ...(await findFunctionFaults(read, expected.files, role.name)),
      ...(await findReleaseFaults(read, expected.files)),
      ...(await findNumberFaults(read)),
      ...(await findForeignCode(read, {
        relations: own('table', 'view', 'sequence'),
        columns: own('column'),
        functions: functionNames,
        indexes: own('index', 'lookup'),
        appRole: role.name,
      })),
      ...(await findSettingFaults(read, [role.name, role.owner])),
      ...replaced.faults,
    ]
    return { faults, tuned: replaced.tuned }
  })
}

/**
 * What the database says about its release, which decides whether a process leaves the books to another one, and the objects
 * of its files, which the next release drops when it does not declare them.
 */
async function findReleaseFaults(read: ReadRows, files: readonly FunctionFile[]): Promise<Fault[]> {
  const rows = await read<{ name: string; checksum: string }>(
    `SELECT 'function_file ' || path AS name, concat_ws(' ', checksum, array_to_string(objects, ',')) AS checksum FROM public.function_file
     UNION ALL SELECT 'migration ' || name, checksum FROM public.migration`,
  )
  migrations ??= readMigrations(folder)
  const expected = new Map<string, string>([
    ...files.map((file) => {
      const objects = declarations([file]).map(({ name }) => name)
      return [`function_file ${file.path}`, `${file.checksum} ${objects.join(',')}`] as const
    }),
    ...(await migrations).map(({ name, checksum }) => [`migration ${name}`, checksum] as const),
  ])
  const found = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((name) => expected.get(name) !== found.get(name))
    .map((subject) => ({ subject, detail: 'is not recorded as this program has it' }))
}

/**
 * Sequences that somebody set: forward, so that soon nothing more can be written, or back, so that numbers come again or what is written
 * next seems older than it is. A sequence is not part of the snapshot, and never behind it.
 */
async function findNumberFaults(read: ReadRows): Promise<Fault[]> {
  // The highest number of each column is the first of an index.
  const columns = await read<{ select: string }>(
    `SELECT format('SELECT %L AS name, (SELECT max(%I) FROM public.%I)::text AS highest,
         (SELECT CASE WHEN is_called THEN last_value ELSE last_value::numeric - 1 END FROM public.%I)::text AS last, %L AS most',
         format('%s.%s', c.relname, a.attname), a.attname, c.relname, x.relname, s.seqmax) AS select
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
     JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum AND d.classid = 'pg_class'::regclass
     JOIN pg_class x ON x.oid = d.objid AND x.relnamespace = c.relnamespace JOIN pg_sequence s ON s.seqrelid = x.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND has_column_privilege(c.oid, a.attnum, 'SELECT') AND CASE x.relkind WHEN 'S' THEN has_sequence_privilege(x.oid, 'SELECT') END
       AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indkey[0] = a.attnum AND i.indisvalid)`,
  )
  if (columns.length === 0) return []
  const rows = await read<{ name: string; highest: string | null; last: string; most: string }>(
    columns.map(({ select }) => select).join(' UNION ALL '),
  )
  return rows.flatMap((row) => {
    const [highest, last, most] = [row.highest ?? row.last, row.last, row.most].map(BigInt) as [bigint, bigint, bigint]
    const furthest = highest > last ? highest : last
    const subject = `numbers ${row.name}`
    return [
      ...(furthest > most / 2n ? [{ subject, detail: `are nearly used up: ${furthest} of ${most}` }] : []),
      ...(highest > last ? [{ subject, detail: `come again: the next is ${last + 1n}, and ${highest} is there` }] : []),
    ]
  })
}

/** Kinds of which an unknown object on a table of the program is a fault. */
const closedKinds: readonly CatalogueObject['kind'][] = ['trigger', 'constraint', 'index', 'row']

function catalogueFaults(
  { server, objects }: Catalogue,
  inForce: readonly CatalogueObject[],
  version: number,
): Fault[] {
  const found = new Map(inForce.map((object) => [`${object.kind} ${object.name}`, object.text]))
  const known = new Set(objects.map(({ kind, name }) => `${kind} ${name}`))
  const relations = new Set(objects.flatMap(({ kind, name }) => (kind === 'table' || kind === 'view' ? [name] : [])))
  // Another version of PostgreSQL may write the same expression otherwise.
  const form = server === version ? (text: string) => text : plainForm
  const changed = objects.flatMap(({ kind, name, text }) => {
    const subject = `${kind} ${name}`
    const there = found.get(subject)
    if (there === undefined) return [{ subject, detail: 'is missing' }]
    if (kind === 'system') return systemFaults({ server, name, text }, version, there)
    if (form(there) === form(text)) return []
    return [{ subject, detail: `is not as the program declares it: ${there.slice(0, 200)}` }]
  })
  const strange = inForce.flatMap(({ kind, name }) =>
    closedKinds.includes(kind) && !known.has(`${kind} ${name}`) && relations.has(name.slice(0, name.indexOf('.')))
      ? [{ subject: `${kind} ${name}`, detail: 'is unknown to the program' }]
      : [],
  )
  return [...changed, ...strange]
}

/** Digests of clusters that an earlier minor version made: an upgrade of the server leaves its catalogues as they were. */
const formerDigests: Readonly<Record<string, readonly string[]>> = {
  // 18.0 to 18.2: json_strip_nulls and jsonb_strip_nulls were STABLE.
  pg_proc: ['652eddf1815c98c587404be855ce0efb671f4dc65850b7b713192ff4d155d4a3'],
}

/** PostgreSQL's own catalogues are the same in every cluster of the versions that are known; of a newer one they are not. */
function systemFaults(
  expected: { server: number; name: string; text: string },
  version: number,
  there: string,
): Fault[] {
  const { server, name, text } = expected
  const isKnown = Math.floor(version / 10_000) === Math.floor(server / 10_000) && version <= server
  if (!isKnown || there === text || formerDigests[name]?.includes(there)) return []
  return [{ subject: `system ${name}`, detail: 'is not that of PostgreSQL: somebody altered its catalogue' }]
}

/** An expression without casts, parentheses, quotes and spaces, which versions of PostgreSQL print differently. */
export function plainForm(text: string): string {
  return text
    .replaceAll(/::[a-z]+( [a-z]+)*(\(\d+\))?(\[\])?/g, '')
    .replaceAll(/[\s()"]/g, '')
    .toLowerCase()
}
