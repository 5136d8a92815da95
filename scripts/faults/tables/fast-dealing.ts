import { usualPace, type TablePace } from '#domain/games/table/dealing.ts'

/** The rules of the dealer with a pace at which a round takes a second. */

export { nextAct, withoutBets } from '#domain/games/table/dealing.ts'

/** On a busy machine a round may wait for its close for longer. */
const overdueMs = Number(process.env['FAST_OVERDUE_MS'] ?? usualPace.overdueMs)

/** A bench of many rounds divides these times once more. */
const divisor = Number(process.env['FAST_DIVISOR'] ?? 1)

export function paceOf(): TablePace {
  const times = { hashesMs: 200, saltsMs: 200, betMs: 700, closeMs: 50, dealMs: 200, pauseMs: 50 }
  const divided = Object.entries(times).map(([name, ms]) => [name, Math.round(ms / divisor)])
  return { ...usualPace, ...(Object.fromEntries(divided) as typeof times), overdueMs }
}
