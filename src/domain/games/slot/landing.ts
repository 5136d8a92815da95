import type { WildsEvent } from '#domain/games/round.ts'
import { cellsShowing, type Board } from './board.ts'
import { drawBelow, drawValue, type Round } from './round-state.ts'
import { valueAt } from './weighted.ts'

/** What happens to symbols when they come into view, before wins are counted. */

/** Turns the mystery symbols in view into one symbol, the same for the whole spin. */
export function revealMystery(round: Round): void {
  const { mystery, board } = round.compiled
  if (!mystery || !board.cells.includes(mystery.symbol)) return
  if (round.mystery < 0) round.mystery = valueAt(mystery.becomes, drawBelow(round, mystery.becomes.total))
  const positions = cellsShowing(board, mystery.symbol)
  for (const position of positions) board.cells[position] = round.mystery
  round.emit?.({ type: 'mystery', symbol: round.mystery, positions })
}

/** Lays the held wilds over their cells. */
export function layHeldWilds(round: Round, kind: 'sticky' | 'walking'): void {
  const { board, wild } = round.compiled
  layWilds(round, kind, (cell) => board.held[cell] === 1, wild.symbol)
}

/** Lets each reel that shows a wild be wild as a whole. */
export function expandWilds(round: Round): void {
  const { board, wild } = round.compiled
  if (!wild.expands) return
  const { rows, cells } = board
  const expanded = Array.from({ length: board.reels }, (_, reel) =>
    cells.subarray(reel * rows, (reel + 1) * rows).includes(wild.symbol),
  )
  layWilds(round, 'expanding', (cell) => expanded[Math.floor(cell / rows)] === true, wild.symbol)
}

function layWilds(round: Round, kind: WildsEvent['kind'], covers: (cell: number) => boolean, wild: number): void {
  const { cells } = round.compiled.board
  const positions: number[] = []
  for (let cell = 0; cell < cells.length; cell++) {
    if (!covers(cell) || cells[cell] === wild) continue
    cells[cell] = wild
    positions.push(cell)
  }
  if (positions.length > 0) round.emit?.({ type: 'wilds', kind, positions })
}

/** Draws the factor of each wild in view that has none. */
export function drawFactors(round: Round): void {
  const { board, wild } = round.compiled
  if (!wild.factors) return
  const positions: number[] = []
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (board.cells[cell] !== wild.symbol || board.factors[cell] !== 0) continue
    board.factors[cell] = drawValue(round, wild.factors)
    positions.push(cell)
  }
  if (round.emit === null || positions.length === 0) return
  const values = positions.map((cell) => board.factors[cell] ?? 0)
  round.emit({ type: 'multiplier', source: 'wilds', positions, values })
}

/** Holds every wild in view for the following spins. */
export function holdWilds({ cells, held }: Board, wild: number): void {
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === wild) held[cell] = 1
}

/** Holds the wilds in view one reel to the left; returns whether one is left. */
export function walkWilds({ cells, held, rows }: Board, wild: number): boolean {
  let isLeft = false
  held.fill(0)
  for (let cell = rows; cell < cells.length; cell++) {
    if (cells[cell] !== wild) continue
    held[cell - rows] = 1
    isLeft = true
  }
  return isLeft
}
