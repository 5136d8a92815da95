import { mkdir, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import pg from 'pg'
import type { AppSecret } from '../config.ts'
import { retainingSettings, walCommand, walFolder } from '../db/embedded-backup.ts'
import { findBinaries } from '../db/embedded-binaries.ts'
import { findPostmaster, stopPostmaster } from '../db/embedded-process.ts'
import { configurationFiles } from '../db/embedded-settings.ts'
import { embeddedNames, startEmbedded, type EmbeddedDatabase } from '../db/embedded.ts'
import { readPasswords } from '../db/embedded-passwords.ts'
import { markRestored } from './after-restore.ts'
import { copyTree, isRestoredFile, isRestoredFolder } from './copy-files.ts'
import { assertSigned, BackupDamaged, dataOf, listBackups, listFiles, type Backup } from './manifest.ts'
import { parseMoment, parseServerTime, type Moment } from './moment.ts'
import { NotSigned, walKeysOf } from './signatures.ts'
import {
  findTimeline,
  followedName,
  leadsTo,
  missingSegments,
  newestTimeline,
  timelineIn,
  type Ancestry,
} from './timelines.ts'
import { listSegments, nameAt, placeOf, segmentAt } from './wal-archive.ts'
import { storeWalKeys, walKeysFile } from './wal-keys.ts'

export type RestoreOptions = {
  /** The folder of backups. */
  from: string
  /** The data folder to create; it must not exist or be empty. */
  to: string
  /** The last moment whose commits are restored, ISO 8601 with a zone, to the microsecond; null: everything. */
  at: string | null
  /** The timeline to follow; null: the newest, and a moment that lies in what it left behind is refused. */
  timeline?: number | null
  /** The secret with which the backup and the log must be signed; null: nothing can be verified. */
  secret: AppSecret | null
  /**
   * Accepts what is not signed: from before there were signatures, or written by somebody else, who can run programs
   * here by it. A signature that is there must be right.
   */
  acceptsUnsigned: boolean
  /** Inspects the restored database while it runs; its result is returned. */
  inspect: (database: EmbeddedDatabase) => Promise<Inspected>
  report?: (line: string) => void
  /** Settings of PostgreSQL while it recovers. */
  settings?: Readonly<Record<string, string>>
  /** Ends the restore, which then leaves nothing: neither a server nor a folder. */
  signal?: AbortSignal
}
export type Inspected = object

export type Restored<Result extends Inspected> = { backup: string; seconds: number; inspected: Result }

/** The requested restore is impossible. The message gives the reason and the alternative. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

const recoveryLimitMs = 6 * 3_600_000
/** During the restore only this user reaches the socket, and the passwords are not set yet. */
const trustAll = 'local all all trust\nhost all all 127.0.0.1/32 trust\n'
export const trustFile = 'restore_hba.conf'

/**
 * Restores a data folder to a moment: the newest base backup completed by then, its manifest verified by its signature,
 * every file compared with its digest, and the archived log up to the moment, each file verified when PostgreSQL gets
 * it. No configuration comes from the backup. The copy is built beside its target and moved there at the end. It gets
 * passwords of its own, which do not open the original, and a mark for its first start (`endRestored`). Throws
 * `RestoreRefused`, or `BackupDamaged`.
 */
export async function restore<Result extends Inspected>(
  options: RestoreOptions & { inspect: (database: EmbeddedDatabase) => Promise<Result> },
): Promise<Restored<Result>> {
  const begun = performance.now()
  const report = options.report ?? (() => {})
  const from = resolve(options.from)
  const to = resolve(options.to)
  const at = options.at === null ? null : momentOf(options.at)
  await refuseUsed(to)
  await refuseInside(to, from)
  const source = { from, at, ...(await chooseBackup(from, at, options).catch(refuseUnsigned)) }
  const { backup, followed } = source
  await refuseGap(source)
  await mkdir(dirname(to), { recursive: true })
  await removeEmpty(to)
  const work = join(dirname(to), `.${basename(to)}.${process.pid}.restoring`)
  report(`From the base backup ${backup.name} along timeline ${followed.timeline} …`)
  const { signal } = options
  const end = (): void => void endServer(work).catch(() => {})
  signal?.addEventListener('abort', end)
  try {
    const left = await layOut(backup, work)
    if (left.length > 0) report(`Not restored, because no backup of this program has such files: ${left.join(', ')}`)
    if (options.secret !== null) await storeWalKeys(work, options.secret)
    signal?.throwIfAborted()
    const inspected = await recover(source, work, options).catch(refuseUnsigned)
    await markRestored(work, { at: options.at, backup: backup.name, restoredAt: new Date().toISOString() })
    signal?.throwIfAborted()
    await rename(work, to)
    return { backup: backup.name, seconds: (performance.now() - begun) / 1000, inspected }
  } catch (error) {
    if (signal?.aborted !== true) throw error
    throw new RestoreRefused('The restore was ended before it was complete: nothing was restored.')
  } finally {
    signal?.removeEventListener('abort', end)
    await endServer(work)
    await rm(work, { recursive: true, force: true })
  }
}

/** Ends the server of an unfinished copy, which nobody needs, at once and waits until it has ended. */
async function endServer(work: string): Promise<void> {
  const pgData = join(work, 'postgres')
  const server = await findPostmaster(pgData)
  if (server === null) return
  const { pgCtl } = await findBinaries(join(work, 'postgres-libraries'))
  await stopPostmaster(pgData, server.pid, pgCtl, 0)
}

function refuseUnsigned(error: unknown): never {
  if (!(error instanceof NotSigned)) throw error
  throw new RestoreRefused(
    `${error.message} with this secret, so nothing shows whether it was altered, and an altered one can run programs here. ` +
      'Files from before there were signatures are restored with --accept-unsigned: see docs/operations.md, "Restoring".',
  )
}

async function refuseUsed(to: string): Promise<void> {
  const there = await readdir(to).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (there.length > 0) throw new RestoreRefused(`${to} is not empty: restore into a folder that does not exist.`)
}

/** A data folder among the backups would be taken for a part of them. Links are followed. */
async function refuseInside(to: string, from: string): Promise<void> {
  const way = relative(await withoutLinks(from), await withoutLinks(to))
  if (way === '' || way.split('/')[0] === '..') return
  throw new RestoreRefused(`${to} lies inside ${from}: restore into a folder beside the backups.`)
}

/** The path without links, also of a folder that does not exist yet. */
async function withoutLinks(path: string): Promise<string> {
  const parent = dirname(path)
  if (parent === path) return path
  return realpath(path).catch(async () => join(await withoutLinks(parent), basename(path)))
}

/** Removes an empty target, which the copy replaces at the end; a mount point or a link would fail only then, after hours. */
async function removeEmpty(to: string): Promise<void> {
  await rmdir(to).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT') return
    throw new RestoreRefused(
      `${to} cannot be replaced (${String(error.code)}), as a mount point or a link cannot: restore into a folder inside it.`,
    )
  })
}

async function chooseBackup(
  from: string,
  at: Moment | null,
  { secret, acceptsUnsigned, timeline = null }: RestoreOptions,
): Promise<{ backup: Backup; followed: Ancestry }> {
  const all = await listBackups(from)
  const [any] = all
  if (any === undefined) throw new RestoreRefused(`There is no base backup in ${from}.`)
  const keys = secret === null ? null : walKeysOf(secret)
  const trust = { system: any.manifest.system, keys, acceptsUnsigned }
  const wal = walFolder(from)
  const followed = await (timeline === null ? newestTimeline(wal, trust) : findTimeline(wal, timeline, trust))
  if (followed === null) throw new RestoreRefused(`There is no timeline ${timeline} in ${wal}.`)
  const backups = all.filter(({ manifest }) => leadsTo(followed, manifest))
  const [first] = backups
  if (first === undefined) throw new RestoreRefused(`No base backup in ${from} leads to timeline ${followed.timeline}.`)
  const fit = backups.findLast(({ manifest }) => at === null || momentOf(manifest.completed).micros <= at.micros)
  if (fit !== undefined) {
    try {
      assertSigned(fit, secret)
    } catch (error) {
      if (!(error instanceof NotSigned) || !acceptsUnsigned) throw error
    }
    return { backup: fit, followed }
  }
  throw new RestoreRefused(
    `${at?.text} is before the first base backup was complete: nothing before ${first.manifest.completed} can be restored.`,
  )
}

/**
 * The segments that make the copy consistent must exist, and the one with which the followed timeline begins: without it
 * PostgreSQL would read on in the timeline that it left behind. Without a target time no later segment may be missing either,
 * because PostgreSQL takes the first missing segment for the end of the log.
 */
async function refuseGap({ from, backup: { manifest }, at, followed }: Source): Promise<void> {
  const wal = walFolder(from)
  const archived = await listSegments(wal)
  const own = timelineIn(manifest.startWal)
  for (let place = placeOf(manifest.startWal); place <= placeOf(manifest.stopWal); place += 1) {
    const names = [nameAt(own, place), followedName(followed, place)]
    if (archived.get(place)?.some((name) => names.includes(name)) !== true)
      throw new RestoreRefused(`${names[0]}, which the base backup needs to be consistent, is missing in ${wal}.`)
  }
  const begins = [...followed.left.values()].at(-1)
  if (begins !== undefined && own !== followed.timeline) {
    const place = segmentAt(begins.end)
    const name = nameAt(followed.timeline, place)
    const before = [...followed.left.keys()].at(-1)
    if (archived.get(place)?.includes(name) !== true)
      throw new RestoreRefused(
        `${name}, with which timeline ${followed.timeline} begins, is not in ${wal}. Restore what timeline ${before} has with --timeline ${before}.`,
      )
  }
  const missing = await missingSegments(wal, manifest.startWal, followed)
  if (at === null && missing.length > 0) {
    throw new RestoreRefused(
      `${missing.join(', ')} of the log is missing in ${wal}, and later segments exist. Earlier moments can be restored with --at.`,
    )
  }
}

/**
 * Copies the data of the backup to the folder where it will run, with configuration files of our own, and returns the
 * files that it left out although a backup of ours has none such. Until it is recovered, PostgreSQL refuses to start it
 * without recovery settings.
 */
async function layOut(backup: Backup, work: string): Promise<string[]> {
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  await readPasswords(work)
  const source = dataOf(backup.folder)
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(source.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(isRestoredFolder)
  const pgData = join(work, 'postgres')
  await mkdir(pgData, { mode: 0o700 })
  await writeFile(join(pgData, 'recovery.signal'), '')
  // PostgreSQL syncs all files to disk before it begins to recover.
  const all = await listFiles(source)
  const tree = { folders, files: all.filter(isRestoredFile) }
  const copied = await copyTree(source, pgData, tree, { durable: false })
  const own = backup.manifest.files.filter(({ path }) => isRestoredFile(path))
  const unseen = new Map(own.map((file) => [file.path, file]))
  for (const file of copied) {
    const expected = unseen.get(file.path)
    if (expected === undefined) throw new BackupDamaged(`${join(source, file.path)} does not belong to this backup`)
    if (expected.sha256 !== file.sha256)
      throw new BackupDamaged(`${join(source, file.path)} differs from what was copied`)
    unseen.delete(file.path)
  }
  const [missing] = unseen.keys()
  if (missing !== undefined) throw new BackupDamaged(`${join(source, missing)} is missing`)
  for (const [name, text] of Object.entries({ ...configurationFiles, [trustFile]: trustAll })) {
    await writeFile(join(pgData, name), text, { mode: 0o600 })
  }
  return all.filter((path) => !isRestoredFile(path) && !(path in configurationFiles))
}

type Source = { from: string; backup: Backup; at: Moment | null; followed: Ancestry }

async function recover<Result extends Inspected>(
  source: Source,
  work: string,
  options: Omit<RestoreOptions, 'inspect'> & { inspect: (database: EmbeddedDatabase) => Promise<Result> },
): Promise<Result> {
  const { from, at } = source
  const pgData = join(work, 'postgres')
  const target = at === null ? {} : { recovery_target_time: at.server, recovery_target_inclusive: 'on' }
  const settings = {
    restore_command: walCommand(
      options.acceptsUnsigned ? 'fetch-unsigned' : 'fetch',
      walFolder(from),
      walKeysFile(work),
    ),
    recovery_target_action: 'promote',
    recovery_target_timeline: String(source.followed.timeline),
    ...target,
    ...retainingSettings,
    // Refuses connections before the promotion.
    hot_standby: 'off',
    hba_file: join(pgData, trustFile),
    ...options.settings,
  }
  const database = await startEmbedded({ dataDir: work, settings, startLimitMs: recoveryLimitMs }).catch(
    async (error: unknown) => {
      throw await explain(source, work, error)
    },
  )
  try {
    options.signal?.throwIfAborted()
    if ((options.timeline ?? null) === null) refuseLeft(source, await readLog(work))
    await setPasswords(database, work)
    return await options.inspect(database)
  } finally {
    await database.stop()
    await rm(join(pgData, trustFile), { force: true })
  }
}

/** The error to report when PostgreSQL failed, from its log. */
async function explain(source: Source, work: string, error: unknown): Promise<unknown> {
  const { from, backup, at, followed } = source
  const log = await readLog(work)
  const unsigned = /^(.*\.gz) is not signed$/m.exec(log)?.[1]
  if (unsigned !== undefined) return new NotSigned(unsigned)
  const damaged = /^(.*\.gz (?:is damaged|does not match its signature))$/m.exec(log)?.[1]
  if (damaged !== undefined) return new BackupDamaged(`${damaged}: moments before it can be restored with --at.`)
  if (!log.includes('recovery ended before configured recovery target was reached')) return error
  refuseLeft(source, log)
  const reached = lastCompleted(log)
  const until = reached === null ? 'with the base backup' : `at ${reached.text}`
  const [gap] = await missingSegments(walFolder(from), backup.manifest.startWal, followed)
  const why =
    gap === undefined
      ? 'Leave out --at to restore all of it.'
      : `${gap} is missing: bring it back, or name an earlier moment.`
  return new RestoreRefused(`The archived log ends ${until}, before ${at?.text}. ${why}`)
}

function readLog(work: string): Promise<string> {
  return readFile(join(work, 'postgres.log'), 'utf8').catch(() => '')
}

/** The time of the last commit that PostgreSQL replayed; null where it replayed none. */
function lastCompleted(log: string): Moment | null {
  const time = /last completed transaction was at log time (\S+ \S+)/.exec(log)?.[1]
  return time === undefined ? null : parseServerTime(time)
}

/**
 * Refuses a moment that a timeline reached before it was left behind while the one that branched off before has nothing
 * until then: PostgreSQL would restore the state at the branch without a word.
 */
function refuseLeft({ backup, at, followed }: Source, log: string): void {
  const reached = lastCompleted(log)
  const own = timelineIn(backup.manifest.startWal)
  for (const [timeline, { firstLeft }] of [...followed.left].toReversed()) {
    if (at === null || firstLeft === null || timeline < own) continue
    if (firstLeft.micros > at.micros || (reached !== null && reached.micros >= firstLeft.micros)) continue
    throw new RestoreRefused(
      `${at.text} lies in what timeline ${timeline} wrote from ${firstLeft.text} on and timeline ${followed.timeline} left behind. ` +
        `To restore it, add --timeline ${timeline}; what timeline ${followed.timeline} had at that moment: --timeline ${followed.timeline}.`,
    )
  }
}

/** Sets the passwords of this copy; the backup holds only digests of the original's. */
async function setPasswords(database: EmbeddedDatabase, work: string): Promise<void> {
  const passwords = await readPasswords(work)
  const client = new pg.Client({ connectionString: database.superUrl })
  await client.connect()
  try {
    for (const [role, password] of [
      ['postgres', passwords.super],
      [embeddedNames.owner, passwords.owner],
      [embeddedNames.app, passwords.app],
    ]) {
      await client.query(`ALTER ROLE ${role} PASSWORD '${password}'`)
    }
  } finally {
    await client.end()
  }
}

function momentOf(text: string): Moment {
  const moment = parseMoment(text)
  if (moment !== null) return moment
  throw new RestoreRefused(`${text} is not a moment such as 2026-11-21T00:00:00Z or 2026-11-21T09:00:00.123456+09:00.`)
}
