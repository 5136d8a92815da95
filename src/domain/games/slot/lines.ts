import { linesOf, type Game, type GameSymbol } from '#domain/games/game.ts'
import { markWon, type Evaluate } from './win-mode.ts'

/**
 * A line of a slot, read from the left, is a walk through a small table of states: one step per reel, by the symbol of
 * the reel on that line. The final state holds the pay of the line. Live play, the exact mean and the enumeration all
 * use this one table, so they cannot disagree about the pay of a line.
 */
export type LineTable = {
  /** The number of symbols of the game; the width of a row of `next`. */
  symbolCount: number
  /** `next[state * symbolCount + symbol]` is the state after a reel showing `symbol`. The walk begins in state 0. */
  next: Uint16Array
  /** 1 when no further reel can change what the line pays: the state leads only to itself. */
  ended: Uint8Array
  /** Units the line pays when the walk ends in a state, with the paying symbol and how many of it; all 0 for no win. */
  pay: Int32Array
  symbol: Uint8Array
  count: Uint8Array
}

/** The state of a walk: `run` symbols of `leader` (null: none yet), the first `wildRun` of them wild. */
type Walk = { leader: number | null; run: number; wildRun: number; ended: boolean }

type Payer = (walk: Walk) => { pay: number; symbol: number; count: number }

/** Builds the table of a game with lines. States are found by exploration; finished lines with equal pay share one. */
export function lineTableOf(game: Game): LineTable {
  const symbolCount = game.symbols.length
  const payer = payerOf(game)
  const walks: Walk[] = []
  const numberOfKey = new Map<string, number>()
  const stateOf = (walk: Walk): number => {
    const won = payer(walk)
    const key = walk.ended ? `ended ${won.pay} ${won.symbol} ${won.count}` : JSON.stringify(walk)
    const existing = numberOfKey.get(key)
    if (existing !== undefined) return existing
    numberOfKey.set(key, walks.length)
    return walks.push(walk) - 1
  }
  stateOf({ leader: null, run: 0, wildRun: 0, ended: false })
  const next: number[] = []
  for (let state = 0; state < walks.length; state++) {
    const walk = walks[state]
    if (!walk) break
    game.symbols.forEach((symbol, index) => {
      const full = walk.run === game.grid.reels
      next.push(full || walk.ended ? state : stateOf(stepOf(walk, symbol.kind, index)))
    })
  }
  const won = walks.map(payer)
  return {
    symbolCount,
    next: Uint16Array.from(next),
    ended: Uint8Array.from(walks, (walk) => (walk.ended || walk.run === game.grid.reels ? 1 : 0)),
    pay: Int32Array.from(won, (win) => win.pay),
    symbol: Uint8Array.from(won, (win) => win.symbol),
    count: Uint8Array.from(won, (win) => win.count),
  }
}

/** The evaluation of a game's lines by their table. A factor of a wild multiplies the lines that win with it. */
export function linesEvaluator(game: Game, table: LineTable): Evaluate {
  const { next, ended, pay, symbolCount } = table
  const { reels, rows } = game.grid
  const places = Uint16Array.from(linesOf(game).flatMap((line) => line.map((row, reel) => reel * rows + row)))
  const wild = game.symbols.findIndex(({ kind }) => kind === 'wild')
  const multiplies = game.symbols.some((symbol) => symbol.kind === 'wild' && symbol.multipliers)
  const marks = game.features.some(({ kind }) => kind === 'tumble')
  return (board, wins) => {
    const { cells, factors } = board
    let sum = 0
    for (let first = 0; first < places.length; first += reels) {
      let state = 0
      for (let reel = 0; reel < reels && ended[state] === 0; reel++) {
        state = next[state * symbolCount + (cells[places[first + reel] ?? 0] ?? 0)] ?? 0
      }
      let units = pay[state] ?? 0
      if (units === 0) continue
      const count = table.count[state] ?? 0
      if (multiplies) {
        for (let index = first; index < first + count; index++) {
          const cell = places[index] ?? 0
          if (cells[cell] === wild) units *= factors[cell] ?? 1
        }
      }
      sum += units
      if (!marks && wins === null) continue
      const positions = [...places.subarray(first, first + count)]
      if (marks) markWon(board, positions)
      wins?.push({ line: first / reels, symbol: table.symbol[state] ?? 0, count, positions, pay: units })
    }
    return sum
  }
}

function stepOf(walk: Walk, kind: GameSymbol['kind'], symbol: number): Walk {
  const onlyWilds = walk.run === walk.wildRun
  if (kind === 'wild' || kind === 'book') {
    return onlyWilds
      ? { leader: symbol, run: walk.run + 1, wildRun: walk.wildRun + 1, ended: false }
      : { ...walk, run: walk.run + 1 }
  }
  if (kind === 'ordinary' && (onlyWilds || walk.leader === symbol))
    return { ...walk, leader: symbol, run: walk.run + 1 }
  return { ...walk, ended: true }
}

/** A line pays the longer run or its leading wilds, whichever is more; at a tie the longer run. */
function payerOf(game: Game): Payer {
  const wild = game.symbols.findIndex((symbol) => symbol.kind === 'wild')
  // The row of a book is that of a scatter: on a line it only stands in.
  const payOf = (symbol: number, count: number) => {
    const { id = '', kind = 'book' } = game.symbols[symbol] ?? {}
    return kind === 'book' ? 0 : (game.paytable[id]?.[count - 1] ?? 0)
  }
  return ({ leader, run, wildRun }) => {
    const whole = leader === null ? 0 : payOf(leader, run)
    const wilds = wild < 0 ? 0 : payOf(wild, wildRun)
    if (whole === 0 && wilds === 0) return { pay: 0, symbol: 0, count: 0 }
    return wilds > whole
      ? { pay: wilds, symbol: wild, count: wildRun }
      : { pay: whole, symbol: leader ?? 0, count: run }
  }
}
