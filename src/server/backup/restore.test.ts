import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restorableSettings, restoreMoments } from '../../../scripts/faults/restores.ts'
import { signArchive } from '../db/embedded-backup.ts'
import { isAlive } from '../db/embedded-process.ts'
import { startEmbedded, type EmbeddedDatabase } from '../db/embedded.ts'
import { createDb, createPool } from '../db/pool.ts'
import { logStateOf, readLogFacts, type LogState } from './log-watch.ts'
import { dataOf, listBackups, manifestText } from './manifest.ts'
import { restore } from './restore.ts'
import { checkBackups, takeBackup } from './take-backup.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'

let folder = ''
let dataDir = ''
let backups = ''
let database: EmbeddedDatabase
let client: pg.Client
let plainPid = 0

beforeAll(async () => {
  // Characters that are special to a shell and to PostgreSQL.
  folder = await mkdtemp(join(tmpdir(), "baize $it's %f-"))
  dataDir = join(folder, 'data')
  backups = join(folder, 'backups')
  plainPid = (await startEmbedded({ dataDir })).pid
  database = await startEmbedded({ dataDir, backup: { dir: backups, seconds: 7 }, settings: restorableSettings })
  await signArchive(dataDir, testSecret)
  client = new pg.Client({ connectionString: database.superUrl })
  // The last test stops the database, which breaks this connection.
  client.on('error', () => {})
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const logState = (): Promise<LogState> => {
  const pool = createPool(database.appUrl, { max: 1 })
  return readLogFacts(createDb(pool, null), dataDir)
    .then((facts) => logStateOf(facts))
    .finally(() => pool.end())
}
const failed = (): Promise<boolean> => logState().then(({ failing }) => failing)

async function until(what: () => Promise<boolean>, usualMs = 10_000): Promise<void> {
  for (const end = Date.now() + scaledMs(usualMs); Date.now() < end;) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the condition was not met in time')
}

async function archiver(): Promise<{ archived: number; failed: number }> {
  const { rows } = await client.query<{ archived: number; failed: number }>(
    'SELECT archived_count::int AS archived, failed_count::int AS failed FROM pg_stat_archiver',
  )
  const [row] = rows
  if (row === undefined) throw new Error('pg_stat_archiver has no row')
  return row
}

async function closeSegment(): Promise<string> {
  const { rows } = await client.query<{ wal: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS wal')
  return `${rows[0]?.wal}.gz`
}

test('restarts a running PostgreSQL for new archive settings, and leaves it running without any', async () => {
  expect(database.pid).not.toBe(plainPid)
  expect(await startEmbedded({ dataDir })).toMatchObject({ adopted: true, pid: database.pid })
  const { rows } = await client.query(
    `SELECT current_setting('archive_mode') AS mode, current_setting('archive_timeout') AS at`,
  )
  expect(rows).toEqual([{ mode: 'on', at: '7s' }])
})

test(
  'archives what is written after a start, without a checkpoint and without a full segment',
  { timeout: scaledMs(60_000) },
  async () => {
    expect((await archiver()).archived).toBe(0)
    await client.query('CREATE TABLE written (n int)')
    await until(async () => (await archiver()).archived > 0, 30_000)
    await client.query('DROP TABLE written')
  },
)

test(
  'a log that cannot be archived raises the alarm and is not lost; restores name the missing segment',
  { timeout: scaledMs(120_000) },
  async () => {
    const wal = join(backups, 'wal')
    await client.query('CREATE TABLE kept (n int)')
    const interrupted = join(backups, 'base/.2147483647-1.part')
    await mkdir(join(interrupted, 'data'), { recursive: true })
    const { name } = await takeBackup({ ...database, dataDir, secret: testSecret })
    expect(await readdir(join(backups, 'base'))).toEqual([name])
    await client.query('INSERT INTO kept VALUES (0)')
    await closeSegment()
    expect(await failed()).toBe(false)

    // The whole folder goes away, and later the empty place of a disk that is not mounted is there instead.
    const before = await archiver()
    await rename(backups, `${backups}-away`)
    await client.query('INSERT INTO kept VALUES (1)')
    const held = await closeSegment()
    await until(failed)
    expect(existsSync(backups)).toBe(false)
    await mkdir(wal, { recursive: true })
    await until(async () => (await archiver()).failed > before.failed + 2)
    expect(await readdir(wal)).toEqual([])
    expect((await archiver()).archived).toBe(before.archived)
    // As a crash of PostgreSQL leaves the statistics.
    await client.query(`SELECT pg_stat_reset_shared('archiver')`)
    expect((await logState()).behindBytes).toBeGreaterThanOrEqual(2 ** 24)
    await expect(takeBackup({ ...database, dataDir, secret: testSecret })).rejects.toThrow(
      'is the disk of the backups mounted?',
    )
    await rm(backups, { recursive: true })
    await rename(`${backups}-away`, backups)
    // PostgreSQL retries within a minute; closing another segment makes it retry at once.
    await client.query('INSERT INTO kept VALUES (2)')
    await closeSegment()
    await until(async () => existsSync(join(wal, held)) && !(await failed()))
    expect(await checkBackups(backups, testSecret)).toEqual({ faults: [], unsigned: [], left: [] })

    const refused = (at: string | null): Promise<unknown> =>
      restore({
        from: backups,
        to: join(folder, 'late'),
        at,
        secret: testSecret,
        acceptsUnsigned: false,
        inspect: async () => ({}),
      }).catch(String)
    await rename(join(wal, held), join(folder, held))
    expect(await refused('2099-01-01T00:00:00Z')).toMatch(
      new RegExp(`ends at 20.*Z, before 2099-01-01T00:00:00Z. ${held.slice(0, 24)} is missing: bring it back`),
    )
    // A segment that somebody without the key packed.
    await writeFile(join(wal, held), gzipSync(gunzipSync(await readFile(join(folder, held)))))
    expect(await refused(null)).toContain(`${held} is not signed with this secret`)
    expect((await readdir(folder)).toSorted()).toEqual([held, 'backups', 'data'].toSorted())
    await rename(join(folder, held), join(wal, held))
  },
)

test(
  'a backup that somebody without the key wrote again is refused, and none of its configuration is used where it is accepted',
  { timeout: scaledMs(120_000) },
  async () => {
    const [backup] = await listBackups(backups)
    if (backup === undefined) throw new Error('there is no base backup')
    const planted = "recovery_end_command = 'touch ../planted'\n"
    const files = new Map(backup.manifest.files.map((file) => [file.path, file]))
    for (const [path, text] of [
      ['postgresql.conf', planted],
      ['postgresql.auto.conf', planted],
      ['pg_hba.conf', 'local all all trust\n'],
      ['conf.d/more.conf', planted],
      ['standby.signal', ''],
      ['tablespace_map', `16999 ${folder}\n`],
      ['pg_wal/000000010000000000000001', 'planted'],
    ] as const) {
      await writeBackupFileAnew(dataOf(backup.folder), path, text)
      files.set(path, { path, size: text.length, sha256: createHash('sha256').update(text).digest('hex') })
    }
    const file = join(backup.folder, 'manifest.json')
    const honest = await readFile(file, 'utf8')
    const altered = { ...backup.manifest, files: [...files.values()] }
    const to = join(folder, 'planted-copy')
    const restored = (acceptsUnsigned: boolean): Promise<unknown> =>
      restore({ from: backups, to, at: null, secret: testSecret, acceptsUnsigned, inspect: readConfiguration }).catch(
        String,
      )

    // The signature of the true manifest beside another one.
    const signature: unknown = JSON.parse(honest).signature
    await writeFile(file, JSON.stringify({ ...JSON.parse(manifestText(altered, null)), signature }))
    expect(await checkBackups(backups, testSecret)).toEqual({
      faults: [`${file} does not match its signature`],
      unsigned: [],
      left: [],
    })
    expect(await restored(true)).toContain('does not match its signature')
    // No signature, as before there were any.
    await writeFile(file, manifestText(altered, null))
    expect(await checkBackups(backups, testSecret)).toEqual({ faults: [], unsigned: [file], left: [] })
    expect(await restored(false)).toContain(`${file} is not signed with this secret`)
    expect(existsSync(to)).toBe(false)

    // The whole log as it was archived before there were signatures.
    const wal = join(backups, 'wal')
    for (const name of await readdir(wal))
      await writeFile(join(wal, name), gzipSync(gunzipSync(await readFile(join(wal, name)))))
    expect((await checkBackups(backups, testSecret)).unsigned.length).toBeGreaterThan(2)
    const { rows: original } = await client.query(settings)
    expect(await restored(true)).toMatchObject({ inspected: { configuration: original } })
    expect(await readdir(to)).not.toContain('planted')
    const copied = await readdir(join(to, 'postgres'))
    for (const name of ['conf.d', 'standby.signal', 'tablespace_map']) expect(copied).not.toContain(name)
    expect(await readFile(join(to, 'postgres/pg_hba.conf'), 'utf8')).not.toContain('trust')
    expect(await readFile(join(to, 'postgres/postgresql.auto.conf'), 'utf8')).toBe('')
    await rm(to, { recursive: true })
    await rm(backup.folder, { recursive: true })
  },
)

test(
  'a restore that is ended leaves nothing, neither a server nor a folder',
  { timeout: scaledMs(120_000) },
  async () => {
    if ((await listBackups(backups)).length === 0) await takeBackup({ ...database, dataDir, secret: testSecret })
    const ended = async (when: 'at once' | 'while it is inspected'): Promise<[refusal: string, pid: number | null]> => {
      const stopper = new AbortController()
      let pid: number | null = null
      const refusal = await restore({
        from: backups,
        to: join(folder, 'ended'),
        at: null,
        secret: testSecret,
        acceptsUnsigned: false,
        signal: stopper.signal,
        report: () => when === 'at once' && stopper.abort(),
        inspect: async (copy) => {
          pid = copy.pid
          stopper.abort()
          await readConfiguration(copy, 'SELECT pg_sleep(60)')
          return {}
        },
      }).catch(String)
      return [String(refusal), pid]
    }
    const before = (await readdir(folder)).toSorted()
    const refusal = 'RestoreRefused: The restore was ended before it was complete: nothing was restored.'
    expect(await ended('at once')).toEqual([refusal, null])
    const [late, pid] = await ended('while it is inspected')
    expect(late).toBe(refusal)
    expect(pid === null || (await isAlive(pid))).toBe(false)
    expect((await readdir(folder)).toSorted()).toEqual(before)
  },
)

/** What a cluster's own files may configure, without what the program gives to a restore or to the archive. */
const settings = `SELECT name, setting FROM pg_settings WHERE name NOT LIKE 'archive%' AND name NOT LIKE 'recovery%' AND name NOT LIKE '%\\_file'
  AND name NOT IN ('data_directory', 'unix_socket_directories', 'restore_command', 'hot_standby', 'track_commit_timestamp', 'port', 'in_hot_standby') ORDER BY name`

async function readConfiguration(
  { superUrl }: EmbeddedDatabase,
  query = settings,
): Promise<{ configuration: unknown[] }> {
  const restored = new pg.Client({ connectionString: superUrl })
  restored.on('error', () => {})
  await restored.connect()
  try {
    return { configuration: (await restored.query(query)).rows }
  } finally {
    await restored.end()
  }
}

async function writeBackupFileAnew(data: string, path: string, text: string): Promise<void> {
  await mkdir(join(data, path, '..'), { recursive: true })
  await writeFile(join(data, path), text)
}

test(
  'a database restored to a time has clean books, every commit before it and none after it',
  { timeout: scaledMs(120_000) },
  async () => {
    const { faults, figures } = await restoreMoments({ size: 'short', seed: 20_261_121, log: () => {} }, dataDir)
    expect(faults).toEqual([])
    expect(figures['clean']).toBe('2/2')
    expect(figures['answeredBefore']).toBeGreaterThan(50)
    expect(figures['requestedAfter']).toBeGreaterThan(0)
  },
)
