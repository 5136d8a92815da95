import type { CompiledGame } from '#domain/games/slot/compiled.ts'
import type { CompiledReels } from '#domain/games/slot/reels.ts'

/**
 * What wins are counted on, by the stops of a reel: mystery symbols replaced and reels with an expanding wild wild as a
 * whole. A game with a mystery symbol has one such set for each symbol that it can become.
 */
export type SeenReels = {
  /** How many of `totalWeight` equally likely choices of the mystery symbol give this set. */
  weight: number
  totalWeight: number
  lengths: readonly number[]
  /** `windows[reel][stop * rows + row]`, as in the compiled reels. */
  windows: readonly Uint8Array[]
}

export function seenReelsOf(compiled: CompiledGame, reels: CompiledReels): SeenReels[] {
  const { mystery } = compiled
  const { lengths } = reels
  const isShown = mystery !== null && reels.windows.some((window) => window.includes(mystery.symbol))
  if (!isShown) return [{ weight: 1, totalWeight: 1, lengths, windows: expanded(compiled, reels.windows) }]
  return mystery.becomes.values.map((symbol, index) => ({
    weight: mystery.becomes.weights[index] ?? 0,
    totalWeight: mystery.becomes.total,
    lengths,
    windows: expanded(
      compiled,
      reels.windows.map((window) => window.map((shown) => (shown === mystery.symbol ? symbol : shown))),
    ),
  }))
}

function expanded({ wild, rows }: CompiledGame, windows: readonly Uint8Array[]): readonly Uint8Array[] {
  if (!wild.expands) return windows
  return windows.map((window) =>
    window.map((shown, place) => {
      const first = place - (place % rows)
      return window.subarray(first, first + rows).includes(wild.symbol) ? wild.symbol : shown
    }),
  )
}

/** For each stop of each reel, how many of its cells show the symbol. */
export function shownCounts(windows: readonly Uint8Array[], rows: number, symbol: number): Uint8Array[] {
  return windows.map((window) =>
    Uint8Array.from(
      { length: window.length / rows },
      (_, stop) => window.subarray(stop * rows, (stop + 1) * rows).filter((shown) => shown === symbol).length,
    ),
  )
}
