import type { TableStep } from '#contract/table.ts'
import type { LiveMessage, TableBets } from '#contract/live.ts'
import type { AppEvent } from './events.ts'

/** Sends the steps of tables to the sockets that watch them: each process reads a step once, whatever the number of its watchers. */

/** What the feed reads of tables; the module of tables gives it. */
export type TableSource = {
  /** The table of a brand and game code; null where there is none. */
  find: (brandId: number, code: string) => Promise<number | null>
  /** The number of the last step of a table. */
  lastStep: (tableId: number) => Promise<number>
  /** The steps after a number; null where some are not kept any more. */
  stepsAfter: (tableId: number, after: number) => Promise<readonly TableStep[] | null>
  bets: (tableId: number) => Promise<TableBets>
  /** Records that the table is watched. */
  watch: (tableId: number) => Promise<void>
}

/** The sockets of tables. */
export type TableSockets = {
  /** The tables with sockets. */
  tables: () => number[]
  send: (tableId: number, message: LiveMessage) => void
}

export type TableFeed = {
  take: (event: AppEvent) => void
  /** A socket has joined a table. */
  joined: (tableId: number) => void
  stop: () => void
}

/** Totals are sent at most so often. */
const betsEveryMs = 500
/** How often sockets count as watchers, so that their table does not rest. */
const watchEveryMs = 20_000

type Watched = {
  /** The last step that was sent; null until the first look. */
  sent: number | null
  reading: Promise<void> | null
  isDue: boolean
  betsSentMs: number
  betsTimer: NodeJS.Timeout | null
}

export function createTableFeed(
  source: TableSource,
  sockets: TableSockets,
  onFailure: (error: unknown) => void,
): TableFeed {
  const watched = new Map<number, Watched>()
  const of = (tableId: number): Watched => {
    const known = watched.get(tableId)
    if (known) return known
    const made: Watched = { sent: null, reading: null, isDue: false, betsSentMs: -Infinity, betsTimer: null }
    watched.set(tableId, made)
    return made
  }

  /** Sends what is new of a table. Looks that are due meanwhile follow as one. */
  const look = (tableId: number): void => {
    const table = of(tableId)
    if (table.reading) {
      table.isDue = true
      return
    }
    table.isDue = false
    table.reading = sendSteps(source, sockets, tableId, table)
      .catch(onFailure)
      .finally(() => {
        table.reading = null
        if (table.isDue) look(tableId)
      })
  }

  const sendBets = (tableId: number): void => {
    const table = of(tableId)
    if (table.betsTimer) return
    const waitMs = Math.max(0, table.betsSentMs + betsEveryMs - performance.now())
    table.betsTimer = setTimeout(() => {
      table.betsTimer = null
      table.betsSentMs = performance.now()
      source.bets(tableId).then((bets) => sockets.send(tableId, { kind: 'table-bets', ...bets }), onFailure)
    }, waitMs)
    table.betsTimer.unref()
  }

  const watching = setInterval(() => {
    const tables = sockets.tables()
    for (const tableId of tables) source.watch(tableId).catch(onFailure)
    for (const tableId of watched.keys()) if (!tables.includes(tableId)) watched.delete(tableId)
  }, watchEveryMs)
  watching.unref()

  return {
    take: (event) => {
      if (event.kind === 'gap') for (const tableId of sockets.tables()) look(tableId)
      else if (event.kind === 'table' || event.kind === 'table-bets') {
        if (!sockets.tables().includes(event.tableId)) watched.delete(event.tableId)
        else if (event.kind === 'table') look(event.tableId)
        else sendBets(event.tableId)
      }
    },
    joined: look,
    stop: () => {
      clearInterval(watching)
      for (const { betsTimer } of watched.values()) if (betsTimer) clearTimeout(betsTimer)
    },
  }
}

async function sendSteps(source: TableSource, sockets: TableSockets, tableId: number, table: Watched): Promise<void> {
  if (table.sent === null) {
    // A window that joins has read the table, or reads it now: it gets what comes after this.
    table.sent = await source.lastStep(tableId)
    return
  }
  const steps = await source.stepsAfter(tableId, table.sent)
  if (steps === null) {
    table.sent = await source.lastStep(tableId)
    sockets.send(tableId, { kind: 'hello', member: true })
    return
  }
  for (const step of steps) sockets.send(tableId, { kind: 'table', step })
  table.sent = steps.at(-1)?.number ?? table.sent
}
