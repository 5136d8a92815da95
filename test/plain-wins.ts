import { linesOf, type Game } from '#domain/games/game.ts'

/**
 * What is in view pays, in units, by a direct reading of `docs/decisions/030-slot-engine.md` and without the engine's
 * tables. `cells` are symbol ids by position, `factors` the factors of wilds.
 */
export function plainWins(game: Game, cells: readonly string[], factors: ReadonlyMap<number, number>): number {
  switch (game.winMode.kind) {
    case 'lines':
      return sumOf(linesOf(game).map((line) => linePay(game, line, cells, factors)))
    case 'ways':
      return sumOf(ordinaryOf(game).map((id) => waysPay(game, id, cells, factors)))
    case 'cluster':
    case 'anywhere': {
      const { kind, sizes } = game.winMode
      const groups =
        kind === 'cluster'
          ? ordinaryOf(game).flatMap((id) => clustersOf(game, id, cells).map((size) => ({ id, size })))
          : ordinaryOf(game).map((id) => ({ id, size: cells.filter((cell) => cell === id).length }))
      return sumOf(
        groups.map(({ id, size }) => game.paytable[id]?.[sizes.filter((least) => size >= least).length - 1] ?? 0),
      )
    }
  }
}

const wildOf = (game: Game) => game.symbols.find(({ kind }) => kind === 'wild' || kind === 'book')

function ordinaryOf(game: Game): string[] {
  return game.symbols.filter(({ kind }) => kind === 'ordinary').map(({ id }) => id)
}

/** The best of what each symbol pays from the left with wilds in its place; a book pays nothing as itself. */
function linePay(game: Game, line: readonly number[], cells: readonly string[], factors: ReadonlyMap<number, number>) {
  const wild = wildOf(game)
  const places = line.map((row, reel) => reel * game.grid.rows + row)
  const candidates = [...ordinaryOf(game), ...(wild?.kind === 'wild' ? [wild.id] : [])]
  const wins = candidates.map((id) => {
    const fits = (place: number) => cells[place] === id || (id !== wild?.id && cells[place] === wild?.id)
    const firstOther = places.findIndex((place) => !fits(place))
    const run = firstOther < 0 ? places : places.slice(0, firstOther)
    if (!run.some((place) => cells[place] === id)) return { pay: 0, factor: 1 }
    const factor = run.reduce((product, place) => product * (factors.get(place) ?? 1), 1)
    return { pay: game.paytable[id]?.[run.length - 1] ?? 0, factor }
  })
  const best = wins.reduce((one, other) => (other.pay > one.pay ? other : one), { pay: 0, factor: 1 })
  return best.pay * best.factor
}

/** Walks every path of one cell per reel over the longest run of reels that show the symbol or a wild. */
function waysPay(game: Game, id: string, cells: readonly string[], factors: ReadonlyMap<number, number>): number {
  const { reels, rows } = game.grid
  const wild = wildOf(game)?.id
  let paths = [1]
  let count = 0
  for (let reel = 0; reel < reels; reel++) {
    const places = Array.from({ length: rows }, (_, row) => reel * rows + row)
    const fitting = places.filter((place) => cells[place] === id || cells[place] === wild)
    if (fitting.length === 0) break
    paths = paths.flatMap((path) => fitting.map((place) => path * (factors.get(place) ?? 1)))
    count += 1
  }
  return count === 0 ? 0 : sumOf(paths) * (game.paytable[id]?.[count - 1] ?? 0)
}

/** The sizes of the groups of touching cells that show the symbol or a wild, and the symbol at least once. */
function clustersOf(game: Game, id: string, cells: readonly string[]): number[] {
  const { rows } = game.grid
  const wild = wildOf(game)?.id
  const left = new Set(cells.flatMap((cell, place) => (cell === id || cell === wild ? [place] : [])))
  const sizes: number[] = []
  for (const start of left) {
    const cluster = [start]
    left.delete(start)
    for (const place of cluster) {
      for (const near of [
        place - rows,
        place + rows,
        place % rows > 0 ? place - 1 : -1,
        (place + 1) % rows ? place + 1 : -1,
      ]) {
        if (left.delete(near)) cluster.push(near)
      }
    }
    if (cluster.some((place) => cells[place] === id)) sizes.push(cluster.length)
  }
  return sizes
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
