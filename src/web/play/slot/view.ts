import type { Game } from '#domain/games/game.ts'
import type { RevealEvent, TumbleEvent } from '#domain/games/round.ts'
import type { Amount } from '#domain/money.ts'

/**
 * What the reels show at rest, as data: the stage paints it, and a round that is resumed begins with it. It follows from
 * the events alone. A position is `reel * rows + row`.
 */
export type View = {
  /** The reel set, and the place of each of its strips that is at row 0. */
  strips: string
  tops: readonly number[]
  /** By reel and row: the symbols in view, with all that lies over the strips. */
  cells: readonly (readonly number[])[]
  /** Factors of wilds, by position. */
  factors: ReadonlyMap<number, number>
  /** What held coins pay, by position; null unless hold-and-win was played on this view. */
  coins: ReadonlyMap<number, Amount> | null
  /** Cells whose wild stays for the next reels: it lies over them while they run, and has a mark. */
  held: readonly number[]
  /** Reels that one symbol covers as a whole. */
  covered: readonly number[]
}

const none: ReadonlyMap<number, number> = new Map()

/** The reels came to rest. `held` cells stay wild. */
export function revealedView(event: RevealEvent, held: readonly number[], wild: number): View {
  const { strips, stops, grid } = event
  return { strips, tops: stops, cells: withSymbol(grid, held, wild), factors: none, coins: null, held, covered: [] }
}

/** The view with one symbol at these positions. */
export function withSymbolAt(view: View, positions: readonly number[], symbol: number): View {
  return { ...view, cells: withSymbol(view.cells, positions, symbol) }
}

/** The wilds at these positions stay. */
export function withHeld(view: View, positions: readonly number[]): View {
  return { ...view, held: [...new Set([...view.held, ...positions])] }
}

/** Reels all of whose cells one symbol has covered. */
export function withCovered(view: View, positions: readonly number[]): View {
  const rows = view.cells[0]?.length ?? 1
  const reels = [...new Set(positions.map((position) => Math.floor(position / rows)))]
  const whole = reels.filter((reel) => new Set(view.cells[reel]).size === 1)
  return { ...view, covered: [...new Set([...view.covered, ...whole])] }
}

export function withFactors(view: View, positions: readonly number[], values: readonly number[]): View {
  const factors = new Map(view.factors)
  for (const [index, position] of positions.entries()) factors.set(position, values[index] ?? 1)
  return { ...view, factors }
}

export function withCoins(view: View, positions: readonly number[], amounts: readonly Amount[], coin: number): View {
  const coins = new Map(view.coins)
  for (const [index, position] of positions.entries()) coins.set(position, amounts[index] ?? 0n)
  return { ...withSymbolAt(view, positions, coin), coins }
}

/** One cell that falls: from which row (negative: above the window) to which. */
export type Fall = { reel: number; from: number; to: number; symbol: number; factor: number | null }

/** The view after a fall, and how each cell that moves got there. */
export function fallenView(view: View, event: TumbleEvent): { view: View; falls: Fall[] } {
  const rows = event.grid[0]?.length ?? 0
  const removed = new Set(event.removed)
  const factors = new Map<number, number>()
  const falls: Fall[] = []
  for (const [reel, symbols] of event.grid.entries()) {
    const kept = symbols.map((_, row) => row).filter((row) => !removed.has(reel * rows + row))
    const missing = rows - kept.length
    for (const [to, symbol] of symbols.entries()) {
      const from = to < missing ? to - missing : (kept[to - missing] ?? to)
      const factor = from < 0 ? null : (view.factors.get(reel * rows + from) ?? null)
      if (factor !== null) factors.set(reel * rows + to, factor)
      if (from !== to) falls.push({ reel, from, to, symbol, factor })
    }
  }
  return { view: { ...view, tops: event.tops, cells: event.grid, factors, covered: [] }, falls }
}

/** The cells that show a wild. */
export function wildCells(view: View, wild: number): number[] {
  const rows = view.cells[0]?.length ?? 0
  return view.cells.flatMap((symbols, reel) =>
    symbols.flatMap((symbol, row) => (symbol === wild ? [reel * rows + row] : [])),
  )
}

/** The wilds of a view after they walked one reel to the left; those of the first reel have left. */
export function walkedWilds(view: View, wild: number): number[] {
  const rows = view.cells[0]?.length ?? 0
  return wildCells(view, wild)
    .map((position) => position - rows)
    .filter((position) => position >= 0)
}

/** The index of the wild, or of the book that is one; -1 without. */
export function wildOf({ symbols }: Game): number {
  return symbols.findIndex(({ kind }) => kind === 'wild' || kind === 'book')
}

function withSymbol(
  cells: readonly (readonly number[])[],
  positions: readonly number[],
  symbol: number,
): readonly (readonly number[])[] {
  if (positions.length === 0) return cells
  const rows = cells[0]?.length ?? 0
  const covered = new Set(positions)
  return cells.map((symbols, reel) => symbols.map((shown, row) => (covered.has(reel * rows + row) ? symbol : shown)))
}
