import type { Jackpot } from './jackpot.ts'
import type { TableSeat, TableSpotTotal, TableStep, TableTile } from './table.ts'

/**
 * `GET /api/live` as a WebSocket: the server announces what has changed, and the page fetches it with the ordinary
 * calls. Pages send nothing. Each message is one of these as JSON text; close codes are in `src/domain/live.ts`.
 */
export type LiveMessage =
  /**
   * The socket is open, or events may have been missed: refetch. `member`: whether a live session belongs to the
   * socket.
   */
  | { kind: 'hello'; member: boolean }
  /** About the member's own data; never sent to guests. */
  | { kind: LiveMemberKind }
  /** About the brand: notices or popups, and maintenance. */
  | { kind: 'notice' | 'maintenance' }
  /** The current pools. The message carries the figures themselves, because they are the same for everyone. */
  | { kind: 'jackpot'; jackpots: Jackpot[] }
  /** A step of the table of a socket that was opened with `?table=<code>`. A step may come that `get-table` has returned already. */
  | { kind: 'table'; step: TableStep }
  /** The stakes of the round in progress at that table, at most twice a second. */
  | ({ kind: 'table-bets' } & TableBets)
  /** What the tile of a table shows has changed; for a socket that was opened with `?tiles=<code>,<code>…`. As in `get-tables`. */
  | { kind: 'table-tile'; table: TableTile }

export type TableBets = { totals: TableSpotTotal[]; seats: TableSeat[] }

export type LiveMemberKind = 'balance' | 'note' | 'help' | 'request'
