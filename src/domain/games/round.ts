import type { Amount } from '#domain/money.ts'

/**
 * A round as a list of events, in the order in which the window shows them. The window, the replay, the history, the
 * operator's view and the tests all read this one list. It is plain JSON with safe integers only.
 *
 * **Money.** Events count in *units*: the stake divided by the game's `unitsPerStake` (for a game of 20 lines one unit
 * is the stake of one line). `amountOfUnits` converts units to money, exactly. Every `pay` includes the multiplier;
 * `multiplier` is reported for display. `total` is the running total of the round after the event.
 *
 * **Positions.** Symbols are indices into `game.symbols`. `grid[reel][row]` counts rows from the top. A position is one
 * number, `reel * rows + row`.
 *
 * **Order.** One spin is `reveal`, then `wins` if any, then `scatter` if any. A round of a slot is one spin, then, if
 * the scatter awarded free spins: `featureStart`, for each free spin `featureStep` and its spin, `featureEnd`. The last
 * event is always `totalWin`.
 */
export type RoundEvent =
  | RevealEvent
  | WinsEvent
  | ScatterEvent
  | FeatureStartEvent
  | FeatureStepEvent
  | FeatureEndEvent
  | JackpotHitEvent
  | TotalWinEvent

/**
 * The reels came to rest. `strips` names the reel set of the game, `stops[reel]` the position on its strip that is at
 * row 0.
 */
export type RevealEvent = { type: 'reveal'; strips: string; stops: number[]; grid: number[][] }

/** The wins of the spin just revealed, highest first. Their pays add up to `pay`. */
export type WinsEvent = { type: 'wins'; wins: LineWin[]; multiplier: number; pay: number; total: number }

/** `count` symbols from the left on a line. `symbol` is what pays; wilds among `positions` stand in for it. */
export type LineWin = {
  /** Index into the game's lines, from 0. */
  line: number
  symbol: number
  count: number
  positions: number[]
  pay: number
}

/** Enough scatters in view to pay, or to award free spins, or both. `spinsAwarded` is 0 when none were awarded. */
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

/** Free spins begin. */
export type FeatureStartEvent = { type: 'featureStart'; feature: 'free-spins'; spins: number; multiplier: number }

/**
 * The free spin number `step` (from 1) begins; `left` are still to come after it, `pay` is what the free spins before
 * it have paid together.
 */
export type FeatureStepEvent = { type: 'featureStep'; feature: 'free-spins'; step: number; left: number; pay: number }

/** The free spins are over: how many were played and what they paid together. */
export type FeatureEndEvent = { type: 'featureEnd'; feature: 'free-spins'; spins: number; pay: number; total: number }

/**
 * A jackpot was drawn. The mathematics decides only which jackpot; the ledger adds the amount when it pays it. It is
 * not part of `totalWin`. Only games that are linked to the jackpots emit it.
 */
export type JackpotHitEvent = { type: 'jackpotHit'; tier: 'mega' | 'major' | 'minor' }

/** What the whole round pays, in units. */
export type TotalWinEvent = { type: 'totalWin'; pay: number }

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
