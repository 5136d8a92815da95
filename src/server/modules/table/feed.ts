import type { Deps } from '#server/deps.ts'
import type { TableSource } from '#server/live/table-feed.ts'
import { readBets, readLastStep, readRoundUnderway, readSteps, readTable } from './store.ts'
import { watchTable } from './watch.ts'

/** What live sockets announce of tables. */
export function tableSource(deps: Pick<Deps, 'db' | 'events'>): TableSource {
  return {
    find: async (brandId, code) => (await readTable(deps.db, brandId, code))?.id ?? null,
    lastStep: (tableId) => readLastStep(deps.db, tableId),
    stepsAfter: (tableId, after) => readSteps(deps.db, tableId, after),
    bets: async (tableId) => readBets(deps.db, (await readRoundUnderway(deps.db, tableId))?.id ?? null),
    watch: (tableId) => watchTable(deps, tableId),
  }
}
