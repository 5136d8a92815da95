import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import {
  createRecounting,
  readMarks,
  readRecountWait,
  recordDifferent,
  recordMark,
  recountNext,
  recountRandom,
  type Recounting,
  type TableMark,
} from '#server/ledger/table-recounts.ts'
import type { Metrics } from '#server/metrics.ts'

/**
 * Recounts each round of a table once after it has ended, in one process at a time, and random older series besides
 * (docs/decisions/043-shared-rounds.md). A round that differs is recorded at once, so that the books are checked and stop money-out; how far the
 * rounds were recounted is recorded every quarter of an hour and at the stop, because every recording is a signed act.
 */

const usualEveryMs = 60_000
const recordEveryMs = 900_000
/** A living holder of the lease records more often; counted from the start of this process at the earliest. */
const usualOverdueMs = 2 * recordEveryMs
/** So many rounds a run at most, in batches: a table with rounds of 30 s has two a minute. */
const roundsOfRun = 2_000
const roundsOfBatch = 100
const randomSeriesOfRun = 2

/** How far a table was recounted: the mark as it was last recorded, and as it is now. */
type Progress = { known: number; mark: TableMark }

export function startTableRecounting(
  deps: Deps,
  metrics: Metrics,
  { everyMs = usualEveryMs, recordedEveryMs = recordEveryMs, overdueMs = usualOverdueMs } = {},
): RunningWork {
  const recounting = createRecounting({ db: deps.db, pool: deps.pool, secret: deps.config.secret })
  const progress = new Map<number, Progress>()
  const startedAtMs = performance.now()
  let waitSeconds = 0
  let recordedMs = -Infinity
  metrics.watch(
    'baize_table_recount_wait_seconds',
    'How long the oldest round of a table that ended is not recorded as recounted; 0 where all are.',
    () => waitSeconds,
  )
  const record = async (): Promise<void> => {
    for (const [tableId, { known, mark }] of progress) {
      if (mark.number === known) continue
      if (await recordMark(deps.db, mark, known, [])) progress.set(tableId, { known: mark.number, mark })
      else progress.delete(tableId)
    }
    recordedMs = performance.now()
  }
  const work = startLeasedWork(deps, {
    name: 'table-recount',
    everyMs,
    leaseMs: Math.max(15_000, everyMs * 2),
    isDue: async () => {
      waitSeconds = await readRecountWait(deps.db)
      return true
    },
    isOverdue: () => waitSeconds * 1_000 > overdueMs && performance.now() - startedAtMs > overdueMs,
    run: async (signal) => {
      await follow(deps, recounting, progress)
      const hasDifferences = await recountBehind(deps, recounting, progress, signal)
      if (hasDifferences || performance.now() >= recordedMs + recordedEveryMs) await record()
      if (signal.aborted) return
      for (const { tableId, different } of await recountRandom(recounting, randomSeriesOfRun)) {
        report(deps, different)
        await recordDifferent(recounting, tableId, different)
      }
    },
    failureMessage: 'recounting rounds of tables failed; it is retried',
  })
  return {
    stop: async () => {
      await work.stop()
      await record().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'how far rounds of tables were recounted was not recorded'),
      )
    },
  }
}

/** Goes on from the recorded marks, where another process recorded them or somebody moved them. */
async function follow(deps: Deps, { read }: Recounting, progress: Map<number, Progress>): Promise<void> {
  for (const mark of await readMarks(read)) {
    const before = progress.get(mark.tableId)
    if (before?.known === mark.number) continue
    const moved = { table: mark.tableId, from: before?.known, to: mark.number }
    // A command or another process recorded it; a mark that somebody moved ahead is a fault of the books.
    if (before !== undefined && mark.number > before.known) deps.log.info(moved, 'another process recounted a table')
    else if (before !== undefined) deps.log.warn(moved, 'the mark of a table was moved back')
    progress.set(mark.tableId, { known: mark.number, mark })
  }
}

/** Recounts what has ended behind the marks; true when a round differed, which is then recorded with the mark behind it. */
async function recountBehind(
  deps: Deps,
  recounting: Recounting,
  progress: Map<number, Progress>,
  signal: AbortSignal,
): Promise<boolean> {
  let hasDifferences = false
  let left = roundsOfRun
  for (const [tableId, { known, mark: first }] of progress) {
    for (let mark = first; left > 0 && !signal.aborted;) {
      const next = await recountNext(recounting, mark, Math.min(left, roundsOfBatch))
      if (next === null) break
      left -= next.mark.number - mark.number
      mark = next.mark
      progress.set(tableId, { known, mark })
      if (next.different.length === 0) continue
      hasDifferences = true
      report(deps, next.different)
      await recordDifferent(recounting, tableId, next.different)
    }
  }
  return hasDifferences
}

function report(deps: Deps, different: readonly { id: string; detail: string }[]): void {
  for (const { id, detail } of different) deps.log.error({ round: id, detail }, 'recounted round of a table differs')
}
