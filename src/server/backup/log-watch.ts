import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readBackupPlace } from '../db/embedded-backup.ts'
import type { Database } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { startLeasedWork, type RunningWork } from '../leased-work.ts'
import type { Metrics } from '../metrics.ts'
import { baseFolder } from './manifest.ts'
import { assertFollowed } from './timelines.ts'
import { assertMarked, placeOf } from './wal-archive.ts'

/**
 * Watches whether the database's write-ahead log reaches its archive, on the embedded PostgreSQL and on any other:
 * segments that cannot be archived accumulate until the disk is full, and are lost with the machine, as is a log that moves
 * on while no segment is closed. A PostgreSQL of one's own that archives nothing is a warning, since nobody chose it by
 * `BACKUP_DIR`: a restored copy may have been left so.
 */

/** The database's position in its log and its archiving statistics; times in seconds before now, null for never. */
export type LogFacts = {
  on: boolean
  timeoutSeconds: number
  /** Segments, complete or not, that are not archived. */
  waiting: number
  /** How many bytes have been written in all. */
  position: number
  /** The position at which the last archived segment ends; null when nothing or no segment was archived last. */
  archivedUntil: number | null
  segmentBytes: number
  archivedAgo: number | null
  failedAgo: number | null
  failedWal: string | null
}

/** What a watch remembers between two looks at the log. `movedAtMs`: since when the log is beyond `from`, or null. */
export type LogTrack = { archivedUntil: number | null; from: number; movedAtMs: number | null }

export type LogState = { on: boolean; failing: boolean; why: string; behindBytes: number; unarchivedSeconds: number }

const everyMs = 15_000
const alarmAgainMs = 300_000
const notArchivedAgainMs = 86_400_000
/** The segment being written always waits, and the one before may be in transfer. */
const usuallyWaiting = 2
const mostWaiting = 8
const slackSeconds = 60
/**
 * An idle database writes a few records about itself, for which no segment is closed; a transaction that changes a row
 * writes more.
 */
const idleBytes = 512
/** A disk that is away may not answer at all. */
const folderLimitMs = 5_000
const oldBackupHours = 49

/**
 * Compares the position of the log with the end of the last archived segment, at each look: `movedAtMs` is the first
 * look that found the log moved on. `nowMs` is monotonic.
 */
export function trackLog(before: LogTrack | null, facts: LogFacts, nowMs: number): LogTrack {
  const { archivedUntil, position } = facts
  const isSame = before !== null && before.archivedUntil === archivedUntil && before.from <= position
  const from = isSame ? before.from : (archivedUntil ?? position)
  const movedAtMs = position - from <= idleBytes ? null : isSame ? (before.movedAtMs ?? nowMs) : nowMs
  return { archivedUntil, from, movedAtMs }
}

/**
 * Decides whether the log reaches the archive, from the database's statistics, from how long the log has moved on
 * without a segment being archived, and from a fault of the folder, if any.
 */
export function logStateOf(facts: LogFacts, unarchivedSeconds = 0, folderFault: string | null = null): LogState {
  const { on, waiting, archivedAgo, failedAgo, timeoutSeconds } = facts
  if (!on) return { on, failing: false, why: '', behindBytes: 0, unarchivedSeconds: 0 }
  const behindBytes = Math.max(0, waiting - 1) * facts.segmentBytes
  const isRefused = failedAgo !== null && (archivedAgo === null || failedAgo < archivedAgo)
  const longest = timeoutSeconds * 2 + slackSeconds
  const isStill = waiting > usuallyWaiting && archivedAgo !== null && archivedAgo > longest
  // Without a time-out the database may fill a segment for as long as it takes.
  const isLate = timeoutSeconds > 0 && unarchivedSeconds > longest
  const why =
    folderFault ??
    (isRefused
      ? `archiving of ${facts.failedWal} failed`
      : waiting > mostWaiting
        ? 'the archive is slower than the database writes'
        : isStill || isLate
          ? 'nothing has been archived for a long time'
          : '')
  return { on, failing: why !== '', why, behindBytes, unarchivedSeconds }
}

export type LogAlarm = 'failing' | 'not-archived' | 'no-backup' | 'old-backup'

/**
 * What is to be logged of the log and its base backups, whose age in seconds is known of the embedded database only. That
 * one archives nothing until `BACKUP_DIR` is set; a PostgreSQL of one's own must.
 */
export function logAlarmOf(state: LogState, isEmbedded: boolean, backupAge: number | null): LogAlarm | null {
  if (!state.on) return isEmbedded ? null : 'not-archived'
  if (state.failing) return 'failing'
  if (!isEmbedded) return null
  if (backupAge === null) return 'no-backup'
  return backupAge > oldBackupHours * 3600 ? 'old-backup' : null
}

/** Starts the watch; one process logs, every process has the metrics. */
export function startLogWatch(deps: Pick<Deps, 'db' | 'log' | 'config'>, metrics: Metrics): RunningWork {
  let state: LogState = { on: false, failing: false, why: '', behindBytes: 0, unarchivedSeconds: 0 }
  let track: LogTrack | null = null
  let backupAge: number | null = null
  const isEmbedded = deps.config.database.kind === 'embedded'
  const alarm = (): LogAlarm | null => logAlarmOf(state, isEmbedded, backupAge)
  const checkFolder = createFolderCheck(deps.config.dataDir)
  let reportedAtMs = -Infinity
  metrics.watch('baize_log_archived', '1 where the log of the database is archived.', () => (state.on ? 1 : 0))
  metrics.watch('baize_log_failing', '1 while the log does not reach its archive.', () => (state.failing ? 1 : 0))
  metrics.watch('baize_log_behind_bytes', 'Bytes of the log waiting to be archived.', () => state.behindBytes)
  metrics.watch(
    'baize_log_unarchived_seconds',
    'Seconds since the log moved on from the last archived segment; 0 while it did not.',
    () => state.unarchivedSeconds,
  )
  metrics.watch(
    'baize_backup_age_seconds',
    'Seconds since the newest base backup began; -1 without one.',
    () => backupAge ?? -1,
  )
  return startLeasedWork(deps, {
    name: 'log-watch',
    everyMs,
    leaseMs: everyMs * 2,
    isDue: async () => {
      const facts = await readLogFacts(deps.db, isEmbedded ? deps.config.dataDir : null)
      track = trackLog(track, facts, performance.now())
      const unarchived = track.movedAtMs === null ? 0 : (performance.now() - track.movedAtMs) / 1000
      state = logStateOf(facts, unarchived, isEmbedded && facts.on ? await checkFolder() : null)
      backupAge = isEmbedded ? await newestBackupAge(deps.config.dataDir) : null
      const found = alarm()
      if (found === null) reportedAtMs = -Infinity
      const againMs = found === 'not-archived' ? notArchivedAgainMs : alarmAgainMs
      return found !== null && performance.now() - reportedAtMs >= againMs
    },
    run: async () => {
      reportedAtMs = performance.now()
      const hours = Math.floor((backupAge ?? 0) / 3600)
      const found = alarm()
      if (found === 'failing') deps.log.error(state, 'database log does not reach its archive')
      if (found === 'not-archived') deps.log.warn('database log is not archived: it would be lost with the machine')
      if (found === 'no-backup') deps.log.warn('base backup is missing: run npm run backup')
      if (found === 'old-backup') deps.log.warn({ hours }, 'newest base backup is old')
    },
    failureMessage: 'check of the log archive failed; it is retried',
  })
}

/**
 * The fault of the folder of an embedded PostgreSQL's archive, or null: it must be there, be that of the database, and
 * have no later timeline than the database's. Also without anything to archive, so that a lost folder is noticed before
 * it is needed.
 */
export async function findFolderFault(dataDir: string): Promise<string | null> {
  const place = await readBackupPlace(dataDir)
  if (place === null || place.system === null) return null
  try {
    await assertMarked(place.dir, place.system)
    await assertFollowed(place.dir, join(dataDir, 'postgres'))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** `findFolderFault` with a limit, once at a time. */
function createFolderCheck(dataDir: string): () => Promise<string | null> {
  let pending: Promise<string | null> | null = null
  return async () => {
    pending ??= findFolderFault(dataDir).finally(() => (pending = null))
    const limit = new AbortController()
    const isSilent = sleep(folderLimitMs, 'the folder of the archive does not answer', { signal: limit.signal })
    try {
      return await Promise.race([pending, isSilent])
    } finally {
      limit.abort()
    }
  }
}

type Row = Omit<LogFacts, 'waiting' | 'archivedUntil'> & { current: string; archived: string | null }

/**
 * The database's position and archiving statistics, readable by any role. A crash of PostgreSQL resets the statistics: of the
 * embedded one, with its `dataDir`, the segments that wait are counted in its folder until one has been archived.
 */
export async function readLogFacts(db: Database, dataDir: string | null): Promise<LogFacts> {
  const { rows } = await sql<Row>`
    SELECT current_setting('archive_mode') <> 'off' AS on,
      (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS "timeoutSeconds",
      (pg_current_wal_lsn() - '0/0')::float8 AS position,
      pg_walfile_name(pg_current_wal_lsn()) AS current, last_archived_wal AS archived,
      pg_size_bytes(current_setting('wal_segment_size'))::int AS "segmentBytes",
      extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS "archivedAgo",
      extract(epoch FROM clock_timestamp() - last_failed_time)::float8 AS "failedAgo", last_failed_wal AS "failedWal"
    FROM pg_stat_archiver`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('pg_stat_archiver has no row')
  const { current, archived, ...facts } = row
  const { segmentBytes } = facts
  // The histories of timelines and of base backups are no segments, and right after a crash nothing is known.
  const place =
    archived !== null && /^[0-9A-F]{24}(\.partial)?$/.test(archived) ? placeOf(archived, segmentBytes) : null
  return {
    ...facts,
    waiting: place === null ? await countReady(dataDir) : Math.max(0, placeOf(current, segmentBytes) - place),
    archivedUntil: place === null ? null : (place + 1) * segmentBytes,
  }
}

/** The complete segments of an embedded PostgreSQL that wait to be archived, and the one being written; 0 where none waits. */
async function countReady(dataDir: string | null): Promise<number> {
  if (dataDir === null) return 0
  const names = await readdir(join(dataDir, 'postgres', 'pg_wal', 'archive_status')).catch(() => [])
  const ready = names.filter((name) => /^[0-9A-F]{24}\.ready$/.test(name)).length
  return ready === 0 ? 0 : ready + 1
}

/** Seconds since the newest base backup began; null without one. */
async function newestBackupAge(dataDir: string): Promise<number | null> {
  const place = await readBackupPlace(dataDir)
  const names = place === null ? [] : await readdir(baseFolder(place.dir)).catch(() => [])
  const newest = names
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .at(-1)
  if (newest === undefined) return null
  const began = Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
  return Number.isNaN(began) ? null : Math.max(0, (Date.now() - began) / 1000)
}
