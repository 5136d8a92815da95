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
  // A copy of the window with an edge of no symbol around it, so that every cell has four neighbours.
  const width = rows + 2
  const padded = new Uint8Array((reels + 2) * width).fill(noSymbol)
  const placeOf = Uint8Array.from(
    { length: size },
    (_, cell) => (Math.floor(cell / rows) + 1) * width + (cell % rows) + 1,
  )
  const cellOf = new Uint8Array(padded.length)
  placeOf.forEach((place, cell) => (cellOf[place] = cell))
  const sides = [-width, -1, 1, width] as const
  /** The cluster, from 1, that a place was counted in last; wilds are counted in several. */
  const seen = new Uint8Array(padded.length)
  const queue = new Uint8Array(size)
  const marks = game.features.some(({ kind }) => kind === 'tumble')
  const paysAlone = game.symbols.some((_, symbol) => (pays[symbol * (size + 1) + 1] ?? 0) > 0)
  return (board, wins) => {
    const { cells, factors } = board
    seen.fill(0)
    for (let cell = 0; cell < size; cell++) padded[placeOf[cell] ?? 0] = cells[cell] ?? noSymbol
    let sum = 0
    let cluster = 0
    for (let cell = 0; cell < size; cell++) {
      const start = placeOf[cell] ?? 0
      const symbol = padded[start] ?? noSymbol
      if (isOrdinary[symbol] === 0 || seen[start] !== 0) continue
      const right = padded[start + 1]
      const below = padded[start + width]
      const isByWild = right === wild || below === wild || padded[start - 1] === wild || padded[start - width] === wild
      // The first cell of a cluster touches a wild, or its symbol to the right or below: most cells touch neither.
      if (right !== symbol && below !== symbol && !isByWild && !paysAlone) continue
      cluster += 1
      let count = 1
      let factor = 1
      seen[start] = cluster
      queue[0] = start
      for (let head = 0; head < count; head++) {
        const place = queue[head] ?? 0
        if (padded[place] === wild) factor *= factors[cellOf[place] ?? 0] || 1
        for (let side = 0; side < 4; side++) {
          const near = place + (sides[side] ?? 0)
          if (seen[near] === cluster || (padded[near] !== symbol && padded[near] !== wild)) continue
          seen[near] = cluster
          queue[count++] = near
        }
      }
      const pay = (pays[symbol * (size + 1) + count] ?? 0) * factor
      if (pay === 0) continue
      sum += pay
      if (marks) for (let index = 0; index < count; index++) board.won[cellOf[queue[index] ?? 0] ?? 0] = 1
      if (wins === null) continue
      const positions = Array.from(queue.subarray(0, count), (place) => cellOf[place] ?? 0)
      wins.push({ symbol, count, positions: positions.toSorted((one, other) => one - other), pay })
    }
    return sum
  }
}

/** No index of a symbol: there are at most 32. */
const noSymbol = 255
