import type { PastRound } from '#contract/slot.ts'
import type { Amount } from '#domain/money.ts'
import type { FreeSpinsShown } from './timeline.ts'

/** State of the window, written by the controller and read by the page. */
export type PlayState = {
  phase: Phase
  /** Balance on screen: after the stake while the reels run, after the round once shown. */
  balance: Amount
  stakes: readonly Amount[]
  stake: Amount
  /** The win shown so far of the current round; null before the first. */
  won: Amount | null
  free: FreeSpinsShown | null
  scene: Scene | null
  notice: Notice | null
  /** Clock times (ms) at which the next spin may start and at which the wait began, for the ring around the button. */
  readyAt: number
  waitFrom: number
  /** Net result and number of the rounds shown in this window to their end, also before a reload. */
  net: Amount
  rounds: number
  startedAt: number
  /** Whether the reality check is due. */
  realityCheck: boolean
  replay: Replay | null
  /** The latest announcement of the live line. */
  announcement: Announcement | null
}

/**
 * `ready` a spin may start · `waiting` the response is awaited · `showing` a round is shown · `checking` it is unknown
 * whether a spin was taken · `replaying` a past round is shown · `over` the session has ended · `elsewhere` another window
 * was opened since.
 */
export type Phase = 'ready' | 'waiting' | 'showing' | 'checking' | 'replaying' | 'over' | 'elsewhere'

/** A scene between spins, shown over the stage. */
export type Scene =
  | { kind: 'featureStart'; spins: number; multiplier: number }
  | { kind: 'featureMore'; spins: number }
  | { kind: 'featureEnd'; spins: number; amount: Amount; celebrated: boolean }
  | { kind: 'bigWin'; amount: Amount }

/** Why a spin was not made, or another hint. */
export type Notice =
  | { kind: 'balance' | 'stake' | 'pace' | 'excluded' | 'used' | 'failed' | 'busy' | 'resumed' | 'older' }
  | { kind: 'limit'; which: 'loss' | 'wager' | 'session_time'; remaining: string }

export type Replay = { round: PastRound; stake: Amount; pay: Amount; ended: boolean }

export type Announcement =
  | { kind: 'spinning'; stake: Amount }
  | { kind: 'nothing' }
  /** Paid at most the stake. */
  | { kind: 'returned'; amount: Amount }
  | { kind: 'won'; amount: Amount }
  | { kind: 'freeSpins'; spins: number; multiplier: number }
  | { kind: 'freeSpinsMore'; spins: number }

/** The announcement at the end of a round. */
export function resultAnnouncement(pay: Amount, stake: Amount): Announcement {
  if (pay === 0n) return { kind: 'nothing' }
  return pay > stake ? { kind: 'won', amount: pay } : { kind: 'returned', amount: pay }
}

/** The next stake up (+1) or down (-1) of the list, or the same at its ends. */
export function neighbourStake(stakes: readonly Amount[], stake: Amount, by: 1 | -1): Amount {
  const index = stakes.indexOf(stake)
  return stakes[Math.min(stakes.length - 1, Math.max(0, index + by))] ?? stake
}

/** The initial stake: the last chosen one if the balance allows it, else the lowest. */
export function openingStake(stakes: readonly Amount[], balance: Amount, last: string | null): Amount {
  const lowest = stakes[0] ?? 0n
  const remembered = stakes.find((stake) => String(stake) === last)
  return remembered !== undefined && remembered <= balance ? remembered : lowest
}
