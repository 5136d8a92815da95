import { usualPace, type TablePace } from '#domain/games/table/dealing.ts'

/** The rules of the dealer with a pace at which a round takes a second. */

export { nextAct } from '#domain/games/table/dealing.ts'

export function paceOf(): TablePace {
  return { ...usualPace, hashesMs: 200, saltsMs: 200, betMs: 700, closeMs: 50, dealMs: 200, pauseMs: 50 }
}
