import type { WireSeatRound } from '#contract/seat-round.ts'
import { amountFromWire, type Amount } from '#domain/money.ts'
import type { SeatPart, SeatPlan } from './seat-plan.ts'
import type { SeatSession } from './seat-session.ts'

/** What the window of a game with a seat of one's own shows, and pure rules about it. */

export type SeatPhase =
  /** The stake is chosen; the cards and the result of the last round lie there. */
  | 'betting'
  /** A call is under way. */
  | 'waiting'
  /** Cards are dealt, moved or turned. */
  | 'showing'
  | 'deciding'
  /** Whether the last call took effect is not known. */
  | 'checking'
  | 'signedOut'
  | 'elsewhere'

/** Why a round was not begun, a decision not taken, or another hint. */
export type SeatNotice =
  | { kind: 'balance' | 'stake' | 'closed' | 'excluded' | 'used' | 'action' | 'conflict' }
  | { kind: 'busy' | 'failed' | 'resumed' | 'late' | 'void' | 'otherEnded' }
  | { kind: 'least' | 'most'; amount: Amount }
  | { kind: 'limit'; which: 'loss' | 'wager' | 'session_time'; remaining: string }

export type SeatState = {
  phase: SeatPhase
  /** Without what a round returns until that is shown. */
  balance: Amount
  chips: readonly Amount[]
  chip: Amount
  /** What was put on the stake, press by press. */
  placed: readonly Amount[]
  /** Nothing was pressed since the last round, of this window or an earlier one, which began with that: it is staked when cards are dealt again. */
  kept: 'round' | 'earlier' | null
  round: WireSeatRound | null
  parts: readonly SeatPart[]
  plan: SeatPlan | null
  /** When the round began to be shown; times of the plan count from it. `performance.now()` times. */
  shownFrom: number
  /** When the decision that is due is taken by default, and how long it may take at most. */
  until: number | null
  /** No round begins before. */
  readyAt: number
  notice: SeatNotice | null
  closed: boolean
  net: Amount
  startedAt: number
  realityCheck: boolean
}

export function stakeOf({ placed }: Pick<SeatState, 'placed'>): Amount {
  return placed.reduce((sum, one) => sum + one, 0n)
}

/** An amount of an answer. */
export function amountOf(wire: string): Amount {
  return amountFromWire(wire) ?? 0n
}

/** Why a stake cannot be played, or null. */
export function stakeFault({ limits }: Pick<SeatSession, 'limits'>, stake: Amount, balance: Amount): SeatNotice | null {
  const [least, most, step] = [limits.leastStake, limits.mostStake, limits.step].map(amountOf)
  if (stake < (least ?? 0n)) return { kind: 'least', amount: least ?? 0n }
  if (stake > (most ?? 0n)) return { kind: 'most', amount: most ?? 0n }
  if (step !== undefined && step > 0n && stake % step !== 0n) return { kind: 'stake' }
  return stake > balance ? { kind: 'balance' } : null
}

/** Staked and returned of a round that is over; null while it is open. */
export function resultOf(
  round: Pick<WireSeatRound, 'state' | 'staked' | 'returned'>,
): { staked: Amount; returned: Amount } | null {
  if (round.state === 'open' || round.returned === null) return null
  return { staked: amountOf(round.staked), returned: amountOf(round.returned) }
}

/** The amount of units of a round. */
export function amountOfUnits({ unit }: Pick<WireSeatRound, 'unit'>, units: number): Amount {
  return amountOf(unit) * BigInt(units)
}
