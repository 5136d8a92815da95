import {
  capOf,
  featureOf,
  linesOf,
  type FreeSpins,
  type Game,
  type HoldAndWin,
  type JackpotLink,
  type Pick,
  type Tumble,
  type WalkingWilds,
} from '#domain/games/game.ts'
import { boardOf, type Board } from './board.ts'
import { drawsLimit, eventsLimit } from './draw-limit.ts'
import { anywhereEvaluator, clusterEvaluator, groupTableOf, type GroupTable } from './groups.ts'
import { linesEvaluator, lineTableOf, type LineTable } from './lines.ts'
import { reelsOf, type CompiledReels } from './reels.ts'
import { refuseMalformed } from './structure.ts'
import { waysEvaluator, waysTableOf, type WaysTable } from './ways.ts'
import { weightedList, type WeightedList } from './weighted.ts'
import type { Evaluate } from './win-mode.ts'

/** A game prepared for fast play: names become indices, strips become windows, pays become tables. */
export type CompiledGame = {
  game: Game
  reels: number
  rows: number
  mode: CompiledMode
  evaluate: Evaluate
  base: CompiledReels
  /** The scatter's or book's index among the symbols (-1 without) and what 0, 1, 2 … in view pay, in units. */
  scatter: { symbol: number; pays: readonly number[] }
  wild: CompiledWild
  mystery: { symbol: number; becomes: WeightedList } | null
  tumble: Tumble | null
  freeSpins: CompiledFreeSpins | null
  holdAndWin: { rule: HoldAndWin; coin: number; values: WeightedList } | null
  pick: { rule: Pick; symbol: number; prizes: WeightedList } | null
  walking: { rule: WalkingWilds; reels: CompiledReels } | null
  jackpots: JackpotLink | null
  /** The most that a round pays, in units. */
  cap: number
  /** The most draws of a round; the engine throws beyond. */
  drawsLimit: number
  /** No round has so many events. */
  eventsLimit: number
  /** What the round in play has in view. */
  board: Board
}

/** The win mode with its table, which live play, exact mathematics and enumeration share. */
export type CompiledMode =
  | { kind: 'lines'; table: LineTable; lines: Uint8Array }
  | { kind: 'ways'; table: WaysTable }
  | { kind: 'cluster' | 'anywhere'; table: GroupTable }

/** `symbol` is that of the wild or book, -1 without one; `factors` are those that a landing wild draws. */
export type CompiledWild = { symbol: number; expands: boolean; factors: WeightedList | null }

export type CompiledFreeSpins = {
  rule: FreeSpins
  reels: CompiledReels
  /** The special symbols, by index. */
  specials: WeightedList | null
}

const compiledGames = new WeakMap<Game, CompiledGame>()

/** Compiles a game, once per game. Throws an Error that names the field at fault in malformed data. */
export function compile(game: Game): CompiledGame {
  const cached = compiledGames.get(game)
  if (cached) return cached
  refuseMalformed(game)
  const { reels, rows } = game.grid
  const mode = modeOf(game)
  const symbolOf = (id: string) => game.symbols.findIndex((symbol) => symbol.id === id)
  const scatter = game.symbols.findIndex(({ kind }) => kind === 'scatter' || kind === 'book')
  const hold = featureOf(game, 'hold-and-win')
  const pick = featureOf(game, 'pick')
  const walking = featureOf(game, 'walking-wilds')
  const compiled: CompiledGame = {
    game,
    reels,
    rows,
    mode,
    evaluate: evaluatorOf(game, mode),
    base: reelsOf(game, 'base'),
    scatter: { symbol: scatter, pays: [0, ...(game.paytable[game.symbols[scatter]?.id ?? ''] ?? [])] },
    wild: wildOf(game),
    mystery: mysteryOf(game),
    tumble: featureOf(game, 'tumble') ?? null,
    freeSpins: freeSpinsOf(game),
    holdAndWin: hold
      ? { rule: hold, coin: symbolOf(hold.trigger.symbol), values: weightedList(hold.values, ({ pay }) => pay) }
      : null,
    pick: pick
      ? { rule: pick, symbol: symbolOf(pick.trigger.symbol), prizes: weightedList(pick.prizes, ({ pay }) => pay) }
      : null,
    walking: walking ? { rule: walking, reels: reelsOf(game, walking.strips) } : null,
    jackpots: featureOf(game, 'jackpot-link') ?? null,
    cap: capOf(game),
    drawsLimit: drawsLimit(game),
    eventsLimit: eventsLimit(game),
    board: boardOf(reels, rows),
  }
  compiledGames.set(game, compiled)
  return compiled
}

/** The reel sets that a game plays with: that of the paid spin first. */
export function reelSetsOf({ base, freeSpins, walking }: CompiledGame): CompiledReels[] {
  const sets = [base, ...(walking ? [walking.reels] : []), ...(freeSpins ? [freeSpins.reels] : [])]
  return sets.filter((reels, index) => sets.findIndex(({ name }) => name === reels.name) === index)
}

function modeOf(game: Game): CompiledMode {
  const { winMode } = game
  switch (winMode.kind) {
    case 'lines':
      return { kind: 'lines', table: lineTableOf(game), lines: Uint8Array.from(linesOf(game).flat()) }
    case 'ways':
      return { kind: 'ways', table: waysTableOf(game) }
    case 'cluster':
    case 'anywhere':
      return { kind: winMode.kind, table: groupTableOf(game, winMode) }
  }
}

function evaluatorOf(game: Game, mode: CompiledMode): Evaluate {
  switch (mode.kind) {
    case 'lines':
      return linesEvaluator(game, mode.table)
    case 'ways':
      return waysEvaluator(game, mode.table)
    case 'cluster':
      return clusterEvaluator(game, mode.table)
    case 'anywhere':
      return anywhereEvaluator(game, mode.table)
  }
}

function wildOf(game: Game): CompiledWild {
  const symbol = game.symbols.findIndex(({ kind }) => kind === 'wild' || kind === 'book')
  const wild = game.symbols[symbol]
  if (wild?.kind !== 'wild') return { symbol, expands: false, factors: null }
  const factors = wild.multipliers ? weightedList(wild.multipliers, ({ factor }) => factor) : null
  return { symbol, expands: wild.expands === true, factors }
}

function mysteryOf(game: Game): CompiledGame['mystery'] {
  const symbol = game.symbols.findIndex(({ kind }) => kind === 'mystery')
  const mystery = game.symbols[symbol]
  if (mystery?.kind !== 'mystery') return null
  return { symbol, becomes: weightedList(mystery.becomes, (entry) => indexOf(game, entry.symbol)) }
}

function freeSpinsOf(game: Game): CompiledFreeSpins | null {
  const rule = featureOf(game, 'free-spins')
  if (!rule) return null
  const specials = rule.expanding ? weightedList(rule.expanding, (entry) => indexOf(game, entry.symbol)) : null
  return { rule, reels: reelsOf(game, rule.strips), specials }
}

function indexOf(game: Game, id: string): number {
  return game.symbols.findIndex((symbol) => symbol.id === id)
}
