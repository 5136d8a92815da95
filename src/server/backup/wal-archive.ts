import { randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { syncFolder } from '../write-once.ts'
import { NotSigned, sign, verdictOf, type Signature, type SigningKeys } from './signatures.ts'

/**
 * The archive folder of PostgreSQL's write-ahead log: one file per segment, `<segment>.gz`, and one per timeline
 * history. A file is complete and synced or does not exist, and is never overwritten with other content. Its signature
 * is the comment in its gzip header, so that every tool that unpacks gzip reads it. PostgreSQL runs this through
 * `scripts/wal.ts` in a new process per segment, so little else than Node's own modules is imported here.
 */

const keepable = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/
const segmentFile = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.gz$/
const usualSegmentBytes = 2 ** 24
/** The number of values of the last part of a segment's name. */
const segmentsPerPart = 2 ** 32 / usualSegmentBytes
const longestKeepingMs = 3_600_000
/** The flag and the length of a gzip header: RFC 1952, 2.3. */
const commentFlag = 0x10
const gzipHeaderBytes = 10

/** A file with this name but other content exists: two clusters archive into one folder. */
export class ArchiveConflict extends Error {
  override name = 'ArchiveConflict'
}

/** The archive folder is missing or is not marked as this database's: its disk may not be mounted. */
export class ArchiveMissing extends Error {
  override name = 'ArchiveMissing'
}

/** An archived file cannot be read, or is not the one that was signed. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged'
}

/** The file in a backup folder that names the database it belongs to. */
export function markOf(backupDir: string): string {
  return join(backupDir, 'house.json')
}

/**
 * The system identifier of the database that a backup folder belongs to; null where no mark can be read. Throws when
 * the mark is not one.
 */
export async function readMark(backupDir: string): Promise<string | null> {
  const text = await readFile(markOf(backupDir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return null
    throw error
  })
  if (text === null) return null
  const mark: unknown = JSON.parse(text)
  if (typeof mark === 'object' && mark !== null && 'system' in mark && typeof mark.system === 'string')
    return mark.system
  throw new Error(`${markOf(backupDir)} does not name a database.`)
}

/**
 * Throws unless a backup folder is marked as that of the database with this system identifier: `ArchiveMissing`
 * without a mark, `ArchiveConflict` with another one's. The empty place of a disk that is not mounted has no mark.
 */
export async function assertMarked(backupDir: string, system: string): Promise<void> {
  const owner = await readMark(backupDir)
  if (owner === null)
    throw new ArchiveMissing(`${markOf(backupDir)} cannot be read: is the disk of the backups mounted?`)
  if (owner !== system) throw new ArchiveConflict(`${backupDir} holds the backups of another database.`)
}

/**
 * Archives one file of the log. Idempotent; a name archived with other content throws `ArchiveConflict`. The file is
 * synced to disk when this returns. The folder is never created here and must be in a backup folder marked for
 * `system`: a segment that is written to the wrong disk counts as archived, and PostgreSQL removes its own copy. With
 * `keys` the file is signed, also one that was archived without.
 */
export async function archiveWal(
  folder: string,
  system: string,
  name: string,
  source: string,
  keys: SigningKeys | null = null,
): Promise<'archived' | 'present'> {
  if (!keepable.test(name)) throw new Error(`${name} is not a file of the write-ahead log`)
  await assertMarked(dirname(folder), system)
  const content = await readFile(source)
  const target = join(folder, `${name}.gz`)
  const archived = await readFileOf(folder, name)
  if (archived !== null && !archived.content.equals(content)) {
    throw new ArchiveConflict(`${name} is already archived with other content: is this the folder of another database?`)
  }
  const parts = signedParts(system, name, content)
  if (archived !== null && (keys === null || verdictOf(keys, archived.signature, parts) === 'valid')) return 'present'
  const fresh = join(folder, `.${name}.${randomUUID()}.part`)
  try {
    const handle = await open(fresh, 'wx', 0o600)
    try {
      // The fastest level is enough: the rest of a segment that was closed early is zeros.
      await handle.writeFile(withSignature(gzipSync(content, { level: 1 }), keys === null ? null : sign(keys, parts)))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await (archived === null ? putInPlace(fresh, target) : rename(fresh, target))
  } finally {
    await unlink(fresh).catch(() => {})
  }
  await syncFolder(folder)
  return 'archived'
}

/**
 * What an archived file must be: that of the database with this system identifier, signed under one of `keys` (null:
 * there are none); without a signature only with `acceptsUnsigned`.
 */
export type WalTrust = { system: string; keys: SigningKeys | null; acceptsUnsigned: boolean }

/**
 * Copies one archived file, unpacked, to `target`; false where it was never archived. Throws as `readTrusted`.
 */
export async function fetchWal(folder: string, name: string, target: string, trust: WalTrust): Promise<boolean> {
  const content = await readTrusted(folder, name, trust)
  if (content === null) return false
  const handle = await open(target, 'w', 0o600)
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
  return true
}

/**
 * The unpacked content of an archived file, or null. Throws `ArchiveDamaged` for a damaged file or another one than
 * was signed, and `NotSigned`.
 */
export async function readTrusted(folder: string, name: string, trust: WalTrust): Promise<Buffer | null> {
  const archived = await readFileOf(folder, name)
  if (archived === null) return null
  const { content, signature } = archived
  const verdict = verdictOf(trust.keys, signature, signedParts(trust.system, name, content))
  const path = join(folder, `${name}.gz`)
  if (verdict === 'altered') throw new ArchiveDamaged(`${path} does not match its signature`)
  if (verdict === 'unsigned' && !trust.acceptsUnsigned) throw new NotSigned(path)
  return content
}

/** The unpacked content of an archived file, or null, whether it is signed or not. Damage throws `ArchiveDamaged`. */
export async function readArchived(folder: string, name: string): Promise<Buffer | null> {
  return (await readFileOf(folder, name))?.content ?? null
}

async function readFileOf(
  folder: string,
  name: string,
): Promise<{ content: Buffer; signature: Signature | null } | null> {
  if (!keepable.test(name)) return null
  const packed = await readFile(join(folder, `${name}.gz`)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (packed === null) return null
  try {
    return { content: gunzipSync(packed), signature: signatureIn(packed) }
  } catch (error) {
    throw new ArchiveDamaged(`${join(folder, `${name}.gz`)} is damaged`, { cause: error })
  }
}

/** The name is signed too, and the database: a segment has another place in the log under another name. */
function signedParts(system: string, name: string, content: Uint8Array): (string | Uint8Array)[] {
  return [`${system} ${name}\n`, content]
}

/** A file that `gzipSync` packed, with the signature as the comment of its header, which ends with a zero byte. */
function withSignature(packed: Buffer, signature: Signature | null): Buffer {
  if (signature === null) return packed
  const header = Buffer.from(packed.subarray(0, gzipHeaderBytes))
  header[3] = commentFlag
  const comment = Buffer.from(`baize ${signature.keyId} ${signature.hash}\0`, 'latin1')
  return Buffer.concat([header, comment, packed.subarray(gzipHeaderBytes)])
}

function signatureIn(packed: Buffer): Signature | null {
  if (packed[3] !== commentFlag) return null
  const comment = packed.toString('latin1', gzipHeaderBytes, packed.indexOf(0, gzipHeaderBytes))
  const [, keyId, hash] = /^baize (\S+) ([0-9a-f]{64})$/.exec(comment) ?? []
  return keyId === undefined || hash === undefined ? null : { keyId, hash }
}

/** The names of all archived files: segments, histories and what else PostgreSQL archives. */
export async function listArchived(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  const names = files.filter((file) => file.endsWith('.gz')).map((file) => file.slice(0, -'.gz'.length))
  return names.filter((name) => keepable.test(name)).toSorted()
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

/** The number of a segment in the log, across all timelines, from its name. */
export function placeOf(segment: string, segmentBytes = usualSegmentBytes): number {
  return parseInt(segment.slice(8, 16), 16) * (2 ** 32 / segmentBytes) + parseInt(segment.slice(16, 24), 16)
}

/** The name of a segment on a timeline. */
export function nameAt(timeline: number, place: number): string {
  return [timeline, Math.floor(place / segmentsPerPart), place % segmentsPerPart]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** The number of the segment that has a place in the log (LSN). */
export function segmentAt(lsn: bigint): number {
  return Number(lsn / BigInt(usualSegmentBytes))
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

/** A cluster's system identifier: the first eight bytes of its control file, on every machine we run on. */
export async function systemOf(pgData: string): Promise<string> {
  return String((await readControl(pgData, 0, 8)).readBigUInt64LE())
}

/** The timeline of a cluster's last checkpoint, from its control file of PostgreSQL 18. */
export async function timelineOf(pgData: string): Promise<number> {
  return (await readControl(pgData, 48, 4)).readUInt32LE()
}

async function readControl(pgData: string, at: number, bytes: number): Promise<Buffer> {
  const handle = await open(join(pgData, 'global/pg_control'), 'r')
  try {
    return (await handle.read(Buffer.alloc(bytes), 0, bytes, at)).buffer
  } finally {
    await handle.close()
  }
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
