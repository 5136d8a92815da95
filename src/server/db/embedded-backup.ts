import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readWalKeys, storeWalKeys, walKeysFile } from '../backup/wal-keys.ts'
import type { AppSecret } from '../config.ts'
import { ArchiveConflict, archiveWal, markOf, readMark, systemOf } from '../backup/wal-archive.ts'
import { writeOnce } from '../write-once.ts'
import { handOver, type Runner } from './embedded-runner.ts'

/**
 * Where the embedded PostgreSQL archives its write-ahead log: the folder of backups, and the longest time between two
 * archived segments, which bounds the data lost with a machine, in seconds.
 */
export type BackupPlace = { dir: string; seconds: number }

/** A stored place, and the system identifier of the database that has used it; null before its first use. */
export type StoredPlace = BackupPlace & { system: string | null }

const place = z.object({
  dir: z.string().min(1),
  seconds: z.int().min(1).max(3600),
  system: z.string().nullable().default(null),
})

/**
 * The setting is stored in the data folder: every program that starts this PostgreSQL must archive, or there would be a
 * gap.
 */
const storedFile = 'backup.json'
const tool = resolve(import.meta.dirname, '../../../scripts/wal.ts')

/** Where the log of a data folder is archived; null where it is not. Throws when the stored setting cannot be read. */
export async function readBackupPlace(dataDir: string): Promise<StoredPlace | null> {
  const text = await readFile(join(dataDir, storedFile), 'utf8').catch(() => null)
  return text === null ? null : place.parse(JSON.parse(text))
}

/** Stores where the log is archived from the next start of PostgreSQL on. A place in use stays marked as used. */
export async function storeBackupPlace(dataDir: string, wanted: BackupPlace | 'off'): Promise<void> {
  if (wanted === 'off') {
    await rm(join(dataDir, storedFile), { force: true })
    return await rm(walKeysFile(dataDir), { force: true })
  }
  const stored = await readBackupPlace(dataDir)
  await writePlace(dataDir, { ...wanted, system: stored?.dir === wanted.dir ? stored.system : null })
}

async function writePlace(dataDir: string, wanted: StoredPlace): Promise<void> {
  const file = join(dataDir, storedFile)
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, JSON.stringify(wanted), { mode: 0o600 })
  await rename(fresh, file)
}

/**
 * Prepares the archive for PostgreSQL to write to, and returns the settings that enable archiving; where the log is not
 * archived, none or, with `retainsLog`, those that retain it for a later archive. Only the first use of a place creates and marks its folder. If a folder that was in use is missing
 * later, PostgreSQL starts without it and retains its log until the folder is back. Throws when the folder belongs to
 * another database.
 */
export async function openBackupPlace(
  paths: { dataDir: string; pgData: string; retainsLog?: boolean },
  runner: Runner,
): Promise<Record<string, string>> {
  const place = await readBackupPlace(paths.dataDir)
  if (place === null) return paths.retainsLog === true ? retainingSettings : {}
  const system = await systemOf(paths.pgData)
  const isFirstUse = place.system !== system
  if (isFirstUse) await writeOnce(markOf(place.dir), JSON.stringify({ system }))
  const owner = await readMark(place.dir)
  if (owner !== null && owner !== system) {
    throw new Error(`${place.dir} holds the backups of another database. Set BACKUP_DIR to a folder of its own.`)
  }
  const folder = walFolder(place.dir)
  if (isFirstUse) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (owner === null || !existsSync(folder)) return walSettings(place, paths.dataDir)
  await handOver(runner, folder)
  await handOver(runner, markOf(place.dir))
  await archiveHistories({ ...paths, folder, system }, runner)
  if (isFirstUse) await writePlace(paths.dataDir, { ...place, system })
  return walSettings(place, paths.dataDir)
}

/**
 * Gives the archiver the keys that sign the log, of a secret that fits the database, and signs the timeline histories
 * that were archived without. Nothing where the log is not archived.
 */
export async function signArchive(dataDir: string, secret: AppSecret): Promise<void> {
  const place = await readBackupPlace(dataDir)
  if (place === null) return
  const pgData = join(dataDir, 'postgres')
  const { uid, gid } = await stat(pgData)
  const runner: Runner = {
    name: '',
    prefix: [],
    as: uid === process.getuid?.() ? null : { uid, gid },
    owner: { uid, gid },
  }
  await storeWalKeys(dataDir, secret)
  await handOver(runner, walKeysFile(dataDir))
  const system = await systemOf(pgData)
  const folder = walFolder(place.dir)
  if ((await readMark(place.dir)) !== system || !existsSync(folder)) return
  await archiveHistories({ dataDir, pgData, folder, system }, runner)
}

/**
 * Archives the timeline histories that exist already: a restored database begins a timeline before archiving is on, and
 * PostgreSQL does not archive it later. Without the history no restore could follow the timeline, and the next one
 * would reuse its id.
 */
async function archiveHistories(
  { dataDir, pgData, folder, system }: { dataDir: string; pgData: string; folder: string; system: string },
  runner: Runner,
): Promise<void> {
  const keys = await readWalKeys(walKeysFile(dataDir))
  for (const name of await readdir(join(pgData, 'pg_wal'))) {
    if (!name.endsWith('.history')) continue
    await archiveWal(folder, system, name, join(pgData, 'pg_wal', name), keys).catch((error: unknown) => {
      if (!(error instanceof ArchiveConflict)) throw error
      throw new Error(`Another restored copy already archives into ${folder}. Set BACKUP_DIR to a folder of its own.`)
    })
    await handOver(runner, join(folder, `${name}.gz`))
  }
}

/** The folder within a backup folder that PostgreSQL writes to. */
export function walFolder(backupDir: string): string {
  return join(backupDir, 'wal')
}

/**
 * The settings with which PostgreSQL retains all of its log until a later start names an archive: a restored copy writes
 * on its new timeline before that, and the archive would have a gap.
 */
export const retainingSettings = { archive_mode: 'on', archive_command: '' } as const

/** The settings of PostgreSQL that archive the log of a data folder to a place. */
export function walSettings({ dir, seconds }: BackupPlace, dataDir: string) {
  return {
    archive_mode: 'on',
    archive_command: walCommand('keep', walFolder(dir), walKeysFile(dataDir)),
    archive_timeout: seconds % 60 === 0 ? (seconds === 3600 ? '1h' : `${seconds / 60}min`) : `${seconds}s`,
  }
}

/**
 * The shell command line PostgreSQL runs for each file of the log; `%f` is its name, `%p` its path. `keysFile` has the
 * keys of its signatures, if there are any.
 */
export function walCommand(how: 'keep' | 'fetch' | 'fetch-unsigned', folder: string, keysFile: string): string {
  const literal = (text: string): string => quote(text).replaceAll('%', '%%')
  const before = [process.execPath, tool, how, folder].map(literal)
  return [...before, quote('%f'), quote('%p'), literal(keysFile)].join(' ')
}

/** Quotes for `sh`, or for `cmd` on Windows, where file names contain no quotation marks. */
function quote(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

/** The archive settings of a server that a command left running on a restored copy. */
export const retainingLine = `${retainingSettings.archive_mode} 0 ${retainingSettings.archive_command}`

/** The archive settings of a server, in the form in which `adopt` reads them. */
export function archiveLine(backup: BackupPlace | 'off', dataDir: string): string {
  if (backup === 'off') return 'off'
  const { archive_mode, archive_timeout, archive_command } = walSettings(backup, dataDir)
  return `${archive_mode} ${archive_timeout} ${archive_command}`
}
