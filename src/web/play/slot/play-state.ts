import type { PastRound } from '#contract/play.ts'
import type { Amount } from '#domain/money.ts'
import type { FreeSpinsShown } from './timeline.ts'

/** What the window shows and may do; the controller writes it, the page reads it. */
export type PlayState = {
  phase: Phase
  /** Balance on screen: after the stake while the reels run, after the round when it has been shown. */
  balance: Amount
  stakes: readonly Amount[]
  stake: Amount
  /** What the round on screen has shown as won; null before the first. */
  won: Amount | null
  free: FreeSpinsShown | null
  scene: Scene | null
  notice: Notice | null
  /** The clock's ms at which the next spin may start, and when that wait began; for the ring around the button. */
  readyAt: number
  waitFrom: number
  /** Rounds pressed and shown in this window, and what they came to. */
  net: Amount
  rounds: number
  startedAt: number
  /** True when the time to look up from the reels has come. */
  realityCheck: boolean
  replay: Replay | null
  /** What the live line says last. */
  spoken: Spoken | null
}

/**
 * `ready` a spin may be pressed · `asking` the answer is awaited · `showing` a round is shown · `checking` it is not known
 * whether a spin was taken · `replaying` a past round is shown · `over` the session has ended.
 */
export type Phase = 'ready' | 'asking' | 'showing' | 'checking' | 'replaying' | 'over'

/** A scene between the spins, laid over the stage. */
export type Scene =
  | { kind: 'featureStart'; spins: number; multiplier: number }
  | { kind: 'featureMore'; spins: number }
  | { kind: 'featureEnd'; spins: number; amount: Amount; celebrated: boolean }
  | { kind: 'bigWin'; amount: Amount }

/** Why nothing happens, in the window's words. */
export type Notice =
  | { kind: 'balance' | 'stake' | 'pace' | 'excluded' | 'used' | 'failed' | 'busy' | 'resumed' | 'older' }
  | { kind: 'limit'; which: 'loss' | 'wager' | 'session_time'; remaining: string }

export type Replay = { round: PastRound; stake: Amount; pay: Amount; ended: boolean }

export type Spoken =
  | { kind: 'spinning'; stake: Amount }
  | { kind: 'nothing' }
  /** Paid no more than the stake. */
  | { kind: 'returned'; amount: Amount }
  | { kind: 'won'; amount: Amount }
  | { kind: 'freeSpins'; spins: number; multiplier: number }
  | { kind: 'freeSpinsMore'; spins: number }

/** What the live line says of a round's end. */
export function spokenOfResult(pay: Amount, stake: Amount): Spoken {
  if (pay === 0n) return { kind: 'nothing' }
  return pay > stake ? { kind: 'won', amount: pay } : { kind: 'returned', amount: pay }
}

/** The next stake up (+1) or down (-1) of the list, or the same at its ends. */
export function neighbourStake(stakes: readonly Amount[], stake: Amount, by: 1 | -1): Amount {
  const index = stakes.indexOf(stake)
  return stakes[Math.min(stakes.length - 1, Math.max(0, index + by))] ?? stake
}

/** The stake a window opens with: the one last chosen when the balance allows it, else the lowest. */
export function openingStake(stakes: readonly Amount[], balance: Amount, last: string | null): Amount {
  const lowest = stakes[0] ?? 0n
  const remembered = stakes.find((stake) => String(stake) === last)
  return remembered !== undefined && remembered <= balance ? remembered : lowest
}
