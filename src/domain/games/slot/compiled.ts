import type { FreeSpins, Game, ReelSet } from '#domain/games/game.ts'
import { lineTableOf, type LineTable } from './lines.ts'

/** A game prepared for fast play: names become indices, strips become windows, pays become tables. */
export type CompiledGame = {
  game: Game
  reels: number
  rows: number
  table: LineTable
  /** `lines[line * reels + reel]` is a row. */
  lines: Uint8Array
  base: CompiledReels
  /** The scatter's index among the symbols and what 0, 1, 2 … of it in view pay, in units. */
  scatter: { symbol: number; pays: readonly number[] }
  freeSpins: { rule: FreeSpins; reels: CompiledReels } | null
}

export type CompiledReels = {
  name: string
  /** Stops per reel. */
  lengths: readonly number[]
  /** `windows[reel][stop * rows + row]` is the symbol shown on a row when the reel rests at `stop`. */
  windows: readonly Uint8Array[]
  /** `scatters[reel][stop]` is how many scatters that window shows. */
  scatters: readonly Uint8Array[]
}

const compiledGames = new WeakMap<Game, CompiledGame>()

/** Compiles a game, once per game. Throws an Error that names the fault in inconsistent data. */
export function compile(game: Game): CompiledGame {
  const cached = compiledGames.get(game)
  if (cached) return cached
  checkData(game)
  const scatter = game.symbols.findIndex((symbol) => symbol.kind === 'scatter')
  const feature = game.features.find((candidate) => candidate.kind === 'free-spins')
  const freeStrips = feature && game.strips[feature.strips]
  const compiled: CompiledGame = {
    game,
    reels: game.grid.reels,
    rows: game.grid.rows,
    table: lineTableOf(game),
    lines: Uint8Array.from(game.winMode.lines.flat()),
    base: reelsOf(game, 'base', game.strips.base),
    scatter: { symbol: scatter, pays: [0, ...(game.paytable[game.symbols[scatter]?.id ?? ''] ?? [])] },
    freeSpins: feature && freeStrips ? { rule: feature, reels: reelsOf(game, feature.strips, freeStrips) } : null,
  }
  compiledGames.set(game, compiled)
  return compiled
}

function reelsOf(game: Game, name: string, strips: ReelSet): CompiledReels {
  const windows = strips.map((strip) => {
    const window = new Uint8Array(strip.length * game.grid.rows)
    for (let stop = 0; stop < strip.length; stop++) {
      for (let row = 0; row < game.grid.rows; row++) {
        const id = strip[(stop + row) % strip.length]
        window[stop * game.grid.rows + row] = game.symbols.findIndex((symbol) => symbol.id === id)
      }
    }
    return window
  })
  const isScatter = (index: number) => game.symbols[index]?.kind === 'scatter'
  const scatters = windows.map((window) =>
    Uint8Array.from(
      { length: window.length / game.grid.rows },
      (_, stop) =>
        window.subarray(stop * game.grid.rows, (stop + 1) * game.grid.rows).filter((index) => isScatter(index)).length,
    ),
  )
  return { name, lengths: strips.map((strip) => strip.length), windows, scatters }
}

/** Checks what types cannot express. */
function checkData(game: Game): void {
  const { reels, rows } = game.grid
  const ids = game.symbols.map((symbol) => symbol.id)
  const fail = (why: string): never => {
    throw new Error(`Game ${game.code}: ${why}.`)
  }
  if (new Set(ids).size !== ids.length) fail('two symbols share an id')
  for (const kind of ['wild', 'scatter'] as const) {
    if (game.symbols.filter((symbol) => symbol.kind === kind).length > 1) fail(`more than one ${kind}`)
  }
  for (const [name, strips] of Object.entries(game.strips)) {
    if (strips.length !== reels) fail(`reel set ${name} has ${strips.length} strips for ${reels} reels`)
    for (const strip of strips) {
      const unknown = strip.find((id) => !ids.includes(id))
      if (unknown !== undefined) fail(`reel set ${name} shows the unknown symbol ${unknown}`)
      if (strip.length < rows) fail(`a strip of reel set ${name} is shorter than the window`)
    }
  }
  for (const [id, pays] of Object.entries(game.paytable)) {
    if (!ids.includes(id)) fail(`the paytable names the unknown symbol ${id}`)
    if (pays.some((pay) => !Number.isSafeInteger(pay) || pay < 0)) fail(`a pay of ${id} is not a whole number`)
  }
  for (const line of game.winMode.lines) {
    if (line.length !== reels || line.some((row) => !Number.isInteger(row) || row < 0 || row >= rows)) {
      fail(`line ${line.join('-')} does not fit the grid`)
    }
  }
  for (const feature of game.features) {
    if (!game.strips[feature.strips]) fail(`its free spins name the unknown reel set ${feature.strips}`)
    const trigger = game.symbols.find((symbol) => symbol.id === feature.trigger.symbol)
    if (trigger?.kind !== 'scatter') fail('its free spins are triggered by a symbol that is no scatter')
    if (feature.spinsLimit < feature.spins) fail('its limit of free spins is below one award')
  }
  if (game.stakes.some((stake) => !Number.isSafeInteger(stake) || stake < 1)) fail('a stake is not a whole number')
}
