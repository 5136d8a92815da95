import type { Game } from '#domain/games/game.ts'
import { markWon, type Evaluate } from './win-mode.ts'

/** What the ways of a game pay. Live play, the exact mean and the enumeration all use this one table. */
export type WaysTable = {
  /** The index of the wild or book; -1 without one. */
  wild: number
  /** The ordinary symbols, ascending. */
  symbols: readonly number[]
  /** `pays[symbol * (reels + 1) + count]` units for each way of a symbol over its first `count` reels. */
  pays: Int32Array
}

export function waysTableOf(game: Game): WaysTable {
  const width = game.grid.reels + 1
  const pays = new Int32Array(game.symbols.length * width)
  const symbols = game.symbols.flatMap(({ kind }, symbol) => (kind === 'ordinary' ? [symbol] : []))
  for (const symbol of symbols) {
    game.paytable[game.symbols[symbol]?.id ?? '']?.forEach((pay, index) => {
      if (index + 1 < width) pays[symbol * width + index + 1] = pay
    })
  }
  return { wild: game.symbols.findIndex(({ kind }) => kind === 'wild' || kind === 'book'), symbols, pays }
}

/**
 * The evaluation of a game's ways. Each symbol of the first reel wins over its longest run of reels that show it or a
 * wild; a reel counts its cells of the symbol and the factors of its wilds (1 without).
 */
export function waysEvaluator(game: Game, { wild, symbols, pays }: WaysTable): Evaluate {
  const { reels, rows } = game.grid
  const isOrdinary = Uint8Array.from(game.symbols, (_, symbol) => Number(symbols.includes(symbol)))
  const multiplies = game.symbols.some((symbol) => symbol.kind === 'wild' && symbol.multipliers)
  const marks = game.features.some(({ kind }) => kind === 'tumble')
  return (board, wins) => {
    const { cells, factors } = board
    let sum = 0
    for (let row = 0; row < rows; row++) {
      const symbol = cells[row] ?? 0
      if (isOrdinary[symbol] === 0 || isAbove(cells, row, symbol)) continue
      let paths = 1
      let count = 0
      for (; count < reels; count++) {
        let onReel = 0
        for (let cell = count * rows; cell < (count + 1) * rows; cell++) {
          if (cells[cell] === symbol) onReel += 1
          else if (cells[cell] === wild) onReel += multiplies ? (factors[cell] ?? 1) : 1
        }
        if (onReel === 0) break
        paths *= onReel
      }
      const units = paths * (pays[symbol * (reels + 1) + count] ?? 0)
      if (units === 0) continue
      sum += units
      if (!marks && wins === null) continue
      const positions: number[] = []
      for (let cell = 0; cell < count * rows; cell++) {
        if (cells[cell] === symbol || cells[cell] === wild) positions.push(cell)
      }
      if (marks) markWon(board, positions)
      wins?.push({ ways: waysThrough(positions, count, rows), symbol, count, positions, pay: units })
    }
    return sum
  }
}

/** Whether a higher row of the first reel shows the symbol too. */
function isAbove(cells: Uint8Array, row: number, symbol: number): boolean {
  for (let above = 0; above < row; above++) if (cells[above] === symbol) return true
  return false
}

/** How many paths lead through these cells, one of each reel; factors do not count. */
function waysThrough(positions: readonly number[], count: number, rows: number): number {
  const onReels = Array.from({ length: count }, () => 0)
  for (const position of positions) {
    const reel = Math.floor(position / rows)
    onReels[reel] = (onReels[reel] ?? 0) + 1
  }
  return onReels.reduce((product, cells) => product * cells, 1)
}
