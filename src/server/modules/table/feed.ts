import type { Deps } from '#server/deps.ts'
import type { TableSource } from '#server/live/table-feed.ts'
import type { TileSource } from '#server/live/tile-feed.ts'
import { readLastStep, readOfferedTable, readOfferedTables, readSteps, readTable } from './store.ts'
import { freshTile } from './tile.ts'
import { readUnderway } from './underway.ts'
import { watchTable } from './watch.ts'

type FeedDeps = Pick<Deps, 'db' | 'events'>

/** What live sockets announce of tables to their windows. */
export function tableSource(deps: FeedDeps): TableSource {
  return {
    find: async (brandId, code) => (await readTable(deps.db, brandId, code))?.id ?? null,
    lastStep: (tableId) => readLastStep(deps.db, tableId),
    stepsAfter: (tableId, after) => readSteps(deps.db, tableId, after),
    bets: async (tableId) => (await readUnderway(deps.db, tableId)).bets,
    watch: (tableId) => watchTable(deps, tableId),
  }
}

/** What live sockets announce of tables to pages with their tiles in view. */
export function tileSource(deps: FeedDeps): TileSource {
  return {
    offered: async (brandId, codes) => (await readOfferedTables(deps.db, brandId, codes)).map(({ id }) => id),
    tile: async (tableId) => {
      const table = await readOfferedTable(deps.db, tableId)
      return table && freshTile(deps, table)
    },
    watch: (tableId) => watchTable(deps, tableId),
  }
}
