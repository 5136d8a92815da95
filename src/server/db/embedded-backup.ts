import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ArchiveConflict, archiveWal } from '../backup/wal-archive.ts'
import { writeOnce } from '../write-once.ts'
import { handOver, type Runner } from './embedded-runner.ts'

/**
 * Where the embedded PostgreSQL archives its write-ahead log: the folder of backups, and the longest time between two
 * archived segments, which bounds the data lost with a machine, in seconds.
 */
export type BackupPlace = { dir: string; seconds: number }

const place = z.object({ dir: z.string().min(1), seconds: z.int().min(1).max(3600) })
const ownerMark = z.object({ system: z.string() })

/**
 * The setting is stored in the data folder: every program that starts this PostgreSQL must archive, or there would be a
 * gap.
 */
const storedFile = 'backup.json'
const tool = resolve(import.meta.dirname, '../../../scripts/wal.ts')

/** Where the log of a data folder is archived; null where it is not. Throws when the stored setting cannot be read. */
export async function readBackupPlace(dataDir: string): Promise<BackupPlace | null> {
  const text = await readFile(join(dataDir, storedFile), 'utf8').catch(() => null)
  return text === null ? null : place.parse(JSON.parse(text))
}

/** Stores where the log is archived from the next start of PostgreSQL on. */
export async function storeBackupPlace(dataDir: string, wanted: BackupPlace | 'off'): Promise<void> {
  const file = join(dataDir, storedFile)
  if (wanted === 'off') return await rm(file, { force: true })
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, JSON.stringify(wanted), { mode: 0o600 })
  await rename(fresh, file)
}

/**
 * Prepares the archive for PostgreSQL to write to, and returns the settings that enable archiving; none where the log
 * is not archived. Throws when the folder belongs to another database.
 */
export async function openBackupPlace(
  paths: { dataDir: string; pgData: string },
  runner: Runner,
): Promise<Record<string, string>> {
  const place = await readBackupPlace(paths.dataDir)
  if (place === null) return {}
  await mkdir(place.dir, { recursive: true, mode: 0o700 })
  const mark = join(place.dir, 'house.json')
  const system = await systemOf(paths.pgData)
  if (!existsSync(mark)) await writeOnce(mark, JSON.stringify({ system }))
  const owner = ownerMark.parse(JSON.parse(await readFile(mark, 'utf8'))).system
  if (owner !== system) {
    throw new Error(`${place.dir} holds the backups of another database. Set BACKUP_DIR to a folder of its own.`)
  }
  const folder = walFolder(place.dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await handOver(runner, folder)
  await archiveHistories(paths.pgData, folder, runner)
  return walSettings(place)
}

/**
 * Archives the timeline histories that exist already: a restored database begins a timeline before archiving is on, and
 * PostgreSQL does not archive it later. Without the history no restore could follow the timeline, and the next one
 * would reuse its id.
 */
async function archiveHistories(pgData: string, folder: string, runner: Runner): Promise<void> {
  for (const name of await readdir(join(pgData, 'pg_wal'))) {
    if (!name.endsWith('.history')) continue
    await archiveWal(folder, name, join(pgData, 'pg_wal', name)).catch((error: unknown) => {
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

/** The settings of PostgreSQL that archive its log to a place. */
export function walSettings({ dir, seconds }: BackupPlace) {
  return {
    archive_mode: 'on',
    archive_command: walCommand('keep', walFolder(dir)),
    archive_timeout: seconds % 60 === 0 ? (seconds === 3600 ? '1h' : `${seconds / 60}min`) : `${seconds}s`,
  }
}

/** The shell command line PostgreSQL runs for each file of the log; `%f` is its name, `%p` its path. */
export function walCommand(how: 'keep' | 'fetch', folder: string): string {
  const quoted = [process.execPath, tool, how, folder].map((text) => quote(text).replaceAll('%', '%%'))
  return [...quoted, quote('%f'), quote('%p')].join(' ')
}

/** Quotes for `sh`, or for `cmd` on Windows, where file names contain no quotation marks. */
function quote(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A cluster's system identifier: the first eight bytes of its control file, on every machine we run on. */
export async function systemOf(pgData: string): Promise<string> {
  const handle = await open(join(pgData, 'global/pg_control'), 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    return String(buffer.readBigUInt64LE())
  } finally {
    await handle.close()
  }
}
