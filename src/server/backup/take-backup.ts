import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { AppSecret } from '../config.ts'
import { readBackupPlace, walFolder } from '../db/embedded-backup.ts'
import { isAlive } from '../db/embedded-process.ts'
import { copyTree, treeOf, writeBackupFile, type BackupFile } from './copy-files.ts'
import {
  assertSigned,
  baseFolder,
  dataOf,
  dropBackup,
  listBackups,
  manifestText,
  signManifest,
  verifyFiles,
  type Backup,
  type Manifest,
} from './manifest.ts'
import { syncFolder } from '../write-once.ts'
import { assertFollowed, leadsTo, missingSegments, newestTimeline } from './timelines.ts'
import {
  assertMarked,
  dropSegmentsBefore,
  listArchived,
  nameAt,
  placeOf,
  readTrusted,
  systemOf,
  type WalTrust,
} from './wal-archive.ts'
import { NotSigned, walKeysOf } from './signatures.ts'

export type TakeOptions = {
  dataDir: string
  /** The superuser's address: only a superuser may run a base backup. */
  superUrl: string
  pgData: string
  /** Signs the manifest; the log must be signed with it too. */
  secret: AppSecret
  report?: (line: string) => void
}

/** The longest wait for the archiving of the log that makes the copy consistent. */
const archiveLimitMs = 300_000
const microseconds = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

/**
 * Makes a base backup while the server runs, verifies it, and returns it: a copy of the data folder between
 * `pg_backup_start` and `pg_backup_stop`, which the archived log makes consistent. It gets its final name at the end;
 * the next backup removes the remains of an interrupted one. Throws when the log is not archived or not signed, or when
 * the folder is missing, belongs to another database, or has a later timeline, which restores follow.
 */
export async function takeBackup(options: TakeOptions): Promise<Backup> {
  const report = options.report ?? (() => {})
  const place = await readBackupPlace(options.dataDir)
  if (place === null) {
    throw new Error(
      'The log is not archived, so no backup would be consistent: start the program with BACKUP_DIR=<folder> once.',
    )
  }
  await assertMarked(place.dir, await systemOf(options.pgData))
  await assertFollowed(place.dir, options.pgData)
  const folder = baseFolder(place.dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeftovers(folder)
  const client = new pg.Client({ connectionString: options.superUrl, application_name: 'baize-backup' })
  // If the server ends meanwhile, the pending statement fails and reports it.
  client.on('error', () => {})
  await client.connect()
  const work = join(folder, `.${process.pid}-${Date.now()}.part`)
  try {
    const manifest = await copyBetween(client, options.pgData, work, report)
    await verifyBackup(walFolder(place.dir), work, manifest, options.secret)
    await assertFollowed(place.dir, options.pgData)
    const name = manifest.started.replaceAll(':', '-')
    const handle = await open(join(work, 'manifest.json'), 'wx', 0o600)
    await handle.writeFile(manifestText(manifest, options.secret))
    await handle.sync()
    await handle.close()
    await syncFolder(work)
    await rename(work, join(folder, name))
    await syncFolder(folder)
    return { name, folder: join(folder, name), manifest, signature: signManifest(manifest, options.secret) }
  } finally {
    await client.end()
    await rm(work, { recursive: true, force: true })
  }
}

async function copyBetween(
  client: pg.Client,
  pgData: string,
  work: string,
  report: (line: string) => void,
): Promise<Manifest> {
  const [spaces] = await query<{ name: string }>(
    client,
    `SELECT spcname AS name FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')`,
  )
  if (spaces !== undefined)
    throw new Error(`The tablespace ${spaces.name} lies outside the data folder: it cannot be backed up.`)
  const begun = await one<{ started: string; lsn: string; wal: string; version: string }>(
    client,
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', ${microseconds}) AS started, lsn::text, pg_walfile_name(lsn) AS wal,
       current_setting('server_version') AS version FROM pg_backup_start('baize', fast => true) lsn`,
  )
  report(`Copying ${pgData} from ${begun.lsn} on …`)
  const data = dataOf(work)
  const tree = await treeOf(pgData)
  const control = 'global/pg_control'
  const most = { ...tree, files: tree.files.filter((path) => path !== control) }
  const files: BackupFile[] = await copyTree(pgData, data, most, { durable: true })
  // The control file is copied last, as `pg_basebackup` does.
  files.push(await writeBackupFile(data, control, await readSteady(join(pgData, control))))
  const ended = await stopBackup(client, report)
  files.push(await writeBackupFile(data, 'backup_label', Buffer.from(ended.label)))
  if (ended.map !== '') files.push(await writeBackupFile(data, 'tablespace_map', Buffer.from(ended.map)))
  return {
    format: 1,
    system: await systemOf(pgData),
    postgres: begun.version,
    started: begun.started,
    completed: ended.completed,
    startLsn: begun.lsn,
    stopLsn: ended.lsn,
    startWal: begun.wal,
    stopWal: ended.wal,
    files,
  }
}

type Ended = { lsn: string; label: string; map: string; wal: string; completed: string }

/** Ends the backup, which waits until the log is archived; reports a long wait. */
async function stopBackup(client: pg.Client, report: (line: string) => void): Promise<Ended> {
  await client.query(`SET statement_timeout = ${archiveLimitMs}`)
  const slow = setTimeout(() => report('Waiting until the log is archived; if that fails, see postgres.log …'), 5_000)
  try {
    const stopped = await one<{ lsn: string; labelfile: string; spcmapfile: string; wal: string }>(
      client,
      `SELECT lsn::text, labelfile, spcmapfile, pg_walfile_name(lsn) AS wal FROM pg_backup_stop(wait_for_archive => true)`,
    )
    const { completed } = await one<{ completed: string }>(
      client,
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', ${microseconds}) AS completed`,
    )
    const { lsn, labelfile, spcmapfile, wal } = stopped
    return { lsn, label: labelfile, map: spcmapfile, wal, completed }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') {
      throw new Error(
        `The log was not archived within ${archiveLimitMs / 60_000} minutes, so this backup is not consistent. See postgres.log.`,
        { cause: error },
      )
    }
    throw error
  } finally {
    clearTimeout(slow)
  }
}

/**
 * Checks that the files on disk equal what was read, and that the required segments are in the archive, readable and
 * signed.
 */
async function verifyBackup(wal: string, work: string, manifest: Manifest, secret: AppSecret): Promise<void> {
  await verifyFiles(dataOf(work), manifest.files)
  const trust: WalTrust = { system: manifest.system, keys: walKeysOf(secret), acceptsUnsigned: false }
  const timeline = parseInt(manifest.startWal.slice(0, 8), 16)
  for (let place = placeOf(manifest.startWal); place <= placeOf(manifest.stopWal); place += 1) {
    const content = await readTrusted(wal, nameAt(timeline, place), trust).catch((error: unknown) => {
      if (!(error instanceof NotSigned)) throw error
      throw new Error(
        `${error.message} with this APP_SECRET: stop the program and start it with this secret, which signs the log from then on.`,
      )
    })
    if (content === null)
      throw new Error(
        `The log of this backup is not in ${wal}, although PostgreSQL reported it archived: check archive_command.`,
      )
  }
}

/** Reads a file that PostgreSQL rewrites in place, repeatedly until two results are equal. */
async function readSteady(path: string): Promise<Buffer> {
  let last = await readFile(path)
  for (let attempts = 0; attempts < 100; attempts += 1) {
    await sleep(5)
    const again = await readFile(path)
    if (again.equals(last)) return again
    last = again
  }
  throw new Error(`${path} changes all the time`)
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^\.(\d+)-\d+\.part$/.exec(name)?.[1])
    if (pid > 0 && !(await isAlive(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Removes all base backups but the newest `keep` (at least 1) that belong to the newest timeline, and the log before
 * the oldest of those; returns what was removed.
 */
export async function dropOldBackups(backupDir: string, keep: number): Promise<{ backups: number; segments: number }> {
  const wal = walFolder(backupDir)
  const backups = await listBackups(backupDir)
  const newest = await newestTimeline(wal)
  const [oldest] = backups.filter(({ manifest }) => leadsTo(newest, manifest)).slice(-keep)
  if (oldest === undefined) return { backups: 0, segments: 0 }
  const old = backups.slice(0, backups.indexOf(oldest))
  for (const backup of old) await dropBackup(backup)
  return { backups: old.length, segments: await dropSegmentsBefore(wal, oldest.manifest.startWal) }
}

/**
 * `faults`: a description of each; `unsigned`: files of which nothing shows whether they were altered; `left`: base
 * backups from after the branch of a later timeline, which only a restore along their timeline takes.
 */
export type Checked = { faults: string[]; unsigned: string[]; left: string[] }

/**
 * Reads every base backup and every archived file again, and verifies the signatures of what restores need: of the
 * manifests, and of the log from the oldest base backup on. With `pgData`, no later timeline may have begun than that of
 * this cluster.
 */
export async function checkBackups(
  backupDir: string,
  secret: AppSecret,
  pgData: string | null = null,
): Promise<Checked> {
  const checked: Checked = { faults: [], unsigned: [], left: [] }
  const note = async (work: () => unknown): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (error instanceof NotSigned) checked.unsigned.push(error.what)
      else checked.faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  const backups = await listBackups(backupDir)
  for (const backup of backups) {
    await note(() => assertSigned(backup, secret))
    await note(() => verifyFiles(dataOf(backup.folder), backup.manifest.files))
  }
  const wal = walFolder(backupDir)
  const [oldest] = backups
  if (pgData !== null) await note(() => assertFollowed(backupDir, pgData))
  if (oldest === undefined) return checked
  const newest = await newestTimeline(wal)
  checked.left = backups.filter(({ manifest }) => !leadsTo(newest, manifest)).map(({ name }) => name)
  const { system, startWal } = oldest.manifest
  for (const name of await missingSegments(wal, startWal)) checked.faults.push(`${name} is missing in ${wal}`)
  const keys = walKeysOf(secret)
  for (const name of await listArchived(wal)) {
    const acceptsUnsigned = !name.endsWith('.history') && placeOf(name) < placeOf(startWal)
    await note(() => readTrusted(wal, name, { system, keys, acceptsUnsigned }))
  }
  return checked
}

async function query<Row extends object>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

async function one<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  const [row] = await query<Row>(client, text)
  if (row === undefined) throw new Error('The database returned no row.')
  return row
}
