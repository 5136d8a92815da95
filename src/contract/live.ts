import type { Jackpot } from './shapes.ts'

/**
 * `GET /api/live` as a WebSocket: the house says what has changed, the page asks for it through the ordinary calls. A page
 * says nothing. Messages are JSON texts, one of these each; closing codes are in `src/domain/live.ts`.
 */
export type LiveMessage =
  /** The socket is open, or something may have been missed: catch up. `member`: whether a live session stands behind it. */
  | { kind: 'hello'; member: boolean }
  /** Of the member's own; guests never hear these. */
  | { kind: LiveMemberKind }
  /** Of the brand: notices or popups, and maintenance. */
  | { kind: 'notice' | 'maintenance' }
  /** The pools as they are now; the figures themselves, because everyone sees the same. */
  | { kind: 'jackpot'; jackpots: Jackpot[] }

export type LiveMemberKind = 'balance' | 'note' | 'help' | 'request'
