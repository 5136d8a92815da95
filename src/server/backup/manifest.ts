import { createHash } from 'node:crypto'
import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppSecret } from '../config.ts'
import { inLanes, piecesOf, type BackupFile } from './copy-files.ts'
import { manifestKeysOf, NotSigned, sign, verdictOf, type Signature } from './signatures.ts'

const manifest = z.object({
  format: z.literal(1),
  /** The cluster's system identifier. */
  system: z.string(),
  /** PostgreSQL's version, such as `18.4`. */
  postgres: z.string(),
  /** By the database's clock, UTC to the microsecond. A restore can reach any time from `completed` on. */
  started: z.string(),
  completed: z.string(),
  startLsn: z.string(),
  stopLsn: z.string(),
  /** The first and the last log segment that make the copy consistent. */
  startWal: z.string(),
  stopWal: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
})
const stored = z.object({
  manifest,
  /** Shows damage; it has no key. */
  sha256: z.string(),
  /** Under a key derived from `APP_SECRET`; missing in backups from before there were signatures. */
  signature: z.object({ keyId: z.string(), hash: z.string() }).optional(),
})

export type Manifest = z.infer<typeof manifest>

/** A complete base backup. */
export type Backup = { name: string; folder: string; manifest: Manifest; signature: Signature | null }

/** A backup does not match its manifest. The message names the file. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}

const manifestFile = 'manifest.json'

/** The folder of base backups; unfinished ones have names that begin with a dot. */
export function baseFolder(backupDir: string): string {
  return join(backupDir, 'base')
}

/** The copied files of a backup. */
export function dataOf(backupFolder: string): string {
  return join(backupFolder, 'data')
}

/** The manifest's text with its own digest and its signature; null: without one, as before there were signatures. */
export function manifestText(value: Manifest, secret: AppSecret | null): string {
  const signature = secret === null ? null : signManifest(value, secret)
  return JSON.stringify({ manifest: value, sha256: digestOf(value), ...(signature !== null && { signature }) })
}

/** The signature of a manifest, and so of every file that it names with its digest. */
export function signManifest(value: Manifest, secret: AppSecret): Signature {
  return sign(manifestKeysOf(secret), [JSON.stringify(value)])
}

/** Throws `BackupDamaged` for another manifest than was signed, and `NotSigned`, without a secret always. */
export function assertSigned({ folder, manifest: value, signature }: Backup, secret: AppSecret | null): void {
  const keys = secret === null ? null : manifestKeysOf(secret)
  const verdict = verdictOf(keys, signature, [JSON.stringify(value)])
  const file = join(folder, manifestFile)
  if (verdict === 'altered') throw new BackupDamaged(`${file} does not match its signature`)
  if (verdict === 'unsigned') throw new NotSigned(file)
}

/** Every complete base backup, the oldest first. Throws `BackupDamaged` where a manifest is damaged. */
export async function listBackups(backupDir: string): Promise<Backup[]> {
  const folder = baseFolder(backupDir)
  const names = await readdir(folder).catch(() => [])
  const complete = names.filter((name) => !name.startsWith('.')).toSorted()
  return await Promise.all(complete.map((name) => readBackup(join(folder, name), name)))
}

async function readBackup(folder: string, name: string): Promise<Backup> {
  const file = join(folder, manifestFile)
  try {
    const found = stored.parse(JSON.parse(await readFile(file, 'utf8')))
    if (found.sha256 !== digestOf(found.manifest)) throw new Error('it was altered')
    return { name, folder, manifest: found.manifest, signature: found.signature ?? null }
  } catch (error) {
    throw new BackupDamaged(`${file} is not valid: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function digestOf(value: Manifest): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/**
 * Reads every file of a copy again. Throws `BackupDamaged` with the name of a file that differs, is missing or is
 * extra.
 */
export async function verifyFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  const there = new Set(await listFiles(folder))
  for (const file of files) {
    if (!there.delete(file.path)) throw new BackupDamaged(`${join(folder, file.path)} is missing`)
  }
  const [extra] = there
  if (extra !== undefined) throw new BackupDamaged(`${join(folder, extra)} does not belong to this backup`)
  await inLanes(files, async (file) => {
    const path = join(folder, file.path)
    if ((await sha256Of(path)) !== file.sha256) throw new BackupDamaged(`${path} differs from what was copied`)
  })
}

/** Every file below a folder, its path with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(path, 'r')
  try {
    for await (const piece of piecesOf(handle)) hash.update(piece)
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}

/** Removes a base backup: first its manifest, so that a partly removed one is not taken for a backup. */
export async function dropBackup(backup: Backup): Promise<void> {
  await rm(join(backup.folder, manifestFile))
  await rm(backup.folder, { recursive: true, force: true })
}
