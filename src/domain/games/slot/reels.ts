import type { Game, ReelSet } from '#domain/games/game.ts'

/** A reel set prepared for fast play. */
export type CompiledReels = {
  name: string
  /** Stops per reel. */
  lengths: readonly number[]
  /** `windows[reel][stop * rows + row]` is the symbol shown on a row when the reel rests at `stop`. */
  windows: readonly Uint8Array[]
  /** `scatters[reel][stop]` is how many scatters that window shows. */
  scatters: readonly Uint8Array[]
}

/** Prepares the reel set of a name. */
export function reelsOf(game: Game, name: string): CompiledReels {
  const strips: ReelSet = game.strips[name] ?? []
  const { rows } = game.grid
  const windows = strips.map((strip) => {
    const window = new Uint8Array(strip.length * rows)
    for (let stop = 0; stop < strip.length; stop++) {
      for (let row = 0; row < rows; row++) {
        window[stop * rows + row] = game.symbols.findIndex(({ id }) => id === strip[(stop + row) % strip.length])
      }
    }
    return window
  })
  const isScatter = Uint8Array.from(game.symbols, ({ kind }) => Number(kind === 'scatter' || kind === 'book'))
  const scatters = windows.map((window) =>
    Uint8Array.from(
      { length: window.length / rows },
      (_, stop) => window.subarray(stop * rows, (stop + 1) * rows).filter((symbol) => isScatter[symbol] === 1).length,
    ),
  )
  return { name, lengths: strips.map((strip) => strip.length), windows, scatters }
}
