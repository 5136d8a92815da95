import type { PastRound } from '#contract/slot.ts'
import type { JackpotTier } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import type { FeatureIntro, FeatureKind, FeatureShown, LadderShown } from './steps.ts'
import { isCelebrated, type Tier } from './win-level.ts'

/** State of the window, written by the controller and read by the page. */
export type PlayState = {
  phase: Phase
  /** Balance on screen: after the stake while the reels run, after the round once shown. */
  balance: Amount
  stakes: readonly Amount[]
  stake: Amount
  /** The win shown so far of the current round; null before the first. */
  won: Amount | null
  /** How long the win on screen counts up to it; 0: it stands there at once. */
  wonMs: number
  /** The wins shown on the reels have their amounts: the win of the round is not shown meanwhile. */
  amountsOnReels: boolean
  feature: FeatureShown | null
  ladder: LadderShown | null
  /** Whether a press does anything while a round is shown. */
  pressable: boolean
  scene: Scene | null
  notice: Notice | null
  /** Clock times (ms) at which the next spin may start and at which the wait began, for the ring around the button. */
  readyAt: number
  waitFrom: number
  /** Net result and number of the rounds shown to their end since the sign-in, in all windows of this browser. */
  net: Amount
  rounds: number
  /** The id of the last round shown to its end, to verify it. */
  lastRoundId: string | null
  /** When the first window of the sign-in was opened. */
  startedAt: number
  /** Whether the reality check is due. */
  realityCheck: boolean
  replay: Replay | null
  /** The latest announcement of the live line. */
  announcement: Announcement | null
  /** The game takes no new rounds: the result of one failed its check. */
  closed: boolean
}

/**
 * `ready` a spin may start · `waiting` the response is awaited · `showing` a round is shown · `checking` it is unknown
 * whether a spin was taken · `replaying` a past round is shown · `over` the session has ended · `elsewhere` another window
 * was opened since.
 */
export type Phase = 'ready' | 'waiting' | 'showing' | 'checking' | 'replaying' | 'over' | 'elsewhere'

/** A scene between spins, shown over the stage. `ms`: how long its amount counts up; 0 once it has. */
export type Scene =
  | { kind: 'featureStart'; intro: FeatureIntro }
  | { kind: 'featureMore'; spins: number }
  /** Hold-and-win has a coin on every cell. */
  | { kind: 'filled' }
  | ({ kind: 'featureEnd'; feature: FeatureKind; count: number } & WonScene)
  | ({ kind: 'win'; from: Amount } & WonScene)
  /**
   * Null: a closed box. `waits`: one may be opened; `left`: how many still may; `latest`: the one opened last; `won`: the win
   * of the round so far.
   */
  | {
      kind: 'pick'
      boxes: readonly (Amount | null)[]
      waits: boolean
      left: number
      latest: number | null
      won: Amount
    }
  | { kind: 'jackpot'; tier: JackpotTier; amount: Amount; times: number; ms: number }

/** A card that counts up to the win of the round; `capped`: it is the largest that a round pays. */
type WonScene = { amount: Amount; times: number; tier: Tier; capped: boolean; ms: number }

/** The one place that shows an amount of the round: `reels` the amounts of single wins, else its win so far. */
export type TotalPlace = 'card' | 'reels' | 'frame' | 'bar'

/** The scenes that have the win of the round. */
const cards: ReadonlySet<Scene['kind']> = new Set(['featureEnd', 'win', 'jackpot', 'pick'])

/**
 * Where the win of the round stands: on the card that shows it, on the frame during a feature, else in the bar; nowhere
 * while the wins on the reels have their amounts.
 */
export function totalPlace(state: Pick<PlayState, 'scene' | 'feature' | 'amountsOnReels'>): TotalPlace {
  const { scene, feature, amountsOnReels } = state
  if (scene !== null && cards.has(scene.kind)) return 'card'
  if (amountsOnReels) return 'reels'
  return feature === null ? 'bar' : 'frame'
}

/** The one label of that amount, wherever it stands: a win, or no more than what was staked. */
export function totalLabel(amount: Amount, stake: Amount): 'won' | 'paid' {
  return amount > 0n && !isCelebrated(amount, stake) ? 'paid' : 'won'
}

/** Why a spin was not made, or another hint. */
export type Notice =
  | {
      kind:
        | 'balance'
        | 'stake'
        | 'pace'
        | 'excluded'
        | 'used'
        | 'closed'
        | 'failed'
        | 'busy'
        | 'resumed'
        | 'older'
        | 'otherEnded'
    }
  /** No round begins while a jackpot of the machine is closed. */
  | { kind: 'jackpotClosed' }
  /** The result of the spin failed its check: the number of the round, whose stake was not taken. */
  | { kind: 'void'; nonce: number }
  | { kind: 'limit'; which: 'loss' | 'wager' | 'session_time'; remaining: string }

/** The notice on screen: what the last press was answered, or why no round begins. */
export function noticeOf(
  { notice, closed }: Pick<PlayState, 'notice' | 'closed'>,
  isJackpotClosed: boolean,
): Notice | null {
  // The server refuses the spin as that of a game which is not available.
  if (notice !== null && !(isJackpotClosed && notice.kind === 'used')) return notice
  if (closed) return { kind: 'closed' }
  return isJackpotClosed ? { kind: 'jackpotClosed' } : null
}

export type Replay = { round: PastRound; stake: Amount; pay: Amount; ended: boolean }

export type Announcement =
  | { kind: 'spinning'; stake: Amount }
  | { kind: 'nothing' }
  /** Paid at most the stake. */
  | { kind: 'returned'; amount: Amount }
  | { kind: 'won'; amount: Amount }
  | { kind: 'jackpot'; tier: JackpotTier; amount: Amount }
  | { kind: 'featureStart'; intro: FeatureIntro }
  | { kind: 'over'; amount: Amount }
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
