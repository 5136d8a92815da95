import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { readBackupPlace } from '../db/embedded-backup.ts'
import type { Database } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { startLeasedWork, type RunningWork } from '../leased-work.ts'
import type { Metrics } from '../metrics.ts'
import { baseFolder } from './manifest.ts'
import { placeOf } from './wal-archive.ts'

/**
 * Watches whether the database's write-ahead log reaches its archive, on the embedded PostgreSQL and on any other:
 * segments that cannot be archived accumulate until the disk is full, and are lost with the machine. Inactive where the
 * log is not archived.
 */

/** The database's archiving statistics; times in seconds before now, null for never. */
export type LogFacts = {
  on: boolean
  timeoutSeconds: number
  /** Segments, complete or not, that are not archived. */
  waiting: number
  segmentBytes: number
  archivedAgo: number | null
  failedAgo: number | null
  failedWal: string | null
}

export type LogState = { on: boolean; failing: boolean; why: string; behindBytes: number }

const everyMs = 15_000
const alarmAgainMs = 300_000
/** The segment being written always waits, and the one before may be in transfer. */
const usuallyWaiting = 2
const mostWaiting = 8
const slackSeconds = 60
const oldBackupHours = 49

/** Decides from the database's statistics whether its log reaches the archive. */
export function logStateOf(facts: LogFacts): LogState {
  const { on, waiting, archivedAgo, failedAgo } = facts
  if (!on) return { on, failing: false, why: '', behindBytes: 0 }
  const behindBytes = Math.max(0, waiting - 1) * facts.segmentBytes
  const isRefused = failedAgo !== null && (archivedAgo === null || failedAgo < archivedAgo)
  const isStill =
    waiting > usuallyWaiting && archivedAgo !== null && archivedAgo > facts.timeoutSeconds * 2 + slackSeconds
  const why = isRefused
    ? `archiving of ${facts.failedWal} failed`
    : waiting > mostWaiting
      ? 'the archive is slower than the database writes'
      : isStill
        ? 'nothing has been archived for a long time'
        : ''
  return { on, failing: why !== '', why, behindBytes }
}

/** Starts the watch; one process logs, every process has the metrics. */
export function startLogWatch(deps: Pick<Deps, 'db' | 'log' | 'config'>, metrics: Metrics): RunningWork {
  let state: LogState = { on: false, failing: false, why: '', behindBytes: 0 }
  let backupAge: number | null = null
  const isEmbedded = deps.config.database.kind === 'embedded'
  const isFine = (): boolean => !state.failing && !(isEmbedded && state.on && isOld(backupAge))
  let reportedAtMs = -alarmAgainMs
  metrics.watch('baize_log_archived', '1 where the log of the database is archived.', () => (state.on ? 1 : 0))
  metrics.watch('baize_log_failing', '1 while the log does not reach its archive.', () => (state.failing ? 1 : 0))
  metrics.watch('baize_log_behind_bytes', 'Bytes of the log waiting to be archived.', () => state.behindBytes)
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
      state = logStateOf(await readLogFacts(deps.db))
      backupAge = isEmbedded ? await newestBackupAge(deps.config.dataDir) : null
      if (isFine()) reportedAtMs = -alarmAgainMs
      return !isFine() && performance.now() - reportedAtMs >= alarmAgainMs
    },
    run: async () => {
      reportedAtMs = performance.now()
      if (state.failing) deps.log.error(state, 'database log does not reach its archive')
      else if (backupAge === null) deps.log.warn('base backup is missing: run npm run backup')
      else deps.log.warn({ hours: Math.floor(backupAge / 3600) }, 'newest base backup is old')
    },
    failureMessage: 'check of the log archive failed; it is retried',
  })
}

function isOld(backupAge: number | null): boolean {
  return backupAge === null || backupAge > oldBackupHours * 3600
}

type Row = Omit<LogFacts, 'waiting'> & { current: string; archived: string | null }

/** The database's archiving statistics, readable by any role. */
export async function readLogFacts(db: Database): Promise<LogFacts> {
  const { rows } = await sql<Row>`
    SELECT current_setting('archive_mode') <> 'off' AS on,
      (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS "timeoutSeconds",
      pg_walfile_name(pg_current_wal_lsn()) AS current, last_archived_wal AS archived,
      pg_size_bytes(current_setting('wal_segment_size'))::int AS "segmentBytes",
      extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS "archivedAgo",
      extract(epoch FROM clock_timestamp() - last_failed_time)::float8 AS "failedAgo", last_failed_wal AS "failedWal"
    FROM pg_stat_archiver`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('pg_stat_archiver has no row')
  const { current, archived, ...facts } = row
  return { ...facts, waiting: segmentsBetween(archived, current, facts.segmentBytes) }
}

/** 0 when it cannot be computed: right after a crash, or when the file archived last was a timeline's history. */
function segmentsBetween(archived: string | null, current: string, segmentBytes: number): number {
  if (archived === null || !/^[0-9A-F]{24}/.test(archived)) return 0
  return Math.max(0, placeOf(current, segmentBytes) - placeOf(archived, segmentBytes))
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
