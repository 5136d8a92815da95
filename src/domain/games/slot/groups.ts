import type { AnywhereMode, ClusterMode, Game } from '#domain/games/game.ts'
import { cellsShowing } from './board.ts'
import type { Evaluate } from './win-mode.ts'

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
  const marks = game.features.some(({ kind }) => kind === 'tumble')
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
      if (marks) for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === symbol) board.won[cell] = 1
      wins?.push({ symbol, count, positions: cellsShowing(board, symbol), pay })
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
  const neighbours = neighboursOf(reels, rows)
  const marks = game.features.some(({ kind }) => kind === 'tumble')
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
        for (let side = cell * 4; side < cell * 4 + 4; side++) {
          const near = neighbours[side] ?? cell
          if (seen[near] === cluster || (cells[near] !== symbol && cells[near] !== wild)) continue
          seen[near] = cluster
          queue[count++] = near
        }
      }
      const pay = (pays[symbol * (size + 1) + count] ?? 0) * factor
      if (pay === 0) continue
      sum += pay
      if (marks) for (let index = 0; index < count; index++) board.won[queue[index] ?? 0] = 1
      wins?.push({ symbol, count, positions: [...queue.subarray(0, count)].toSorted((one, other) => one - other), pay })
    }
    return sum
  }
}

/** `neighbours[cell * 4 + side]`: the cells at the four sides of each cell; at the edge the cell itself. */
function neighboursOf(reels: number, rows: number): Uint8Array {
  const cells = Array.from({ length: reels * rows }, (_, cell) => cell)
  return Uint8Array.from(
    cells.flatMap((cell) => [
      cell >= rows ? cell - rows : cell,
      cell % rows > 0 ? cell - 1 : cell,
      (cell + 1) % rows > 0 ? cell + 1 : cell,
      cell + rows < cells.length ? cell + rows : cell,
    ]),
  )
}
