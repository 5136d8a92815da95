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
 * Watches whether the database's log reaches its archive, on our own PostgreSQL and on any other: what cannot be archived
 * piles up until the disk is full, and cannot be restored when the machine is lost. Silent where the log is not archived.
 */

/** What the database says of its archiving; times in seconds before now, null where it never was. */
export type LogFacts = {
  on: boolean
  timeoutSeconds: number
  /** Segments that are complete or begun and not archived. */
  waiting: number
  segmentBytes: number
  archivedAgo: number | null
  failedAgo: number | null
  failedWal: string | null
}

export type LogStanding = { on: boolean; failing: boolean; why: string; behindBytes: number }

const everyMs = 15_000
const alarmAgainMs = 300_000
/** The segment being written always waits, the one before may be on its way. */
const usuallyWaiting = 2
const mostWaiting = 8
const slackSeconds = 60
const oldBackupHours = 49

/** Decides from what the database says whether its log reaches the archive. */
export function judgeLog(facts: LogFacts): LogStanding {
  const { on, waiting, archivedAgo, failedAgo } = facts
  if (!on) return { on, failing: false, why: '', behindBytes: 0 }
  const behindBytes = Math.max(0, waiting - 1) * facts.segmentBytes
  const isRefused = failedAgo !== null && (archivedAgo === null || failedAgo < archivedAgo)
  const isStill =
    waiting > usuallyWaiting && archivedAgo !== null && archivedAgo > facts.timeoutSeconds * 2 + slackSeconds
  const why = isRefused
    ? `${facts.failedWal} could not be archived`
    : waiting > mostWaiting
      ? 'the archive is slower than the database writes'
      : isStill
        ? 'nothing has been archived for long'
        : ''
  return { on, failing: why !== '', why, behindBytes }
}

/** Starts watching; one process speaks, every process shows the figures. */
export function startLogWatch(deps: Pick<Deps, 'db' | 'log' | 'config'>, metrics: Metrics): RunningWork {
  let standing: LogStanding = { on: false, failing: false, why: '', behindBytes: 0 }
  let backupAge: number | null = null
  const isOurs = deps.config.database.kind === 'embedded'
  const isFine = (): boolean => !standing.failing && !(isOurs && standing.on && isOld(backupAge))
  let saidAtMs = -alarmAgainMs
  metrics.watch('baize_log_archived', '1 where the log of the database is archived.', () => (standing.on ? 1 : 0))
  metrics.watch('baize_log_failing', '1 while the log does not reach its archive.', () => (standing.failing ? 1 : 0))
  metrics.watch('baize_log_behind_bytes', 'Bytes of the log that wait to be archived.', () => standing.behindBytes)
  metrics.watch(
    'baize_backup_age_seconds',
    'How long ago the newest base backup began; -1 without one.',
    () => backupAge ?? -1,
  )
  return startLeasedWork(deps, {
    name: 'log-watch',
    everyMs,
    leaseMs: everyMs * 2,
    isDue: async () => {
      standing = judgeLog(await readLogFacts(deps.db))
      backupAge = isOurs ? await newestBackupAge(deps.config.dataDir) : null
      if (isFine()) saidAtMs = -alarmAgainMs
      return !isFine() && performance.now() - saidAtMs >= alarmAgainMs
    },
    takeTurn: async () => {
      saidAtMs = performance.now()
      if (standing.failing) deps.log.error(standing, 'The log of the database does not reach its archive.')
      else if (backupAge === null) deps.log.warn('There is no base backup yet: npm run backup makes one.')
      else deps.log.warn({ hours: Math.floor(backupAge / 3600) }, 'The newest base backup is old.')
    },
    trouble: 'Whether the log is archived could not be seen; that is tried again.',
  })
}

function isOld(backupAge: number | null): boolean {
  return backupAge === null || backupAge > oldBackupHours * 3600
}

type Row = Omit<LogFacts, 'waiting'> & { current: string; archived: string | null }

/** What the database says of its archiving, to any role. */
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
  if (row === undefined) throw new Error('the database does not say')
  const { current, archived, ...facts } = row
  return { ...facts, waiting: segmentsBetween(archived, current, facts.segmentBytes) }
}

/** Nothing is known of it right after a crash, nor where a timeline's history was the last to be archived. */
function segmentsBetween(archived: string | null, current: string, segmentBytes: number): number {
  if (archived === null || !/^[0-9A-F]{24}/.test(archived)) return 0
  return Math.max(0, placeOf(current, segmentBytes) - placeOf(archived, segmentBytes))
}

/** How long ago the newest base backup began, in seconds; null where there is none. */
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
