import { countShowing, showReel } from '#domain/games/slot/board.ts'
import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'
import { newRound } from '#domain/games/slot/round-state.ts'
import { settleWins } from '#domain/games/slot/spin.ts'
import { requireCountable, specialOf, specialTails, type Enumeration, type SpinKind } from './enumeration.ts'
import { shownCounts } from './seen-reels.ts'

/** The longest cycle that is enumerated through the engine: minutes on one thread. */
const longestCycle = 2e9

/** Whether all that a spin of a tumbling game does follows from its stops, and these can be enumerated. */
export function canEnumerateTumbles({ tumble, mystery, wild, base, freeSpins }: CompiledGame): boolean {
  const sets = freeSpins ? [base, freeSpins.reels] : [base]
  const isShort = sets.every(({ lengths }) => lengths.reduce((product, length) => product * length, 1) <= longestCycle)
  return tumble !== null && mystery === null && wild.factors === null && isShort
}

/**
 * Enumerates a tumbling game by playing every combination of stops through the engine: what falls is what stands above
 * the window, so nothing else is drawn. Pays include the ladder.
 */
export function enumerateTumbles(compiled: CompiledGame, reels: CompiledReels, spin: SpinKind): Enumeration {
  if (!canEnumerateTumbles(compiled)) throw new RangeError(`The tumbles of ${compiled.game.code} are not enumerated.`)
  const { board, tumble, freeSpins, scatter, holdAndWin } = compiled
  const ladder = (spin === 'free' ? freeSpins?.rule.ladder : null) ?? tumble?.ladder ?? null
  const settings = { reels, multiplier: 1, ladder, held: null, isPaid: spin === 'base', award: () => 0 }
  const noDraw = (): never => {
    throw new Error('A tumble made a draw.')
  }
  // The whole pay is counted; what the cap cuts is computed from it.
  const round = newRound({ ...compiled, cap: Number.POSITIVE_INFINITY }, noDraw, null)
  const stops = reels.lengths.map(() => 0)
  const bySpecial: Map<number, number>[] = []
  const note = (special: number, pay: number, count: number): void => {
    const histogram = (bySpecial[special] ??= new Map<number, number>())
    histogram.set(pay, (histogram.get(pay) ?? 0) + count)
  }
  const last = reels.lengths.length - 1
  const deciding = decidingReel(compiled)
  const { specials, tails } = specialsOf(compiled, reels)
  const playOut = (): void => {
    round.total = 0
    round.ladderStep = 0
    settleWins(round, settings)
    const scatters = scatter.symbol < 0 ? 0 : countShowing(board, scatter.symbol)
    const coins = holdAndWin ? countShowing(board, holdAndWin.coin) : 0
    note(specialOf(scatters, coins), round.total, 1)
    // What fell in is taken back.
    if (round.ladderStep > 0) stops.forEach((at, other) => showReel(board, reels, other, at))
  }
  const descend = (reel: number, special: number): void => {
    const length = reels.lengths[reel] ?? 0
    for (let stop = 0; stop < length; stop++) {
      stops[reel] = stop
      showReel(board, reels, reel, stop)
      const shown = special + (specials[reel]?.[stop] ?? 0)
      if (reel === deciding && compiled.evaluate(board, null) === 0) {
        for (const tail of tails[reel + 1] ?? []) note(shown + tail.special, 0, tail.stops)
        continue
      }
      if (reel === deciding) board.won.fill(0)
      if (reel < last) descend(reel + 1, shown)
      else playOut()
    }
  }
  const cycle = reels.lengths.reduce((product, length) => product * length, 1)
  requireCountable(cycle)
  descend(0, 0)
  return { cycle, bySpecial: Array.from(bySpecial, (histogram) => histogram ?? new Map<number, number>()) }
}

/**
 * The reel after which a spin without a win stays without, whatever the reels right of it show: every symbol pays for
 * that many from the left, so a run that long has won. The last reel where wins do not begin at the left.
 */
function decidingReel({ game, reels }: CompiledGame): number {
  const { kind } = game.winMode
  if (kind === 'cluster' || kind === 'anywhere') return reels - 1
  const firsts = game.symbols.flatMap((symbol) => {
    const first = game.paytable[symbol.id]?.findIndex((pay) => pay > 0) ?? -1
    return symbol.kind === 'ordinary' && first >= 0 ? [first] : []
  })
  return Math.min(reels - 1, Math.max(...firsts))
}

function specialsOf({ scatter, holdAndWin, rows }: CompiledGame, reels: CompiledReels) {
  const scatters = shownCounts(reels.windows, rows, scatter.symbol)
  const coins = shownCounts(reels.windows, rows, holdAndWin?.coin ?? -1)
  const specials = scatters.map((counts, reel) =>
    [...counts].map((count, stop) => specialOf(count, coins[reel]?.[stop] ?? 0)),
  )
  const tails = specialTails(specials).map((tail) =>
    tail.flatMap((stops, special) => (stops > 0 ? [{ special, stops }] : [])),
  )
  return { specials, tails }
}
