import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, signActs } from './act-signing.ts'
import { connectTo } from './connect.ts'
import { beginStates } from './begin-states.ts'
import { bindFactors } from './bind-factors.ts'
import { bindHashes } from './bind-hashes.ts'
import { bindValues } from './bind-values.ts'
import { applyFunctions, findFunctionGap } from './apply-functions.ts'
import { readCatalogueFile } from './catalogue.ts'
import { declarations, readFunctionFiles, type FunctionFile } from './function-files.ts'
import { admitClient, type DatabaseIdentity } from './database-identity.ts'
import type { Report } from './report.ts'
import { assertSigningKey } from './signing-key.ts'
import { installedOf, readReplaced, recordInstalled, type Installed } from './installed-objects.ts'

export type MigrateOptions = {
  /** The owner's URL. */
  ownerUrl: string
  /** The role the application signs in as: it takes the place of `baize_app` in the files. */
  appRole?: string
  /** The installation's currency, fixed by the first migration (ISO 4217). */
  currency?: string
  /** Signs what migrations record. With it the recording of rows begins; a database without it serves no program. */
  secret?: AppSecret
  /** The folder that holds `migrations/` (`001_….sql`) and `functions/`; the project's own by default. */
  folder?: string
  /** What the connection is compared with before anything is changed. */
  identity?: DatabaseIdentity
  /** Called before the first migration of a database that holds nothing of this program, in no schema. */
  onEmpty?: () => Promise<void>
  report?: Report
}

/** One file of the folder. The checksum is of the text with Unix line endings. */
export type Migration = { number: number; name: string; text: string; checksum: string }

const projectFolder = fileURLToPath(new URL('../../../db', import.meta.url))

// An arbitrary number: the advisory lock that is held while this program's databases are migrated.
const lockKey = 5_061_720_001

/**
 * Updates a database to this program's files, one program at a time: first the missing migrations in the order of their
 * numbers, each in a transaction of its own, then the changed function files in one. Inside a migration
 * `current_setting('baize.currency')` is the installation's currency.
 *
 * Resolves with the names it applied: `003_third.sql`, `functions/ledger/post.sql`. Rejects, and changes nothing more,
 * when an applied migration was edited, renamed or removed, when a number is missing or there twice, or when a
 * statement fails; the message names the file.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const folder = options.folder ?? projectFolder
  const migrations = await readMigrations(folder)
  const client = await connectTo(options.ownerUrl, { name: 'baize-migrate' })
  try {
    if (options.identity) await admitClient(client, options.identity)
    await client.query(`SET lock_timeout = '60s'`)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    // The schema must not depend on the search path of the role, nor what is signed on its settings.
    await client.query(`SET search_path = public; SET baize.act_group = ''; SET baize.act_count = ''`)
    if (options.secret) await assertSigningKey(client, options.secret)
    if (options.onEmpty && (await isEmpty(client))) await options.onEmpty()
    await ensureTable(client)
    const missing = comparedWith(migrations, await readApplied(client))
    const own = options.secret ? await readOwn(join(folder, 'functions'), options.appRole ?? defaultAppRole) : null
    const replaced = own === null ? [] : await readReplaced(client, own)
    for (const migration of missing) await apply(client, migration, options)
    const appRole = options.appRole ?? defaultAppRole
    const functions = await applyFunctions(client, {
      folder: join(folder, 'functions'),
      appRole,
      report: options.report,
    })
    if (options.secret && own !== null && (await canSign(client))) {
      await beginStates(client, options.secret)
      await bindHashes(client, options.secret)
      await bindFactors(client, options.secret)
      await bindValues(client, options.secret, options.report)
      if (replaced.length > 0) options.report?.(`Altered since the last start, and accepted: ${replaced.join(', ')}`)
      await recordInstalled(client, options.secret, { ...own, replaced })
    }
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
    return [...missing.map((migration) => migration.name), ...functions.map((path) => `functions/${path}`)]
  } finally {
    await client.end()
  }
}

/** The names of what this program installs. */
async function readOwn(functionFolder: string, appRole: string): Promise<Installed> {
  const functions = declarations(await readFunctionFiles(functionFolder, appRole))
  return installedOf(
    await readCatalogueFile(),
    functions.flatMap(({ object }) => (object.kind === 'function' ? [object.name] : [])),
  )
}

/** The name the migrations use for the application's role. */
const defaultAppRole = 'baize_app'

/**
 * Checks, as any role that may read the tables of applied files, whether migrations and functions are exactly this
 * program's. Resolves with a sentence about the difference, or null.
 */
export function findMigrationGap(
  client: pg.ClientBase | pg.Pool,
  folder: string = projectFolder,
): Promise<string | null> {
  return createGapCheck(folder)(client)
}

/**
 * The same for repeated checks: it reads the files once, because a running program is what it was started from, even if a
 * later release replaces its files.
 */
export function createGapCheck(
  folder: string = projectFolder,
): (client: pg.ClientBase | pg.Pool) => Promise<string | null> {
  let migrations: Migration[] | undefined
  const functions = new Map<string, FunctionFile[]>()
  async function readFunctions(path: string, appRole: string): Promise<FunctionFile[]> {
    const files = functions.get(appRole) ?? (await readFunctionFiles(path, appRole))
    functions.set(appRole, files)
    return files
  }
  return async (client) => {
    const table = await client.query<{ found: boolean }>(`SELECT to_regclass('public.migration') IS NOT NULL AS found`)
    if (table.rows[0]?.found !== true) return 'No migration has been applied yet.'
    try {
      migrations ??= await readMigrations(folder)
      const missing = comparedWith(migrations, await readApplied(client))
      if (missing.length > 0) return `Not applied yet: ${missing.map((migration) => migration.name).join(', ')}.`
      return await findFunctionGap(client, join(folder, 'functions'), readFunctions)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/**
 * The migrations of this program that a database lacks which has all before them: it is of an older release. None for a
 * database that has them all, or others.
 */
export async function findMissingMigrations(
  client: pg.ClientBase | pg.Pool,
  folder: string = projectFolder,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const applied = await readApplied(client)
  const isOlder = applied.every(({ name, checksum }, index) => {
    const file = migrations[index]
    return file?.name === name && file.checksum === checksum
  })
  return isOlder ? migrations.slice(applied.length).map(({ name }) => name) : []
}

/** Reads and checks the folder's migrations: names like `001_first.sql`, numbers from 1 without a gap. */
export async function readMigrations(folder: string = projectFolder): Promise<Migration[]> {
  const migrationFolder = join(folder, 'migrations')
  const names = (await readdir(migrationFolder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const [index, name] of names.entries()) {
    const number = Number(/^(\d{3})_[a-z0-9-]+\.sql$/.exec(name.replaceAll('_', '-').replace('-', '_'))?.[1])
    if (!Number.isInteger(number)) throw new Error(`The migration ${name} is not named like 001_first-things.sql.`)
    if (number !== index + 1) {
      throw new Error(`The migration ${name} is out of order: number ${String(index + 1).padStart(3, '0')} comes here.`)
    }
    const text = (await readFile(join(migrationFolder, name), 'utf8')).replaceAll('\r\n', '\n')
    migrations.push({ number, name, text, checksum: createHash('sha256').update(text).digest('hex') })
  }
  return migrations
}

type Applied = { number: number; name: string; checksum: string }

async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM pg_class WHERE relname IN ('migration', 'journal', 'journal_head')`)
  return rows.length === 0
}

async function ensureTable(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS public.migration (
    number integer PRIMARY KEY,
    name text NOT NULL UNIQUE,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`)
}

async function readApplied(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT number, name, checksum FROM public.migration ORDER BY number')
  return rows
}

/** The migrations still to be applied. Throws where files and database disagree about those applied before. */
function comparedWith(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  for (const row of applied) {
    const file = migrations.find((migration) => migration.number === row.number)
    if (file === undefined) {
      throw new Error(
        `The migration ${row.name} was applied to the database, and this program does not have it: a newer release made it.`,
      )
    }
    if (file.name !== row.name) throw new Error(`The applied migration ${row.name} has been renamed to ${file.name}.`)
    if (file.checksum !== row.checksum) {
      throw new Error(
        `The applied migration ${row.name} has been edited. Put it back, and write the change as a new file.`,
      )
    }
  }
  return migrations.slice(applied.length)
}

async function apply(client: pg.Client, migration: Migration, options: MigrateOptions): Promise<void> {
  options.report?.(`Migration ${migration.name}`, 'file')
  const appRole = options.appRole ?? defaultAppRole
  await client.query('BEGIN')
  try {
    await client.query(`SELECT set_config('baize.currency', $1, true), set_config('baize.app_role', $2, true)`, [
      options.currency ?? 'KRW',
      appRole,
    ])
    const before = await transactionId(client)
    const files = await filesOfRecorded(client)
    await client.query(withRole(migration.text, appRole))
    // After a COMMIT in the file, a failure would leave a part of it applied.
    if ((await transactionId(client)) !== before) throw new Error('it ends its transaction itself, which it must not')
    const rewritten = await filesOfRecorded(client)
    for (const [table, file] of files)
      if ((rewritten.get(table) ?? file) !== file)
        throw new Error(
          `it rewrites the recorded table ${table}, so that all its rows would be those of another transaction`,
        )
    await client.query('INSERT INTO public.migration (number, name, checksum) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query(`GRANT SELECT ON public.migration TO ${pg.escapeIdentifier(appRole)}`)
    if (options.secret && (await canSign(client)))
      await signActs((sql, values) => client.query(sql, [...values]), createActKeys(options.secret))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new Error(`The migration ${migration.name} failed${where(error, migration.text)}: ${message(error)}`, {
      cause: error,
    })
  }
}

/** The file of each recorded table, which changes when the table is rewritten; none until the functions are applied. */
async function filesOfRecorded(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; file: string }>(
    `SELECT c.relname::text AS name, pg_relation_filenode(c.oid)::text AS file FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE t.tgfoid = to_regproc('public.state_recorded')`,
  )
  return new Map(rows.map(({ name, file }) => [name, file]))
}

/** False in a database from before acts were signed, and in a new one until the functions are applied. */
async function canSign(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regproc('public.act_pending') IS NOT NULL AS found`,
  )
  return rows[0]?.found === true
}

async function transactionId(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  return rows[0]?.id
}

/** Replaces the role `baize_app` of the migrations by the configured name, as a quoted identifier. */
function withRole(text: string, role: string): string {
  return role === defaultAppRole
    ? text
    : text.replace(/(?<![\w"'])baize_app(?![\w"'])/g, () => pg.escapeIdentifier(role))
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** PostgreSQL reports the position as a number of characters from 1. */
function where(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return ''
  return ` at line ${text.slice(0, Number(error.position) - 1).split('\n').length}`
}
