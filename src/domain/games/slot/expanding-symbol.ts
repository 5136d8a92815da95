import { linesOf } from '#domain/games/game.ts'
import type { LineWin } from '#domain/games/round.ts'
import type { Board } from './board.ts'
import { credit, reportCap, type Round } from './round-state.ts'

/**
 * The special symbol of free spins: if the reels that show it pay for their number, it covers them and pays for that
 * number on every line, wherever these reels are. Wilds do not count as it.
 */
export function paySpecial(round: Round, multiplier: number): void {
  const { game, board } = round.compiled
  const symbol = round.special
  const reels = reelsShowing(board, symbol)
  const pay = (game.paytable[game.symbols[symbol]?.id ?? '']?.[reels.length - 1] ?? 0) * multiplier
  if (pay === 0) return
  const lines = linesOf(game)
  credit(round, pay * lines.length)
  if (!round.emit) return
  round.emit({ type: 'expand', symbol, reels })
  const wins = lines.map((line, index): LineWin => {
    const positions = reels.map((reel) => reel * board.rows + (line[reel] ?? 0))
    return { line: index, symbol, count: reels.length, positions, pay }
  })
  round.emit({ type: 'wins', wins, multiplier, pay: pay * lines.length, total: round.total })
  reportCap(round)
}

function reelsShowing({ cells, reels, rows }: Board, symbol: number): number[] {
  const shown: number[] = []
  for (let reel = 0; reel < reels; reel++) {
    if (cells.subarray(reel * rows, (reel + 1) * rows).includes(symbol)) shown.push(reel)
  }
  return shown
}
