import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ArchiveConflict, keepWal } from '../backup/wal-archive.ts'
import { writeOnce } from '../write-once.ts'
import { handOver, type Runner } from './embedded-runner.ts'

/**
 * Where our own PostgreSQL keeps its write-ahead log for restoring: the folder of backups, and how often at least a piece of
 * the log goes there, so that a lost machine costs at most that many seconds.
 */
export type BackupPlace = { dir: string; seconds: number }

const place = z.object({ dir: z.string().min(1), seconds: z.int().min(1).max(3600) })
const houseMark = z.object({ system: z.string() })

/** The file in the data folder: every program that starts this PostgreSQL must keep the log, or there would be a gap. */
const keptFile = 'backup.json'
const tool = resolve(import.meta.dirname, '../../../scripts/wal.ts')

/** How the log of a data folder is kept; null where it is not. Throws when what is written down cannot be read. */
export async function readBackupPlace(dataDir: string): Promise<BackupPlace | null> {
  const text = await readFile(join(dataDir, keptFile), 'utf8').catch(() => null)
  return text === null ? null : place.parse(JSON.parse(text))
}

/** Writes down how the log is to be kept from the next start of PostgreSQL on. */
export async function keepBackupPlace(dataDir: string, wanted: BackupPlace | 'off'): Promise<void> {
  const file = join(dataDir, keptFile)
  if (wanted === 'off') return await rm(file, { force: true })
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, JSON.stringify(wanted), { mode: 0o600 })
  await rename(fresh, file)
}

/**
 * Makes the archive ready for PostgreSQL to write to, and answers the settings that make it do so; none where the log is
 * not kept. Throws when the folder keeps the log of another database.
 */
export async function openBackupPlace(
  house: { dataDir: string; pgData: string },
  runner: Runner,
): Promise<Record<string, string>> {
  const kept = await readBackupPlace(house.dataDir)
  if (kept === null) return {}
  await mkdir(kept.dir, { recursive: true, mode: 0o700 })
  const mark = join(kept.dir, 'house.json')
  const system = await systemOf(house.pgData)
  if (!existsSync(mark)) await writeOnce(mark, JSON.stringify({ system }))
  const owner = houseMark.parse(JSON.parse(await readFile(mark, 'utf8'))).system
  if (owner !== system) {
    throw new Error(`${kept.dir} holds the backups of another database. Set BACKUP_DIR to a folder of its own.`)
  }
  const folder = walFolder(kept.dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await handOver(runner, folder)
  await keepHistories(house.pgData, folder, runner)
  return walSettings(kept)
}

/**
 * A restored database begins a timeline before its log is kept again, and PostgreSQL does not look back: without the
 * timeline's history nobody could follow it, and the next restore would take its number a second time.
 */
async function keepHistories(pgData: string, folder: string, runner: Runner): Promise<void> {
  for (const name of await readdir(join(pgData, 'pg_wal'))) {
    if (!name.endsWith('.history')) continue
    await keepWal(folder, name, join(pgData, 'pg_wal', name)).catch((error: unknown) => {
      if (!(error instanceof ArchiveConflict)) throw error
      throw new Error(`Another restored copy goes on in ${folder} already. Set BACKUP_DIR to a folder of its own.`)
    })
    await handOver(runner, join(folder, `${name}.gz`))
  }
}

/** The part of a backup folder that PostgreSQL itself writes to. */
export function walFolder(backupDir: string): string {
  return join(backupDir, 'wal')
}

export function walSettings({ dir, seconds }: BackupPlace) {
  return {
    archive_mode: 'on',
    archive_command: walCommand('keep', walFolder(dir)),
    archive_timeout: seconds % 60 === 0 ? (seconds === 3600 ? '1h' : `${seconds / 60}min`) : `${seconds}s`,
  }
}

/** The line PostgreSQL gives to a shell for each file of the log; `%f` is its name, `%p` its path. */
export function walCommand(how: 'keep' | 'fetch', folder: string): string {
  const quoted = [process.execPath, tool, how, folder].map((word) => quote(word).replaceAll('%', '%%'))
  return [...quoted, quote('%f'), quote('%p')].join(' ')
}

/** For `sh`, and for `cmd` on Windows, whose file names hold no quotation marks. */
function quote(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The number a cluster is born with: the first eight bytes of its control file, on every machine we run on. */
export async function systemOf(pgData: string): Promise<string> {
  const handle = await open(join(pgData, 'global/pg_control'), 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    return String(buffer.readBigUInt64LE())
  } finally {
    await handle.close()
  }
}
