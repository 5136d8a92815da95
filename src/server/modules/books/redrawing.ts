import type { DrawnGain } from '#domain/games/drawn-gain.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { addTally, emptyTally } from '#server/ledger/redraw.ts'
import { readRedrawState, recordRedraws, redrawSample, type RedrawState } from '#server/ledger/redraws.ts'
import { readClosedGames, readDrawnGain, readReturns } from '#server/modules/slot/store.ts'
import type { Metrics } from '#server/metrics.ts'
import { followMembers } from './member-gains.ts'

/**
 * Redraws rounds from their seeds, in one process at a time, `REDRAWS_AN_HOUR` of them (docs/decisions/027-redrawn-rounds.md):
 * the newest, and random older ones. A round that differs is recorded at once, so that the books are checked and stop money-out; the
 * counts are recorded every quarter of an hour and at the stop, because every recording is a signed act.
 */

const usualEveryMs = 60_000
const recordEveryMs = 900_000
/** A living holder of the lease records counts more often; counted from the start of this process at the earliest. */
const usualOverdueMs = 2 * recordEveryMs

/** Starts the work; with 0 rounds an hour it only reports. `recordedEveryMs`: how often counts without a difference are recorded. */
export function startRedrawing(
  deps: Deps,
  metrics: Metrics,
  { everyMs = usualEveryMs, recordedEveryMs = recordEveryMs, overdueMs = usualOverdueMs } = {},
): RunningWork {
  const { redrawsAnHour, secret } = deps.config
  const startedAtMs = performance.now()
  const count = Math.ceil((redrawsAnHour * everyMs) / 3_600_000)
  let state: RedrawState = { redrawn: 0, oldScheme: 0, lostKey: 0, different: 0, at: null, ageSeconds: null }
  let newest: string | undefined
  let unrecorded = emptyTally()
  let recordedMs = -Infinity
  const record = async (): Promise<void> => {
    const tally = unrecorded
    unrecorded = emptyTally()
    try {
      await recordRedraws(deps.db, tally)
    } catch (error) {
      addTally(unrecorded, tally)
      throw error
    }
    recordedMs = performance.now()
  }
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
  let closedGames = 0
  metrics.watch('baize_closed_games', 'Games that a void round closed.', () => closedGames)
  const measure = watchReturns(deps, metrics)
  const follow = followMembers(deps, metrics)
  const work = startLeasedWork(deps, {
    name: 'redraw',
    everyMs,
    leaseMs: Math.max(15_000, everyMs * 2),
    isDue: async () => {
      state = await readRedrawState(deps.db)
      closedGames = (await readClosedGames(deps.db)).length
      // A row that cannot be read must not keep rounds from being redrawn.
      await measure().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'returns of games were not measured; it is retried'),
      )
      return redrawsAnHour > 0
    },
    isOverdue: () => (state.ageSeconds ?? Infinity) * 1_000 > overdueMs && performance.now() - startedAtMs > overdueMs,
    run: async () => {
      await follow().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'sealed rounds were not weighed by member; it is retried'),
      )
      const { tally, newest: last } = await redrawSample({ pool: deps.pool, secret }, count, newest)
      newest = last
      for (const { id, detail } of tally.different) deps.log.error({ round: id, detail }, 'redrawn round differs')
      addTally(unrecorded, tally)
      if (unrecorded.different.length > 0 || performance.now() >= recordedMs + recordedEveryMs) await record()
      state = await readRedrawState(deps.db)
    },
    failureMessage: 'redrawing rounds failed; it is retried',
  })
  return {
    stop: async () => {
      await work.stop()
      if (unrecorded.redrawn + unrecorded.oldScheme + unrecorded.lostKey === 0) return
      await record().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'counts of redrawn rounds were not recorded'),
      )
    },
  }
}

/** Compares what games return with their par sheets, and what rounds drawn in vain brought with nothing; resolves with the look. */
function watchReturns(deps: Deps, metrics: Metrics): () => Promise<void> {
  let off: string[] = []
  metrics.watch('baize_returns_off', 'Games whose return is too far from their par sheet.', () => off.length)
  let gain: DrawnGain = { count: 0, evidence: 0, isOff: false }
  metrics.watch(
    'baize_drawn_gain',
    'Evidence that stakes followed results of drawn rounds which were not booked as drawn, of 30 days: its decimal logarithm, 0 without any.',
    () => Math.max(0, gain.evidence),
  )
  const named = new Set<string>()
  return async () => {
    const returns = (await readReturns(deps.db)).filter(({ isOff }) => isOff)
    for (const { code, rounds, returnPpm, expectedPpm, deviations } of returns)
      if (!off.includes(code))
        deps.log.error(
          { game: code, rounds, returnPpm, expectedPpm, deviations: Number(deviations.toFixed(1)) },
          'the return of a game is too far from its par sheet',
        )
    off = returns.map(({ code }) => code)
    const before = gain
    const { jackpots, member, ...weighed } = await readDrawnGain(deps)
    gain = weighed
    for (const forgone of jackpots) {
      const name = `${forgone.member} ${forgone.number}`
      if (named.has(name)) continue
      named.add(name)
      deps.log.error(forgone, 'a drawn round hit a jackpot that was not paid: another round has its number')
    }
    if (gain.isOff && !before.isOff)
      deps.log.error(
        { member, rounds: gain.count, evidence: Number(gain.evidence.toFixed(1)) },
        'drawn rounds that were not booked as drawn brought a gain: somebody may know results before they are booked',
      )
  }
}
