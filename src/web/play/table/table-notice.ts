import type { TableOutcome } from '#domain/games/table/outcome.ts'
import type { Amount } from '#domain/money.ts'
import type { PlacementFault } from './stakes.ts'

/** Why chips were not placed or taken back, or another hint. Every refusal of `place-bet` is one of these. */
export type TableNotice =
  | PlacementFault
  | { kind: 'late' | 'lateUndo' | 'spentUndo' | 'spot' | 'excluded' | 'used' | 'conflict' | 'none' }
  | { kind: 'busy' | 'failed' | 'unknown' }
  /** Another window has ended because of this one. */
  | { kind: 'otherEnded' }
  | { kind: 'limit'; which: 'loss' | 'wager' | 'session_time'; remaining: string }

/** What the live line says. */
export type TableAnnouncement =
  | { kind: 'opened'; number: number; seconds: number }
  /** `spot` is null when several spots were placed at once. */
  | { kind: 'placed'; spot: string | null; stake: Amount; total: Amount }
  | { kind: 'undone'; total: Amount }
  | { kind: 'closed' }
  /** What the stage has shown, in words. */
  | { kind: 'shown'; text: string }
  | { kind: 'result'; outcome: TableOutcome; money: Money | null }
  | { kind: 'void'; money: Money | null }

type Money = { staked: Amount; returned: Amount }
