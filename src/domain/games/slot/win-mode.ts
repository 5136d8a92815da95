import { lineOfWin, type Win } from '#domain/games/round.ts'
import type { Board } from './board.ts'

/**
 * Counts the wins of what is in view: returns their units before the multiplier of the spin, marks their cells in
 * `board.won` if the game tumbles, and adds them to `wins` if there is such a list. With and without the list the
 * result is the same.
 */
export type Evaluate = (board: Board, wins: Win[] | null) => number

/** Marks the cells of a win. */
export function markWon(board: Board, positions: readonly number[]): void {
  for (const position of positions) board.won[position] = 1
}

/** The order of the wins of an event: highest pay first, then by line, symbol and first position. */
export function sortWins(wins: Win[]): Win[] {
  return wins.sort(
    (one, other) =>
      other.pay - one.pay ||
      (lineOfWin(one) ?? 0) - (lineOfWin(other) ?? 0) ||
      one.symbol - other.symbol ||
      (one.positions[0] ?? 0) - (other.positions[0] ?? 0),
  )
}
