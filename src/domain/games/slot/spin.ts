import type { Win } from '#domain/games/round.ts'
import { cellsShowing, countShowing, dropMarked, gridOf, showReel } from './board.ts'
import type { CompiledReels } from './reels.ts'
import { paySpecial } from './expanding-symbol.ts'
import { drawFactors, expandWilds, layHeldWilds, revealMystery } from './landing.ts'
import { credit, drawBelow, reportCap, type Round } from './round-state.ts'
import { sortWins } from './win-mode.ts'

/** How a spin is played. */
export type SpinSettings = {
  reels: CompiledReels
  multiplier: number
  /** Multipliers by tumble; null for a game that does not tumble. */
  ladder: readonly number[] | null
  /** Wilds of earlier spins that lie over this one. */
  held: 'sticky' | 'walking' | null
  /** Only the paid spin starts features other than free spins. */
  isPaid: boolean
  /** The free spins that the scatters in view award. */
  award: (round: Round, scatters: number) => number
}

/**
 * One spin with its tumbles: draws the stops and what lands, pays the wins and the scatters. Returns the free spins
 * awarded. After it the board shows the end of the spin.
 */
export function spin(round: Round, settings: SpinSettings): number {
  const { board, wild, tumble } = round.compiled
  const { reels } = settings
  if (tumble) board.won.fill(0)
  for (let reel = 0; reel < reels.lengths.length; reel++) {
    showReel(board, reels, reel, drawBelow(round, reels.lengths[reel] ?? 1))
  }
  round.emit?.({ type: 'reveal', strips: reels.name, stops: [...board.tops], grid: gridOf(board) })
  round.mystery = -1
  if (wild.factors) board.factors.fill(0)
  land(round, settings)
  settleWins(round, settings)
  if (round.isCapped) return 0
  if (round.special >= 0) paySpecial(round, settings.multiplier)
  return round.isCapped ? 0 : settleScatters(round, settings)
}

function land(round: Round, { held }: SpinSettings): void {
  revealMystery(round)
  if (held) layHeldWilds(round, held)
  expandWilds(round)
  drawFactors(round)
}

/** Pays the wins in view, and as long as the game tumbles those that come into view. */
export function settleWins(round: Round, settings: SpinSettings): void {
  const { compiled, emit } = round
  const { board, tumble } = compiled
  const { ladder, reels } = settings
  for (let falls = 0; ; falls++) {
    const wins: Win[] | null = emit ? [] : null
    const units = compiled.evaluate(board, wins)
    if (units === 0) return
    const multiplier = settings.multiplier * rungOf(ladder, round.ladderStep)
    credit(round, units * multiplier)
    if (emit && wins) {
      for (const win of wins) win.pay *= multiplier
      emit({ type: 'wins', wins: sortWins(wins), multiplier, pay: units * multiplier, total: round.total })
      reportCap(round)
    }
    if (!tumble || round.isCapped) return
    round.ladderStep += 1
    if (falls === tumble.limit) return
    fall(round, settings, reels)
    const next = settings.multiplier * rungOf(ladder, round.ladderStep)
    if (next !== multiplier) emit?.({ type: 'multiplier', source: 'ladder', value: next })
  }
}

function fall(round: Round, settings: SpinSettings, reels: CompiledReels): void {
  const { board } = round.compiled
  const removed = round.emit ? markedCells(board.won) : []
  dropMarked(board, reels)
  round.emit?.({ type: 'tumble', removed, tops: [...board.tops], grid: gridOf(board) })
  land(round, settings)
}

function markedCells(won: Uint8Array): number[] {
  return [...won.keys()].filter((cell) => won[cell] === 1)
}

/** The multiplier at a place of the ladder: its last one from there on, 1 without a ladder. */
function rungOf(ladder: readonly number[] | null, step: number): number {
  return ladder === null ? 1 : (ladder[Math.min(step, ladder.length - 1)] ?? 1)
}

/** Pays the scatters in view; returns the free spins that they award. */
function settleScatters(round: Round, { multiplier, award, isPaid }: SpinSettings): number {
  const { board, scatter, pick } = round.compiled
  if (scatter.symbol < 0) return 0
  const count = countShowing(board, scatter.symbol)
  const pay = (scatter.pays[count] ?? 0) * multiplier
  const spinsAwarded = award(round, count)
  const startsPick = isPaid && pick?.symbol === scatter.symbol && count >= pick.rule.trigger.count
  if (pay === 0 && spinsAwarded === 0 && !startsPick) return 0
  credit(round, pay)
  round.emit?.({
    type: 'scatter',
    symbol: scatter.symbol,
    count,
    positions: cellsShowing(board, scatter.symbol),
    multiplier,
    pay,
    spinsAwarded: round.isCapped ? 0 : spinsAwarded,
    total: round.total,
  })
  reportCap(round)
  return round.isCapped ? 0 : spinsAwarded
}
