import type { Amount } from '#domain/money.ts'
import type { JackpotTier } from './game.ts'

/**
 * A round as a list of events, in the order in which the window shows them. The window, the replay, the history, the
 * operator's view and the tests all read this one list. It is plain JSON with safe integers only.
 *
 * **Money.** Events count in *units*: the stake divided by the game's `unitsPerStake` (for a game of 20 lines one unit
 * is the stake of one line). `amountOfUnits` converts units to money, exactly. Every `pay` includes the multiplier;
 * `multiplier` is reported for display. `total` is the running total of the round after the event. The pays of `wins`,
 * `scatter` and `prize` events, less the `cut` of a `maxWin` event, add up to the pay of `totalWin`; the pays of other
 * events repeat them.
 *
 * **Positions.** Symbols are indices into `game.symbols`. `grid[reel][row]` counts rows from the top. A position is one
 * number, `reel * rows + row`.
 *
 * **Order.** One spin is `reveal`; `mystery`, `wilds` and `multiplier` where the machine has them; `wins` if any; with
 * tumbles `tumble`, what landed, and `wins` again as long as there are any; then `scatter` if any. A round of a slot is
 * one spin and then its features, each from `featureStart` to `featureEnd`. `maxWin` follows the event that reached the
 * cap. The last event is always `totalWin`.
 */
export type RoundEvent =
  | RevealEvent
  | MysteryEvent
  | WildsEvent
  | MultiplierEvent
  | WinsEvent
  | TumbleEvent
  | ScatterEvent
  | ExpandEvent
  | FeatureStartEvent
  | FeatureStepEvent
  | FeatureEndEvent
  | CoinLandEvent
  | PrizeEvent
  | MaxWinEvent
  | JackpotHitEvent
  | TotalWinEvent
  | VoidEvent

/**
 * The reels came to rest. `strips` names the reel set of the game, `stops[reel]` the position on its strip that is at
 * row 0. `grid` is what the strips show there, without anything that lies over them.
 */
export type RevealEvent = { type: 'reveal'; strips: string; stops: number[]; grid: number[][] }

/** The mystery symbols at these positions became `symbol`. */
export type MysteryEvent = { type: 'mystery'; symbol: number; positions: number[] }

/** These cells are wild although their strips show something else there. */
export type WildsEvent = { type: 'wilds'; kind: 'expanding' | 'sticky' | 'walking'; positions: number[] }

/** The multiplier of the next wins: a place of the ladder, times that of the spin; or the factors of landed wilds. */
export type MultiplierEvent =
  | { type: 'multiplier'; source: 'ladder'; value: number }
  | { type: 'multiplier'; source: 'wilds'; positions: number[]; values: number[] }

/** The wins of what is in view, highest first. Their pays add up to `pay`. */
export type WinsEvent = { type: 'wins'; wins: Win[]; multiplier: number; pay: number; total: number }

export type Win = LineWin | WaysWin | GroupWin

/** The number of the line that won, from 0; null for a win that is not on a line. */
export function lineOfWin(win: Win): number | null {
  return 'line' in win ? win.line : null
}

/** `count` symbols from the left on a line. `symbol` is what pays; wilds among `positions` stand in for it. */
export type LineWin = {
  /** Index into the game's lines, from 0. */
  line: number
  symbol: number
  count: number
  positions: number[]
  pay: number
}

/** A symbol on its first `count` reels, by `ways` paths through the cells at `positions`. */
export type WaysWin = { ways: number; symbol: number; count: number; positions: number[]; pay: number }

/** A cluster, or the number of a symbol anywhere in view. */
export type GroupWin = { symbol: number; count: number; positions: number[]; pay: number }

/**
 * The cells at `removed` vanished and the reels fell. `tops[reel]` is the position on the strip that is at row 0 now,
 * `grid` what is in view then.
 */
export type TumbleEvent = { type: 'tumble'; removed: number[]; tops: number[]; grid: number[][] }

/** Enough scatters in view to pay or to start a feature. `spinsAwarded` is 0 when no free spins were awarded. */
export type ScatterEvent = {
  type: 'scatter'
  symbol: number
  count: number
  positions: number[]
  multiplier: number
  pay: number
  spinsAwarded: number
  total: number
}

/** The special symbol of the free spins covers these reels; its wins follow. */
export type ExpandEvent = { type: 'expand'; symbol: number; reels: number[] }

/** A feature begins. `symbol` is the special symbol, where free spins have one. */
export type FeatureStartEvent =
  | { type: 'featureStart'; feature: 'free-spins'; spins: number; multiplier: number; symbol?: number }
  | { type: 'featureStart'; feature: 'hold-and-win'; respins: number }
  | { type: 'featureStart'; feature: 'pick'; picks: number }
  | { type: 'featureStart'; feature: 'walking-wilds' }

/**
 * The step number `step` (from 1) of a feature begins: a free spin, a respin, a pick. `left` are still to come after it
 * (in hold-and-win: if it lands no coin); `pay` is what the steps before it have paid together.
 */
export type FeatureStepEvent =
  | { type: 'featureStep'; feature: 'free-spins'; step: number; left: number; pay: number }
  | { type: 'featureStep'; feature: 'hold-and-win'; step: number; left: number; pay: number }
  | { type: 'featureStep'; feature: 'pick'; step: number; left: number; pay: number }
  | { type: 'featureStep'; feature: 'walking-wilds'; step: number; pay: number }

/** A feature is over: how many steps it had, the coins it held, and what it paid in all. */
export type FeatureEndEvent =
  | { type: 'featureEnd'; feature: 'free-spins'; spins: number; pay: number; total: number }
  | { type: 'featureEnd'; feature: 'hold-and-win'; respins: number; coins: number; pay: number; total: number }
  | { type: 'featureEnd'; feature: 'pick'; picks: number; pay: number; total: number }
  | { type: 'featureEnd'; feature: 'walking-wilds'; respins: number; pay: number; total: number }

/** Coins of hold-and-win landed and stay; `pays[i]` is what the coin at `positions[i]` will pay. */
export type CoinLandEvent = { type: 'coinLand'; positions: number[]; pays: number[] }

/** A feature paid other than by wins: all its coins, the prize for a full window, or a pick. */
export type PrizeEvent = { type: 'prize'; prize: 'coins' | 'full' | 'pick'; pay: number; total: number }

/** The round reached its largest win and pays no more: `cut` units of the event before are not paid. */
export type MaxWinEvent = { type: 'maxWin'; cut: number; total: number }

/**
 * A jackpot was drawn. The mathematics decides only which jackpot; the ledger adds the amount when it pays it. It is
 * not part of `totalWin`. Only games that are linked to the jackpots emit it.
 */
export type JackpotHitEvent = { type: 'jackpotHit'; tier: JackpotTier }

/** What the whole round pays, in units. */
export type TotalWinEvent = { type: 'totalWin'; pay: number }

/**
 * Why a round is void: the engine gave no result (it failed, or drew more often than a round can), or one that does not fit
 * the game (`slot/checked-play.ts`).
 */
export const voidReasons = ['no-result', 'wrong-result'] as const
export type VoidReason = (typeof voidReasons)[number]

/** The only event of a void round: its number is used, nothing was staked, and it pays nothing. */
export type VoidEvent = { type: 'void'; reason: VoidReason }

/** The events of a void round. */
export function voidEvents(reason: VoidReason): RoundEvent[] {
  return [{ type: 'void', reason }]
}

/** Why a list of events is that of a void round; null for any other. */
export function voidReasonOf(events: readonly RoundEvent[]): VoidReason | null {
  const [first] = events
  return first?.type === 'void' && events.length === 1 ? first.reason : null
}

/** The tier that a round hit; null when it hit none. */
export function jackpotOf(events: readonly RoundEvent[]): JackpotTier | null {
  // Drawn last: only the total follows.
  const event = events.at(-2)
  return event?.type === 'jackpotHit' ? event.tier : null
}

/** The result of `play`. `units` is the pay of the `totalWin` event, `pay` the same as money: what is posted. */
export type PlayedRound = { pay: Amount; units: number; events: RoundEvent[] }

/**
 * Units of a round as money. `stake` is the whole stake of the round. Exact: throws RangeError when the stake does not
 * divide into units; `play` rejects such stakes earlier.
 */
export function amountOfUnits(units: number, stake: Amount, unitsPerStake: number): Amount {
  const divisor = BigInt(unitsPerStake)
  if (stake % divisor !== 0n) throw new RangeError(`A stake of ${stake} does not divide into ${unitsPerStake} units.`)
  return BigInt(units) * (stake / divisor)
}
