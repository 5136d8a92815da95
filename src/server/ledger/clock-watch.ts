import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'
import { setBackAct } from './clock-spans.ts'

/**
 * Measures the clock of the database by the monotonic one of this process, and records when it was set back, so that the checks of the books
 * do not judge by the order of times that it showed twice (docs/decisions/045-clock-set-back.md).
 */

const everyMs = 1_000
/** A clock that is slewed lags behind by less between two readings, so a smaller jump cannot be distinguished from that. */
const toleranceMs = 100

export type ClockWatch = {
  /** Compares the clock with the last look, and records a jump back. Resolves with how far it was set back, in ms; 0 where it was not. */
  look: () => Promise<number>
}

/** A reading of the database's clock, with the monotonic times right before and after it, all in ms. */
export type Reading = { clockMs: number; beforeMs: number; afterMs: number }

type WatchDeps = Pick<Deps, 'db' | 'log'>

/** Each process of an installation watches by itself. `now` is its monotonic clock, in ms. */
export function watchClock({ db, log }: WatchDeps, now: () => number = () => performance.now()): ClockWatch {
  let last: Reading | null = null
  let current: Promise<number> = Promise.resolve(0)
  const look = async (): Promise<number> => {
    const reading = await readClock(db, now)
    const jump = last === null ? null : jumpBetween(last, reading)
    if (jump !== null) {
      const detail = { from: isoOf(jump.fromMs), until: isoOf(jump.untilMs), byMs: jump.byMs }
      log.error(detail, 'the clock of the database was set back')
      const row = { actor_kind: 'system', act: setBackAct, detail: JSON.stringify(detail) } as const
      await db.transaction().execute((tx) => tx.insertInto('audit').values(row).execute())
    }
    last = reading
    return jump?.byMs ?? 0
  }
  // One after the other: each is compared with the one before. One that fails leaves the last reading, so that no jump is passed over.
  return {
    look: () => (current = current.catch(() => 0).then(look)),
  }
}

async function readClock(db: Deps['db'], now: () => number): Promise<Reading> {
  const beforeMs = now()
  const { rows } = await sql<{ ms: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`.execute(
    db,
  )
  return { clockMs: rows[0]?.ms ?? 0, beforeMs, afterMs: now() }
}

/** How far the clock was set back between two readings at least, and what it went through twice at most; null where it was not. */
export function jumpBetween(first: Reading, second: Reading): { byMs: number; fromMs: number; untilMs: number } | null {
  const least = second.beforeMs - first.afterMs
  const most = second.afterMs - first.beforeMs
  const byMs = Math.round(first.clockMs + least - second.clockMs)
  if (byMs <= toleranceMs) return null
  // It cannot have gone further than this until the jump, nor since.
  return { byMs, fromMs: second.clockMs - most - toleranceMs, untilMs: first.clockMs + most + toleranceMs }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** Starts the watch, which looks once a second. */
export function startClockWatch(deps: WatchDeps, metrics: Metrics): RunningWork & ClockWatch {
  const watch = watchClock(deps)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let setBackMs = 0
  metrics.watch(
    'baize_clock_set_back_seconds',
    'How far the clock of the database was set back since the start of this process, all jumps together.',
    () => setBackMs / 1_000,
  )
  const look = async (): Promise<number> => {
    const byMs = await watch.look()
    setBackMs += byMs
    return byMs
  }
  const lookOn = async (): Promise<void> => {
    await look().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the clock of the database was not read; it is read again'),
    )
    if (!isStopped) timer = setTimeout(() => void (current = lookOn()), everyMs)
  }
  let current: Promise<void> = lookOn()
  return {
    look,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}
