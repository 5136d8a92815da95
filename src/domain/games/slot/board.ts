import type { CompiledReels } from './reels.ts'

/**
 * What is in view. A cell is `reel * rows + row`, rows from the top. A compiled game has one board, written anew by
 * every spin, because a new one for each of millions of simulated rounds would take longer than playing them.
 */
export type Board = {
  reels: number
  rows: number
  /** The symbol of each cell, by its index. */
  cells: Uint8Array
  /** The place of each reel's strip that is at row 0. */
  tops: Uint32Array
  /** What the multiplier of a wild in a cell is; 0 where none was drawn. */
  factors: Uint16Array
  /** 1 for each cell that is part of a win since the marks were cleared; only tumbling games mark. */
  won: Uint8Array
  /** 1 for each cell over which a wild of an earlier spin lies. */
  held: Uint8Array
}

/** An empty board. */
export function boardOf(reels: number, rows: number): Board {
  const cells = reels * rows
  return {
    reels,
    rows,
    cells: new Uint8Array(cells),
    tops: new Uint32Array(reels),
    factors: new Uint16Array(cells),
    won: new Uint8Array(cells),
    held: new Uint8Array(cells),
  }
}

/** Shows a reel at a stop. */
export function showReel({ rows, cells, tops }: Board, reels: CompiledReels, reel: number, stop: number): void {
  const window = reels.windows[reel]
  tops[reel] = stop
  if (!window) return
  for (let row = 0; row < rows; row++) cells[reel * rows + row] = window[stop * rows + row] ?? 0
}

/**
 * Removes the cells marked in `won`: what is above them falls, and what stands above the window on the strip follows.
 * Clears the marks.
 */
export function dropMarked(board: Board, reels: CompiledReels): void {
  const { rows, cells, factors, won, tops } = board
  for (let reel = 0; reel < board.reels; reel++) {
    const first = reel * rows
    let to = first + rows - 1
    for (let cell = to; cell >= first; cell--) {
      if (won[cell] === 1) continue
      cells[to] = cells[cell] ?? 0
      factors[to] = factors[cell] ?? 0
      to -= 1
    }
    const length = reels.lengths[reel] ?? 1
    let place = tops[reel] ?? 0
    for (; to >= first; to--) {
      place = place === 0 ? length - 1 : place - 1
      cells[to] = reels.windows[reel]?.[place * rows] ?? 0
      factors[to] = 0
    }
    tops[reel] = place
  }
  won.fill(0)
}

/** The cells that show a symbol, ascending. */
export function cellsShowing({ cells }: Board, symbol: number): number[] {
  const shown: number[] = []
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === symbol) shown.push(cell)
  return shown
}

/** How many cells show a symbol. */
export function countShowing({ cells }: Board, symbol: number): number {
  let count = 0
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === symbol) count += 1
  return count
}

/** What is in view as events have it: a list of symbols for each reel. */
export function gridOf({ cells, reels, rows }: Board): number[][] {
  return Array.from({ length: reels }, (_, reel) => [...cells.subarray(reel * rows, (reel + 1) * rows)])
}
