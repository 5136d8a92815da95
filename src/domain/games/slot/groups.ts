import type { AnywhereMode, ClusterMode, Game } from '#domain/games/game.ts'
import type { Win } from '#domain/games/round.ts'
import type { Board } from './board.ts'
import { markWon, type Evaluate } from './win-mode.ts'

/** `pays[symbol * (cells + 1) + size]`: units for a group of `size` cells of a symbol. */
export type GroupTable = { pays: Int32Array; wild: number; isOrdinary: Uint8Array }

export function groupTableOf(game: Game, { sizes }: ClusterMode | AnywhereMode): GroupTable {
  const width = game.grid.reels * game.grid.rows + 1
  const pays = new Int32Array(game.symbols.length * width)
  game.symbols.forEach(({ id, kind }, symbol) => {
    if (kind !== 'ordinary') return
    for (let size = 1; size < width; size++) {
      const reached = sizes.filter((least) => size >= least).length
      pays[symbol * width + size] = reached === 0 ? 0 : (game.paytable[id]?.[reached - 1] ?? 0)
    }
  })
  return {
    pays,
    wild: game.symbols.findIndex(({ kind }) => kind === 'wild'),
    isOrdinary: Uint8Array.from(game.symbols, ({ kind }) => Number(kind === 'ordinary')),
  }
}

/** The evaluation of symbols that pay for their number in view. */
export function anywhereEvaluator(game: Game, { pays, isOrdinary }: GroupTable): Evaluate {
  const counts = new Uint8Array(game.symbols.length)
  const book = winBook(game)
  return (board, wins) => {
    const { cells } = board
    counts.fill(0)
    for (let cell = 0; cell < cells.length; cell++) counts[cells[cell] ?? 0] = (counts[cells[cell] ?? 0] ?? 0) + 1
    let sum = 0
    for (let symbol = 0; symbol < counts.length; symbol++) {
      if (isOrdinary[symbol] === 0) continue
      const count = counts[symbol] ?? 0
      const pay = pays[symbol * (cells.length + 1) + count] ?? 0
      if (pay === 0) continue
      sum += pay
      book(board, wins, { symbol, count, pay }, (cell) => cells[cell] === symbol)
    }
    return sum
  }
}

/**
 * The evaluation of clusters: cells of one symbol, with wilds, that touch by a side. A wild belongs to every cluster it
 * touches; wilds alone are none. A factor of a wild multiplies its clusters.
 */
export function clusterEvaluator(game: Game, { pays, wild, isOrdinary }: GroupTable): Evaluate {
  const { reels, rows } = game.grid
  const size = reels * rows
  /** The cluster, from 1, that a cell was counted in last; wilds are counted in several. */
  const seen = new Uint8Array(size)
  const queue = new Uint8Array(size)
  const neighbours = Array.from({ length: size }, (_, cell) => neighboursOf(cell, reels, rows))
  const book = winBook(game)
  return (board, wins) => {
    const { cells, factors } = board
    seen.fill(0)
    let sum = 0
    let cluster = 0
    for (let start = 0; start < size; start++) {
      const symbol = cells[start] ?? 0
      if (isOrdinary[symbol] === 0 || seen[start] !== 0) continue
      cluster += 1
      let count = 1
      let factor = 1
      seen[start] = cluster
      queue[0] = start
      for (let head = 0; head < count; head++) {
        const cell = queue[head] ?? 0
        if (cells[cell] === wild) factor *= factors[cell] || 1
        for (const near of neighbours[cell] ?? []) {
          if (seen[near] === cluster || (cells[near] !== symbol && cells[near] !== wild)) continue
          seen[near] = cluster
          queue[count++] = near
        }
      }
      const pay = (pays[symbol * (size + 1) + count] ?? 0) * factor
      if (pay === 0) continue
      sum += pay
      const number = cluster
      book(board, wins, { symbol, count, pay }, (cell) => seen[cell] === number)
    }
    return sum
  }
}

/** Notes a win where its cells or the win itself are wanted. */
function winBook(game: Game) {
  const marks = game.features.some(({ kind }) => kind === 'tumble')
  return (
    board: Board,
    wins: Win[] | null,
    win: { symbol: number; count: number; pay: number },
    isPart: (cell: number) => boolean,
  ): void => {
    if (!marks && wins === null) return
    const positions: number[] = []
    for (let cell = 0; cell < board.cells.length; cell++) if (isPart(cell)) positions.push(cell)
    if (marks) markWon(board, positions)
    wins?.push({ symbol: win.symbol, count: win.count, positions, pay: win.pay })
  }
}

function neighboursOf(cell: number, reels: number, rows: number): number[] {
  const [reel, row] = [Math.floor(cell / rows), cell % rows]
  const near: number[] = []
  if (reel > 0) near.push(cell - rows)
  if (row > 0) near.push(cell - 1)
  if (row < rows - 1) near.push(cell + 1)
  if (reel < reels - 1) near.push(cell + rows)
  return near
}
