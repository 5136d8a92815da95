import { createHash } from 'node:crypto'
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** One file of a base backup: its path below `data/`, with slashes, its bytes and their SHA-256. */
export type BackupFile = { path: string; size: number; sha256: string }

/** The folders (also empty ones) and files of a data folder that belong in a copy. */
export type Tree = { folders: string[]; files: string[] }

const pieceBytes = 1 << 20
const atOnce = 8

/**
 * Folders whose content PostgreSQL's documentation excludes: it is recreated at a start, or belongs to the original.
 */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init(\.\d+)?|t\d+_\d+(_\w+)?(\.\d+)?|current_logfiles(\.tmp)?)$|^(backup_label|tablespace_map|backup_manifest)(\.old)?$|^(recovery|standby)\.signal$|^postgresql\.auto\.conf\.tmp$/

/** Folders with data that a restore puts in place; a tablespace would lie in `pg_tblspc`, and no backup has one. */
const restored = new Set([
  'base',
  'global',
  'pg_commit_ts',
  'pg_logical',
  'pg_multixact',
  'pg_stat',
  'pg_twophase',
  'pg_xact',
])
const restoredFiles = new Set(['PG_VERSION', 'backup_label'])

/**
 * Whether a restore puts a file of a backup in place: data does, but no configuration, signal file, log or map of
 * tablespaces, which would run, load or link what somebody wrote into the backup.
 */
export function isRestoredFile(path: string): boolean {
  return restoredFiles.has(path) || (path.includes('/') && restored.has(topOf(path)))
}

/** Whether a restore makes a folder of a backup: those with data, and the empty ones that PostgreSQL expects. */
export function isRestoredFolder(path: string): boolean {
  return restored.has(topOf(path)) || emptied.has(path) || path === 'pg_tblspc'
}

function topOf(path: string): string {
  return path.slice(0, path.includes('/') ? path.indexOf('/') : undefined)
}

/**
 * Lists the parts of a data folder that belong in a copy, by PostgreSQL's documentation ("Backing Up the Data
 * Directory").
 */
export async function treeOf(pgData: string): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(pgData, folder), { withFileTypes: true }).catch(ignoreMissing)
    for (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.test(path)) continue
      if (entry.isSymbolicLink() && path !== 'pg_wal')
        throw new Error(`${join(pgData, path)} is a link: links are not copied.`)
      if (entry.isFile()) tree.files.push(path)
      else tree.folders.push(path)
      if (entry.isDirectory() && !emptied.has(path)) await walk(path)
    }
  }
  await walk('')
  return tree
}

/**
 * Copies files from folder to folder and returns what was copied, with `durable` synced to disk. A file that vanishes
 * before it is copied was dropped by PostgreSQL and is left out: the log records the drop.
 */
export async function copyTree(
  from: string,
  to: string,
  tree: Tree,
  options: { durable: boolean },
): Promise<BackupFile[]> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of tree.folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  const copied: BackupFile[] = []
  await inLanes(tree.files, async (path) => {
    const file = await copyFile(from, to, path)
    if (file !== null) copied.push(file)
  })
  // All files are written before the first is synced, so that the disk gets a few large writes instead of many small
  // ones.
  if (options.durable) await inLanes(copied, async ({ path }) => syncFile(join(to, path)))
  return copied.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Runs `work` on each item, eight at a time. */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items]
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

async function copyFile(from: string, to: string, path: string): Promise<BackupFile | null> {
  const source = await open(join(from, path), 'r').catch(ignoreMissing)
  if (source === null) return null
  try {
    return await writeFile(join(to, path), path, piecesOf(source))
  } finally {
    await source.close()
  }
}

/** Writes a new file of a backup from its content. */
export async function writeBackupFile(to: string, path: string, content: Uint8Array): Promise<BackupFile> {
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
  const file = await writeFile(join(to, path), path, [content])
  await syncFile(join(to, path))
  return file
}

async function writeFile(
  target: string,
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<BackupFile> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(target, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      await handle.writeFile(piece)
    }
  } finally {
    await handle.close()
  }
  return { path, size, sha256: hash.digest('hex') }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file's content in pieces that share one buffer: a piece is valid until the next one is read. */
export async function* piecesOf(source: FileHandle): AsyncGenerator<Uint8Array> {
  const { size } = await source.stat()
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, pieceBytes))
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
