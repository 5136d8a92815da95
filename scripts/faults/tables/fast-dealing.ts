import { usualPace, type TablePace } from '#domain/games/table/dealing.ts'

/** The rules of the dealer with a pace at which a round takes a second. */

export { nextAct } from '#domain/games/table/dealing.ts'

/** On a busy machine a round may wait for its close for longer. */
const overdueMs = Number(process.env['FAST_OVERDUE_MS'] ?? usualPace.overdueMs)

export function paceOf(): TablePace {
  return { ...usualPace, hashesMs: 200, saltsMs: 200, betMs: 700, closeMs: 50, dealMs: 200, pauseMs: 50, overdueMs }
}
