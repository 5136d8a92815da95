import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { lotusFallsStrips } from './strips.ts'

/**
 * Lotus Falls: 5 x 3, 20 lines, winning symbols vanish and the reels fall, each fall with the next multiplier of 1, 2, 3
 * and 5. Three pearls award ten free spins with 3, 6, 9 and 15. The waterfall stands in and never pays as itself.
 * Figures: `docs/par/lotus-falls.md`.
 */
export const lotusFalls: Game = {
  code: 'lotus-falls',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'fall', kind: 'wild' },
    { id: 'pearl', kind: 'scatter' },
    { id: 'lotus', kind: 'ordinary' },
    { id: 'koi', kind: 'ordinary' },
    { id: 'crane', kind: 'ordinary' },
    { id: 'lantern', kind: 'ordinary' },
    { id: 'jade', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(lotusFallsStrips.base), free: reelSetOf(lotusFallsStrips.free) },
  paytable: {
    pearl: [0, 0, 200, 1000],
    lotus: [0, 0, 140, 600, 3000],
    koi: [0, 0, 95, 380, 1500],
    crane: [0, 0, 75, 290, 1000],
    lantern: [0, 0, 72, 240, 720],
    jade: [0, 0, 58, 170, 580],
    ace: [0, 0, 38, 115, 380],
    king: [0, 0, 34, 95, 290],
    queen: [0, 0, 29, 85, 240],
  },
  winMode: {
    kind: 'lines',
    lines: usualLines.slice(0, 20),
  },
  features: [
    { kind: 'tumble', ladder: [1, 2, 3, 5], limit: 30 },
    {
      kind: 'free-spins',
      trigger: { symbol: 'pearl', count: 3 },
      spins: 10,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 30,
      ladder: [3, 6, 9, 15],
    },
  ],
  unitsPerStake: 100,
  stakes: [200, 400, 1000, 2000, 4000, 10000, 20000],
  maxWinTimesStake: 5000,
}
