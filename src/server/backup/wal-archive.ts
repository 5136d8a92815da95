import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * The folder in which PostgreSQL's write-ahead log is kept: a file per segment, `<segment>.gz`, and per timeline's history.
 * A file stands there whole and on the disk, or not at all, and is never written over. Run by PostgreSQL through
 * `scripts/wal.ts`, so nothing but Node's own modules is imported here: each segment starts a process.
 */

const keepable = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/
const segmentFile = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.gz$/
const usualSegmentBytes = 2 ** 24
/** The last part of a segment's name counts so far, then the part before it goes on. */
const segmentsAWord = 2 ** 32 / usualSegmentBytes
const longestKeepingMs = 3_600_000

/** There is a file of that name already, and it says something else. Two clusters keep their log in one folder. */
export class ArchiveConflict extends Error {
  override name = 'ArchiveConflict'
}

/** What was kept cannot be read back. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged'
}

/**
 * Keeps one file of the log. Doing it twice is harmless; a name that stands for other content throws `ArchiveConflict`.
 * When this answers, the file is on the disk.
 */
export async function keepWal(folder: string, name: string, source: string): Promise<'kept' | 'known'> {
  if (!keepable.test(name)) throw new Error(`${name} is not a file of the write-ahead log`)
  const content = await readFile(source)
  const target = join(folder, `${name}.gz`)
  if (await isKept(folder, name, content)) return 'known'
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `.${name}.${randomUUID()}.part`)
  try {
    const handle = await open(fresh, 'wx', 0o600)
    try {
      // The fastest level: what is left of a segment that was closed early is zeros.
      await handle.writeFile(gzipSync(content, { level: 1 }))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await putInPlace(fresh, target)
  } finally {
    await unlink(fresh).catch(() => {})
  }
  await syncFolder(folder)
  return 'kept'
}

/** Takes one file of the log out again, whole, to `target`; false where it was never kept. Damage throws `ArchiveDamaged`. */
export async function fetchWal(folder: string, name: string, target: string): Promise<boolean> {
  const content = await readKept(folder, name)
  if (content === null) return false
  const handle = await open(target, 'w', 0o600)
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
  return true
}

/** The content of a kept file, or null. */
export async function readKept(folder: string, name: string): Promise<Buffer | null> {
  if (!keepable.test(name)) return null
  const packed = await readFile(join(folder, `${name}.gz`)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (packed === null) return null
  try {
    return gunzipSync(packed)
  } catch (error) {
    throw new ArchiveDamaged(`${join(folder, `${name}.gz`)} is damaged`, { cause: error })
  }
}

/** The segments kept, by their place in the log, each with the names (one a timeline) it is kept under. */
export async function listSegments(folder: string): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const file of (await readdir(folder).catch(() => [])).toSorted()) {
    const name = segmentFile.exec(file)?.[0].slice(0, -'.gz'.length)
    if (name === undefined) continue
    const place = placeOf(name)
    found.set(place, [...(found.get(place) ?? []), name])
  }
  return found
}

/** The segments from one place on that are not there though a later one is. */
export async function missingSegments(folder: string, from: string): Promise<string[]> {
  const kept = await listSegments(folder)
  const timeline = from.slice(0, 8)
  const last = Math.max(-1, ...kept.keys())
  const missing: string[] = []
  for (let place = placeOf(from); place <= last; place += 1) {
    if (!kept.has(place)) missing.push(nameAt(timeline, place))
  }
  return missing
}

/** The number of a segment in the log, over all timelines, from its name. */
export function placeOf(segment: string, segmentBytes = usualSegmentBytes): number {
  return parseInt(segment.slice(8, 16), 16) * (2 ** 32 / segmentBytes) + parseInt(segment.slice(16, 24), 16)
}

/** The name of a segment on a timeline. */
export function nameAt(timeline: string, place: number): string {
  const word = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return timeline + word(Math.floor(place / segmentsAWord)) + word(place % segmentsAWord)
}

/** Removes the segments before one that no backup needs, and what interrupted archivers left; answers how many segments. */
export async function dropSegmentsBefore(folder: string, segment: string): Promise<number> {
  let dropped = 0
  for (const [place, names] of await listSegments(folder)) {
    if (place >= placeOf(segment)) continue
    for (const name of names) await unlink(join(folder, `${name}.gz`))
    dropped += names.length
  }
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.part')) continue
    const path = join(folder, file)
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Infinity)
    if (age > longestKeepingMs) await unlink(path).catch(() => {})
  }
  return dropped
}

async function isKept(folder: string, name: string, content: Buffer): Promise<boolean> {
  const kept = await readKept(folder, name)
  if (kept === null) return false
  if (kept.equals(content)) return true
  throw new ArchiveConflict(`${name} is kept already, with other content: is this the folder of another database?`)
}

/** A link fails where a rename would overwrite; a disk that knows no links gets the rename, the name being free. */
async function putInPlace(fresh: string, target: string): Promise<void> {
  try {
    await link(fresh, target)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    await rename(fresh, target)
  }
}

/** A new name is on the disk when its folder is; Windows knows no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
