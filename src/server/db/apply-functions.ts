import { join } from 'node:path'
import pg from 'pg'
import {
  declarations,
  lineAt,
  readFunctionFiles,
  readMigratedObjects,
  type FunctionFile,
  type SqlStatement,
} from './function-files.ts'
import type { Report } from './report.ts'

/** The row of a file that has been applied. */
type AppliedFile = { path: string; checksum: string; appRole: string; objects: string[] }

export type ApplyFunctionsOptions = {
  /** The folder of the function files; each file holds the current text of one subject. */
  folder: string
  appRole: string
  /** Receives a line for each file that is applied and each object of an earlier program that is dropped. */
  report?: Report | undefined
}

/**
 * Makes functions, triggers, views and their rights equal to the function files, in one transaction. A file whose
 * filled-in text is already applied is skipped. Objects that a file or a migration once declared and no file declares
 * now are dropped, also under an old signature; objects that an installation created itself stay.
 *
 * Resolves with the paths it applied. Rejects, and changes nothing, when a name is unknown or a statement fails; the
 * message names the file and the line.
 */
export async function applyFunctions(client: pg.Client, options: ApplyFunctionsOptions): Promise<string[]> {
  const { folder, appRole, report } = options
  const files = await readFunctionFiles(folder, appRole)
  await client.query('BEGIN')
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS public.function_file (
      path text PRIMARY KEY, checksum text NOT NULL, app_role text NOT NULL, objects text[] NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`)
    const applied = await readAppliedFiles(client)
    const gaps = new Set(objectGaps(files, await readObjectsInForce(client)).map(({ path }) => path))
    const changed = files.filter(
      (file) => gaps.has(file.path) || applied.find(({ path }) => path === file.path)?.checksum !== file.checksum,
    )
    if (changed.length > 0) {
      await client.query(`GRANT SELECT ON public.function_file TO ${pg.escapeIdentifier(appRole)}`)
      await applyFiles(client, changed, appRole, report)
    }
    const former = [
      ...applied.flatMap(({ objects }) => objects),
      ...(await readMigratedObjects(join(folder, '../migrations'))),
    ]
    for (const { object, drop } of formerObjects(files, former, await readObjectsInForce(client))) {
      // At the first application they are what the migrations themselves have just created.
      if (applied.length > 0) report?.(`Dropping the ${object}, which no file declares`)
      await client.query(drop)
    }
    const removed = applied.map(({ path }) => path).filter((path) => !files.some((file) => file.path === path))
    await client.query('DELETE FROM public.function_file WHERE path = ANY ($1)', [removed])
    for (const file of changed) {
      await client.query(
        `INSERT INTO public.function_file (path, checksum, app_role, objects) VALUES ($1, $2, $3, $4)
         ON CONFLICT (path) DO UPDATE SET checksum = excluded.checksum, app_role = excluded.app_role, objects = excluded.objects,
           applied_at = clock_timestamp()`,
        [file.path, file.checksum, appRole, declarations([file]).map(({ name }) => name)],
      )
    }
    await client.query('COMMIT')
    return changed.map(({ path }) => path)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * Compares the functions, triggers and views in force with a program's files. Resolves with a sentence about the
 * difference, or null. Any role that may read `function_file` can check.
 */
export async function findFunctionGap(
  client: pg.ClientBase | pg.Pool,
  folder: string,
  readFiles = readFunctionFiles,
): Promise<string | null> {
  const table = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.function_file') IS NOT NULL AS found`,
  )
  if (table.rows[0]?.found !== true) return 'The functions have not been applied yet.'
  const applied = await readAppliedFiles(client)
  const files = await readFiles(folder, applied[0]?.appRole ?? '')
  const other = files.filter((file) => applied.find(({ path }) => path === file.path)?.checksum !== file.checksum)
  if (other.length > 0) return `Functions are not applied as this program has them: ${list(other)}.`
  const unknown = applied.filter(({ path }) => !files.some((file) => file.path === path))
  if (unknown.length > 0) return `The database has functions that this program does not have: ${list(unknown)}.`
  const inForce = await readObjectsInForce(client)
  const [gap] = objectGaps(files, inForce)
  return gap === undefined ? null : `The ${gap.object} is not in force as ${gap.path} declares it.`
}

function list(files: readonly { path: string }[]): string {
  return files.map(({ path }) => path).join(', ')
}

async function readAppliedFiles(client: pg.ClientBase | pg.Pool): Promise<AppliedFile[]> {
  const { rows } = await client.query<AppliedFile>(
    'SELECT path, checksum, app_role AS "appRole", objects FROM public.function_file',
  )
  return rows
}

/** Creates what files declare. Bodies are checked at the end, when everything that they call exists. */
async function applyFiles(
  client: pg.Client,
  files: readonly FunctionFile[],
  appRole: string,
  report: Report | undefined,
): Promise<void> {
  const each = async (
    kinds: readonly SqlStatement['object']['kind'][],
    act: (statement: SqlStatement) => Promise<unknown>,
  ): Promise<void> => {
    for (const file of files) {
      for (const statement of file.statements) {
        if (!kinds.includes(statement.object.kind)) continue
        try {
          await act(statement)
        } catch (error) {
          throw failure(file, statement, error)
        }
      }
    }
  }
  for (const { path } of files) report?.(`Functions of ${path}`, 'file')
  await client.query('SET LOCAL check_function_bodies = off')
  await each(['function'], (statement) => createFunction(client, statement, appRole))
  await lockTriggerTables(client, files)
  await each(['view', 'trigger'], ({ text }) => client.query(text))
  await each(['rights'], ({ text }) => client.query(text))
  await client.query('SET LOCAL check_function_bodies = on')
  await each(['function'], ({ text }) => client.query(text))
}

/**
 * The tables that members' transactions lock, in their order. Replacing triggers locks tables too; in another order it
 * would deadlock with them.
 */
const lockOrder = ['money_request', 'transfer', 'provider_transaction', 'round', 'journal', 'audit']

async function lockTriggerTables(client: pg.Client, files: readonly FunctionFile[]): Promise<void> {
  const tables = new Set(declarations(files).flatMap(({ object }) => (object.kind === 'trigger' ? [object.table] : [])))
  const others = [...tables].filter((table) => !lockOrder.includes(table)).toSorted()
  for (const table of [...others, ...lockOrder.filter((one) => tables.has(one))]) {
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN SHARE ROW EXCLUSIVE MODE`)
  }
}

/** Creates or replaces a function with the default rights of a new one; a function of another signature is dropped. */
async function createFunction(client: pg.Client, { text, object }: SqlStatement, appRole: string): Promise<void> {
  if (object.kind !== 'function') return
  const before = await functionsNamed(client, object.name)
  await client.query('SAVEPOINT before_function')
  try {
    await client.query(text)
  } catch (error) {
    const cannotReplace = error instanceof pg.DatabaseError && error.code === invalidFunctionDefinition
    if (!cannotReplace) throw error
    await client.query('ROLLBACK TO SAVEPOINT before_function')
    for (const { signature } of before) await client.query(`DROP FUNCTION ${signature}`)
    await client.query(text)
  }
  await client.query('RELEASE SAVEPOINT before_function')
  const after = await functionsNamed(client, object.name)
  const isNew = after.some(({ oid }) => !before.some((old) => old.oid === oid))
  for (const { oid, signature } of isNew ? after : []) {
    if (before.some((old) => old.oid === oid)) await client.query(`DROP FUNCTION ${signature}`)
  }
  await client.query(`REVOKE ALL ON FUNCTION ${object.name} FROM ${pg.escapeIdentifier(appRole)}`)
  await client.query(`GRANT EXECUTE ON FUNCTION ${object.name} TO PUBLIC`)
}

/** PostgreSQL's code for a replacement that changes the result or the names of parameters. */
const invalidFunctionDefinition = '42P13'

async function functionsNamed(client: pg.Client, name: string): Promise<{ oid: string; signature: string }[]> {
  const { rows } = await client.query<{ oid: string; signature: string }>(
    `SELECT oid::text, oid::regprocedure::text AS signature FROM pg_proc
     WHERE proname = $1 AND pronamespace = 'public'::regnamespace`,
    [name],
  )
  return rows
}

/** The functions, triggers and views of the schema that belong to no extension, by kind and name. */
const objectsInForce = `
  SELECT 'function ' || p.proname AS object, 'DROP FUNCTION ' || p.oid::regprocedure AS drop, p.prosrc AS body, NULL AS enabled
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT format('trigger %s on %s', t.tgname, c.relname), format('DROP TRIGGER %I ON %I', t.tgname, c.relname), NULL, t.tgenabled::text
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'view ' || c.relname, format('DROP VIEW %I', c.relname), NULL, NULL
  FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

type InForce = { object: string; drop: string; body: string | null; enabled: string | null }

async function readObjectsInForce(client: pg.ClientBase | pg.Pool): Promise<InForce[]> {
  return (await client.query<InForce>(objectsInForce)).rows
}

/** Declared objects that are missing, duplicate or disabled, and functions that have another body. */
function objectGaps(files: readonly FunctionFile[], inForce: readonly InForce[]): { path: string; object: string }[] {
  const byName = Map.groupBy(inForce, ({ object }) => object)
  return declarations(files).flatMap(({ path, name, object }) => {
    const [found, ...others] = byName.get(name) ?? []
    const isRight =
      found !== undefined &&
      others.length === 0 &&
      (object.kind !== 'function' || found.body === object.body) &&
      (object.kind !== 'trigger' || found.enabled === 'O')
    return isRight ? [] : [{ path, object: name }]
  })
}

/**
 * The objects that the project's files or migrations once declared and no file declares now: triggers before views
 * before functions.
 */
function formerObjects(
  files: readonly FunctionFile[],
  former: readonly string[],
  inForce: readonly InForce[],
): InForce[] {
  const declared = new Set(declarations(files).map(({ name }) => name))
  const kinds = ['trigger', 'view', 'function']
  const place = ({ object }: InForce): number => kinds.indexOf(object.split(' ')[0] ?? '')
  return inForce
    .filter(({ object }) => former.includes(object) && !declared.has(object))
    .toSorted((a, b) => place(a) - place(b))
}

function failure(file: FunctionFile, statement: SqlStatement, error: unknown): Error {
  const position = error instanceof pg.DatabaseError ? Number(error.position ?? 1) : 1
  const line = statement.line + lineAt(statement.text, position - 1) - 1
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`db/functions/${file.path} failed at line ${line}: ${message}`, { cause: error })
}
