import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * The archive folder of PostgreSQL's write-ahead log: one file per segment, `<segment>.gz`, and one per timeline
 * history. A file is complete and synced or does not exist, and is never overwritten. PostgreSQL runs this through
 * `scripts/wal.ts` in a new process per segment, so only Node's own modules are imported here.
 */

const keepable = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/
const segmentFile = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.gz$/
const usualSegmentBytes = 2 ** 24
/** The number of values of the last part of a segment's name. */
const segmentsPerPart = 2 ** 32 / usualSegmentBytes
const longestKeepingMs = 3_600_000

/** A file with this name but other content exists: two clusters archive into one folder. */
export class ArchiveConflict extends Error {
  override name = 'ArchiveConflict'
}

/** An archived file cannot be read. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged'
}

/**
 * Archives one file of the log. Idempotent; a name archived with other content throws `ArchiveConflict`. The file is
 * synced to disk when this returns.
 */
export async function archiveWal(folder: string, name: string, source: string): Promise<'archived' | 'present'> {
  if (!keepable.test(name)) throw new Error(`${name} is not a file of the write-ahead log`)
  const content = await readFile(source)
  const target = join(folder, `${name}.gz`)
  if (await isArchived(folder, name, content)) return 'present'
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `.${name}.${randomUUID()}.part`)
  try {
    const handle = await open(fresh, 'wx', 0o600)
    try {
      // The fastest level is enough: the rest of a segment that was closed early is zeros.
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
  return 'archived'
}

/**
 * Copies one archived file, unpacked, to `target`; false where it was never archived. Damage throws `ArchiveDamaged`.
 */
export async function fetchWal(folder: string, name: string, target: string): Promise<boolean> {
  const content = await readArchived(folder, name)
  if (content === null) return false
  const handle = await open(target, 'w', 0o600)
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
  return true
}

/** The unpacked content of an archived file, or null. */
export async function readArchived(folder: string, name: string): Promise<Buffer | null> {
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

/** The archived segments by their number in the log, each with its names (one per timeline). */
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

/** The segments from a number on that are missing although a later one exists. */
export async function missingSegments(folder: string, from: string): Promise<string[]> {
  const archived = await listSegments(folder)
  const timeline = from.slice(0, 8)
  const last = Math.max(-1, ...archived.keys())
  const missing: string[] = []
  for (let place = placeOf(from); place <= last; place += 1) {
    if (!archived.has(place)) missing.push(nameAt(timeline, place))
  }
  return missing
}

/** The number of a segment in the log, across all timelines, from its name. */
export function placeOf(segment: string, segmentBytes = usualSegmentBytes): number {
  return parseInt(segment.slice(8, 16), 16) * (2 ** 32 / segmentBytes) + parseInt(segment.slice(16, 24), 16)
}

/** The name of a segment on a timeline. */
export function nameAt(timeline: string, place: number): string {
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return timeline + hex(Math.floor(place / segmentsPerPart)) + hex(place % segmentsPerPart)
}

/**
 * Removes the segments before `segment`, which no backup needs, and remains of interrupted archivers; returns the
 * number of segments.
 */
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

async function isArchived(folder: string, name: string, content: Buffer): Promise<boolean> {
  const archived = await readArchived(folder, name)
  if (archived === null) return false
  if (archived.equals(content)) return true
  throw new ArchiveConflict(`${name} is already archived with other content: is this the folder of another database?`)
}

/** A link fails where a rename would overwrite; a file system without links gets the rename, since the name is free. */
async function putInPlace(fresh: string, target: string): Promise<void> {
  try {
    await link(fresh, target)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    await rename(fresh, target)
  }
}

/** Makes a new name durable by syncing its folder; Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
