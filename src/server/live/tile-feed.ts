import type { TableTile } from '#contract/table.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { AppEvent } from './events.ts'

/** Sends what tiles of tables show to the sockets of pages with those tiles in view; each process reads a table once for all of them. */

/** What the feed reads of tables; the module of tables gives it. */
export type TileSource = {
  /** The tables of a brand that it offers among these codes. */
  offered: (brandId: number, codes: readonly string[]) => Promise<number[]>
  /** Null of a table that is not offered any more. */
  tile: (tableId: number) => Promise<TableTile | null>
  /** Records that the table is watched. */
  watch: (tableId: number) => Promise<void>
}

/** The sockets of tiles. */
export type TileSockets = {
  /** The tables whose tiles are in view of a socket's page. */
  tables: () => number[]
  send: (tableId: number, message: LiveMessage) => void
}

export type TileFeed = {
  take: (event: AppEvent) => void
  stop: () => void
}

/** How often sockets count as watchers, so that their tables do not rest. */
const watchEveryMs = 20_000

type Watched = { sent: string; reading: Promise<void> | null; isDue: boolean }

export function createTileFeed(
  source: TileSource,
  sockets: TileSockets,
  onFailure: (error: unknown) => void,
): TileFeed {
  const watched = new Map<number, Watched>()

  /** Sends a tile when what it shows has changed. Looks that are due meanwhile follow as one. */
  const look = (tableId: number): void => {
    const table = watched.get(tableId) ?? { sent: '', reading: null, isDue: false }
    watched.set(tableId, table)
    if (table.reading) {
      table.isDue = true
      return
    }
    table.isDue = false
    table.reading = source
      .tile(tableId)
      .then((tile) => {
        const shown = tile === null ? '' : shownOf(tile)
        if (tile === null || shown === table.sent) return
        table.sent = shown
        sockets.send(tableId, { kind: 'table-tile', table: tile })
      })
      .catch(onFailure)
      .finally(() => {
        table.reading = null
        if (table.isDue) look(tableId)
      })
  }

  const watching = setInterval(() => {
    const tables = sockets.tables()
    for (const tableId of tables) source.watch(tableId).catch(onFailure)
    for (const tableId of watched.keys()) if (!tables.includes(tableId)) watched.delete(tableId)
  }, watchEveryMs)
  watching.unref()

  return {
    take: (event) => {
      if (event.kind === 'table' && sockets.tables().includes(event.tableId)) look(event.tableId)
    },
    stop: () => clearInterval(watching),
  }
}

/**
 * What a tile shows: of a round in progress until when bets are open. The page counts down by itself, so that the close and the
 * deal need no message of a whole shoe.
 */
function shownOf({ round, ...tile }: TableTile): string {
  return JSON.stringify({ ...tile, round: round?.roundId ?? null })
}
