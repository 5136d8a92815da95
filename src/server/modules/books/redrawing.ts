import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { readRedrawState, redrawSample, type RedrawState } from '#server/ledger/redraws.ts'
import type { Metrics } from '#server/metrics.ts'

/**
 * Redraws rounds from their seeds, in one process at a time, `REDRAWS_AN_HOUR` of them (docs/decisions/027-redrawn-rounds.md):
 * the newest, and random older ones. A round that differs is recorded, so that the books are checked at once and stop
 * money-out.
 */

const usualEveryMs = 60_000

/** Starts the work; with 0 rounds an hour it only reports. */
export function startRedrawing(deps: Deps, metrics: Metrics, everyMs = usualEveryMs): RunningWork {
  const { redrawsAnHour, secret } = deps.config
  const count = Math.ceil((redrawsAnHour * everyMs) / 3_600_000)
  let state: RedrawState = { redrawn: 0, oldScheme: 0, lostKey: 0, different: 0, at: null, ageSeconds: null }
  let newest: string | undefined
  metrics.watch('baize_redrawn_rounds', 'How often a round was redrawn from its seeds.', () => state.redrawn)
  metrics.watch(
    'baize_redraw_differences',
    'Rounds that ever differed from what their seeds give.',
    () => state.different,
  )
  metrics.watch(
    'baize_redraw_age_seconds',
    'Seconds since rounds were last redrawn; -1 before the first.',
    () => state.ageSeconds ?? -1,
  )
  return startLeasedWork(deps, {
    name: 'redraw',
    everyMs,
    leaseMs: Math.max(15_000, everyMs * 2),
    isDue: async () => {
      state = await readRedrawState(deps.db)
      return redrawsAnHour > 0
    },
    run: async () => {
      const { tally, newest: last } = await redrawSample({ db: deps.db, pool: deps.pool, secret }, count, newest)
      newest = last
      for (const { id, detail } of tally.different) deps.log.error({ round: id, detail }, 'redrawn round differs')
      state = await readRedrawState(deps.db)
    },
    failureMessage: 'redrawing rounds failed; it is retried',
  })
}
