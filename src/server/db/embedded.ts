import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { restoredFileName } from '../backup/restored-file.ts'
import { walKeysFile } from '../backup/wal-keys.ts'
import { connectTo } from './connect.ts'
import { archiveLine, openBackupPlace, retainingLine, storeBackupPlace, type BackupPlace } from './embedded-backup.ts'
import { findBinaries, type PostgresBinaries } from './embedded-binaries.ts'
import { readPasswords, type Passwords } from './embedded-passwords.ts'
import { endOrphans, findPostmaster, isAlive, stopPostmaster, waitReady, type Postmaster } from './embedded-process.ts'
import { command, handOver, listRunners, run, type Runner } from './embedded-runner.ts'
import { serverSettings } from './embedded-settings.ts'
import { socketFolder } from './embedded-socket.ts'
import { findRunning } from '../running.ts'

/**
 * A running embedded PostgreSQL. The three URLs are those of the superuser, the owner that migrates, and the
 * application.
 */
export type EmbeddedDatabase = {
  superUrl: string
  ownerUrl: string
  appUrl: string
  /** The folder of PostgreSQL's own files; its log is `postgres.log` in the folder above. */
  pgData: string
  pid: number
  /** True when it was already running: left by a killed program, or used by another one. */
  adopted: boolean
  /** How it was started, for the log. */
  how: string
  /** Stops PostgreSQL and waits until it has ended. Idempotent. */
  stop(): Promise<void>
  /** For a tool: stops PostgreSQL only if this call started it and no program has taken it over. */
  release(): Promise<void>
}

export type EmbeddedOptions = {
  /** The program's data folder (`DATA_DIR`), created with mode 0700 if missing. */
  dataDir: string
  /** Receives messages about slow steps: creating the cluster, recovering from a crash. */
  report?: (line: string) => void
  /**
   * Additional or overriding settings of PostgreSQL. `fsync` and the other settings of durability must not be changed.
   */
  settings?: Readonly<Record<string, string>>
  /**
   * Where the write-ahead log is archived from now on, or `off`; null: unchanged. Left out, by a command: unchanged, and
   * a restored copy retains its log until the program is started on it.
   */
  backup?: BackupPlace | 'off' | null
  /** The longest time for a start: recovering a long log takes longer than usual. */
  startLimitMs?: number
  /** Aborted, the creation of a cluster ends, and no server is started. */
  signal?: AbortSignal
}

/** The names of the database and the two roles, the same in every embedded installation. */
export const embeddedNames = { database: 'baize', owner: 'baize_owner', app: 'baize_app' } as const

type DatabaseHome = {
  dataDir: string
  pgData: string
  passwords: Passwords
  binaries: PostgresBinaries
  report: (line: string) => void
  startLimitMs: number
  retainsLog: boolean
  signal: AbortSignal | undefined
}

const usualStartLimitMs = 120_000
const housekeepingLock = 5_061_720_002

/**
 * Starts the PostgreSQL installed by npm, on `dataDir`: creates the cluster, roles and database the first time, and
 * adopts a server that a killed program left running. Throws one error that lists what was tried and the alternative.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await start(options)
  } catch (error) {
    throw new Error(
      `The PostgreSQL that comes with the program could not be started in ${resolve(options.dataDir)}.\n` +
        `${error instanceof Error ? error.message : String(error)}\n` +
        'To use a PostgreSQL 18 of your own instead, create two roles and a database that the first of them owns, and set\n' +
        '  DATABASE_OWNER_URL=postgres://baize_owner:password@host:5432/baize\n' +
        '  DATABASE_URL=postgres://baize_app:password@host:5432/baize',
      { cause: error },
    )
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const report = options.report ?? (() => {})
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const binaries = await findBinaries(join(dataDir, 'postgres-libraries'))
  const pgData = join(dataDir, 'postgres')
  const startLimitMs = options.startLimitMs ?? usualStartLimitMs
  const retainsLog = options.backup === undefined && existsSync(join(dataDir, restoredFileName))
  const passwords = await readPasswords(dataDir)
  const home = { dataDir, pgData, binaries, report, startLimitMs, retainsLog, passwords, signal: options.signal }
  if (options.backup) await storeBackupPlace(dataDir, options.backup)

  const adopted = await adopt(home, options.backup)
  if (adopted !== null) return adopted
  const runner = existsSync(pgData) ? await runnerOf(home) : await makeCluster(home)
  options.signal?.throwIfAborted()
  const running = await launch(home, runner, options.settings ?? {})
  const database = describe(home, running.postmaster, running.adopted, runner.name)
  await ensureRolesAndDatabase(database.superUrl, home.passwords)
  if (!running.adopted) await beginArchiving(database.superUrl)
  return database
}

/**
 * Makes a new server observe `archive_timeout` from its start. Its checkpointer begins to wait before the server is
 * ready, when it does not observe that setting yet, and would close no segment until something wakes it, at the latest
 * after `checkpoint_timeout`.
 */
async function beginArchiving(superUrl: string): Promise<void> {
  const client = await connectTo(superUrl, { limitMs: 10_000 })
  try {
    const { rows } = await client.query<{ mode: string }>(`SELECT current_setting('archive_mode') AS mode`)
    if (rows[0]?.mode !== 'off') await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

/**
 * Takes over a server that is already running. A server of another version, or with other archive settings than
 * requested, is stopped instead.
 */
async function adopt(home: DatabaseHome, backup: EmbeddedOptions['backup']): Promise<EmbeddedDatabase | null> {
  const found = await findPostmaster(home.pgData)
  if (found === null) return null
  home.report(`PostgreSQL is already running (pid ${found.pid}).`)
  let gone = false
  const watch = setInterval(() => void isAlive(found.pid).then((alive) => (gone = !alive)), 50)
  const ready = await waitReady(home.pgData, found.pid, Date.now() + home.startLimitMs, () => gone)
  clearInterval(watch)
  if (!ready) return null
  const postmaster = await findPostmaster(home.pgData)
  if (postmaster === null) return null
  const database = describe(home, postmaster, true, 'found running')
  const client = await connectTo(database.superUrl, { limitMs: 10_000 })
  const { rows } = await client.query<{ version: string; archive: string }>(
    `SELECT current_setting('server_version') AS version, CASE current_setting('archive_mode') WHEN 'off' THEN 'off'
       ELSE concat_ws(' ', current_setting('archive_mode'), current_setting('archive_timeout'), current_setting('archive_command'))
       END AS archive`,
  )
  await client.end()
  if (rows[0]?.version !== home.binaries.version) {
    home.report(`It is version ${rows[0]?.version}, this program has ${home.binaries.version}: restarting it.`)
    await database.stop()
    return null
  }
  const archive = rows[0]?.archive
  if (backup ? archive !== archiveLine(backup, home.dataDir) : backup === null && archive === retainingLine) {
    home.report('It archives its log elsewhere than configured: restarting it.')
    await database.stop()
    return null
  }
  await ensureRolesAndDatabase(database.superUrl, home.passwords)
  return database
}

/**
 * Creates the cluster beside its place and then moves it there, so that a start that is killed leaves no incomplete
 * cluster.
 */
async function makeCluster(home: DatabaseHome): Promise<Runner> {
  const { dataDir, pgData, binaries } = home
  home.report('Creating the database (first start) …')
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)$/.exec(name)?.[1])
    if (pid > 0 && (pid === process.pid || !(await isAlive(pid)))) {
      // The initdb of a killed start may still run for a moment and write.
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    }
  }
  const work = join(dataDir, `postgres.new-${process.pid}`)
  const tried: string[] = []
  for (const runner of await listRunners(dataDir, (why) => tried.push(`  ${why}`))) {
    await rm(work, { recursive: true, force: true })
    await mkdir(join(work, 'data'), { recursive: true, mode: 0o700 })
    const passwordFile = join(work, 'password')
    await writeFile(passwordFile, `${home.passwords.super}\n`, { mode: 0o600 })
    await handOver(runner, work)
    const args = ['-D', join(work, 'data'), '-U', 'postgres', `--pwfile=${passwordFile}`, ...clusterOptions]
    const ran = await run(runner, binaries.initdb, args, environment(binaries), work, home.signal)
    if (ran.code === 0) {
      await rm(passwordFile)
      const moved = await rename(join(work, 'data'), pgData).then(
        () => true,
        () => existsSync(pgData),
      )
      await rm(work, { recursive: true, force: true })
      if (!moved) throw new Error(`The new database could not be moved to ${pgData}.`)
      return runner
    }
    if (home.signal?.aborted) break
    const lines = ran.output.trim().split('\n')
    tried.push(`  initdb ${runner.name}: ${lines.find((text) => text.includes('error:')) ?? lines.at(-1)}`)
  }
  // The children of an initdb that was ended may still write for a moment.
  await rm(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  home.signal?.throwIfAborted()
  throw new Error(`All attempts failed:\n${tried.join('\n')}`)
}

const clusterOptions = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // PostgreSQL's own collation is the same on every machine, and indexes stay valid when the C library changes.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
]

/**
 * The runner of an existing cluster is the owner of its files; root's own files are handed over where root cannot run
 * them.
 */
async function runnerOf(home: DatabaseHome): Promise<Runner> {
  const { uid, gid } = await stat(home.pgData)
  const runners = await listRunners(home.dataDir)
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && own !== uid) {
    throw new Error(
      `${home.pgData} belongs to the user with the number ${uid}, and this is ${own}: start it as that user.`,
    )
  }
  const fits = runners.find((runner) => own === undefined || runner.owner.uid === uid)
  const [best] = runners
  if (fits === undefined && uid === 0 && best !== undefined) return best
  return fits ?? { name: `as uid ${uid}`, prefix: [], as: { uid, gid }, owner: { uid, gid } }
}

/** Starts the server and waits until it accepts connections. It outlives this program unless stopped. */
async function launch(
  home: DatabaseHome,
  runner: Runner,
  extra: Readonly<Record<string, string>>,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const socketDir = await socketFolder(home.dataDir, runner)
  const port = socketDir === null ? await freePort() : 5432
  await handOver(runner, home.pgData)
  const walKeys = walKeysFile(home.dataDir)
  if (existsSync(walKeys)) await handOver(runner, walKeys)
  const settings = { ...serverSettings(socketDir, port), ...(await openBackupPlace(home, runner)), ...extra }
  const args = ['-D', home.pgData, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const slow = setTimeout(() => home.report('PostgreSQL is still starting (recovering after a crash?) …'), 3_000)
  try {
    for (let attempts = 1; ; attempts += 1) {
      const child = await spawnServer(home, runner, args)
      const expectedPid = process.platform === 'win32' ? null : child.pid
      const ready = await waitReady(
        home.pgData,
        expectedPid,
        Date.now() + home.startLimitMs,
        () => child.failure() !== null,
      )
      const postmaster = await findPostmaster(home.pgData)
      if (ready && postmaster !== null) return { postmaster, adopted: false }
      // Another start was faster: its server is used. Its file was perhaps not fully written when it was read above.
      if (postmaster !== null && (await waitReady(home.pgData, postmaster.pid, Date.now() + 10_000, () => false))) {
        return { postmaster: (await findPostmaster(home.pgData)) ?? postmaster, adopted: true }
      }
      const last = await lastLogLines(home)
      // The children of a killed server end by themselves after a moment; those that do not are killed.
      if (!last.includes('still in use') || attempts === 40) {
        throw new Error(`Tried postgres ${runner.name}: ${child.failure() ?? 'not ready in time'}.\n  ${last}`)
      }
      if (attempts >= 8 && (await endOrphans(home.pgData)) > 0) home.report('Ended the remains of a killed PostgreSQL.')
      await sleep(250)
    }
  } finally {
    clearTimeout(slow)
  }
}

async function spawnServer(
  home: DatabaseHome,
  runner: Runner,
  args: readonly string[],
): Promise<{ pid: number; failure: () => string | null }> {
  const line = command(runner, home.binaries.postgres, args)
  const logFile = logOf(home)
  const log = openSync(logFile, await logMode(logFile), 0o600)
  const child = spawn(line.file, line.args, {
    ...line.user,
    env: environment(home.binaries),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: string | null = null
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code) => (failure ??= `it ended with code ${code}`))
  child.unref()
  return { pid: child.pid ?? -1, failure: () => failure }
}

function logOf(home: DatabaseHome): string {
  return join(home.dataDir, 'postgres.log')
}

async function lastLogLines(home: DatabaseHome): Promise<string> {
  const text = await readFile(logOf(home), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-8).join('\n  ')
}

/** The log is continued across starts, and overwritten when it has grown past 8 MiB. */
async function logMode(file: string): Promise<'a' | 'w'> {
  const size = (await stat(file).catch(() => null))?.size ?? 0
  return size > 8 * 1024 * 1024 ? 'w' : 'a'
}

/** Only what PostgreSQL needs: a PGDATA or PGPORT of the user must not take effect. */
function environment(binaries: PostgresBinaries): NodeJS.ProcessEnv {
  const inherited = process.platform === 'win32' ? process.env : { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
  return { ...inherited, LC_ALL: 'C', TZ: 'UTC', ...binaries.env }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      )
    })
  })
}

function describe(home: DatabaseHome, postmaster: Postmaster, adopted: boolean, how: string): EmbeddedDatabase {
  const host = postmaster.socketDir === null ? '127.0.0.1' : encodeURIComponent(postmaster.socketDir)
  const url = (role: string, password: string, database: string): string =>
    `postgres://${role}:${password}@${host}:${postmaster.port}/${database}`
  let stopping: Promise<void> | null = null
  const stopOnce = (): Promise<void> => (stopping ??= stop(home, postmaster))
  return {
    superUrl: url('postgres', home.passwords.super, 'postgres'),
    ownerUrl: url(embeddedNames.owner, home.passwords.owner, embeddedNames.database),
    appUrl: url(embeddedNames.app, home.passwords.app, embeddedNames.database),
    pgData: home.pgData,
    pid: postmaster.pid,
    adopted,
    how,
    stop: stopOnce,
    release: async () => {
      if (!adopted && (await findRunning(home.dataDir)) === null) await stopOnce()
    },
  }
}

async function stop(home: DatabaseHome, postmaster: Postmaster): Promise<void> {
  await stopPostmaster(home.pgData, postmaster.pid, home.binaries.pgCtl)
  const { socketDir } = postmaster
  if (socketDir !== null && !socketDir.startsWith(home.dataDir)) await rmdir(socketDir).catch(() => {})
}

async function ensureRolesAndDatabase(superUrl: string, passwords: Passwords): Promise<void> {
  const client = await connectTo(superUrl, { limitMs: 10_000 })
  try {
    // When several programs start at once, one creates database and roles, and the others find them.
    await client.query('SELECT pg_advisory_lock($1)', [housekeepingLock])
    for (const role of ['owner', 'app'] as const) {
      const name = embeddedNames[role]
      const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
      if (found.rowCount === 0) {
        await client.query(`CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEROLE PASSWORD '${passwords[role]}'`)
      }
    }
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [embeddedNames.database])
    if (found.rowCount === 0) await createDatabase(client, embeddedNames.database)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database that the owner role owns and only the application may connect to; with `template`, a copy of it.
 * `client` is a superuser's; names must not come from user input.
 */
export async function createDatabase(client: pg.ClientBase, name: string, template = 'template1'): Promise<void> {
  await client.query(`CREATE DATABASE "${name}" OWNER ${embeddedNames.owner} TEMPLATE "${template}"`)
  await client.query(`REVOKE ALL ON DATABASE "${name}" FROM PUBLIC`)
  await client.query(`GRANT CONNECT ON DATABASE "${name}" TO ${embeddedNames.app}`)
}
