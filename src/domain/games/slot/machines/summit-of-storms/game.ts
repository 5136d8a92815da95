import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { summitOfStormsStrips } from './strips.ts'

/**
 * Summit of Storms: 6 x 5, eight or more of a symbol pay wherever they stand. They vanish and the rest fall, each fall with
 * the next multiplier of 1, 2, 3, 5, 8 and 10. Four storms award twelve free spins in which the multiplier climbs up to 100
 * and never resets. Figures: `docs/par/summit-of-storms.md`.
 */
export const summitOfStorms: Game = {
  code: 'summit-of-storms',
  version: 1,
  grid: { reels: 6, rows: 5 },
  symbols: [
    { id: 'storm', kind: 'scatter' },
    { id: 'goat', kind: 'ordinary' },
    { id: 'axe', kind: 'ordinary' },
    { id: 'horn', kind: 'ordinary' },
    { id: 'lantern', kind: 'ordinary' },
    { id: 'crystal', kind: 'ordinary' },
    { id: 'sapphire', kind: 'ordinary' },
    { id: 'emerald', kind: 'ordinary' },
    { id: 'amber', kind: 'ordinary' },
    { id: 'garnet', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(summitOfStormsStrips.base), free: reelSetOf(summitOfStormsStrips.free) },
  paytable: {
    storm: [0, 0, 0, 300, 500, 10000],
    goat: [250, 620, 4000],
    axe: [135, 310, 1400],
    horn: [115, 250, 1050],
    lantern: [62, 140, 580],
    crystal: [45, 103, 450],
    sapphire: [37, 85, 375],
    emerald: [29, 64, 280],
    amber: [24, 52, 220],
    garnet: [21, 46, 190],
  },
  winMode: { kind: 'anywhere', sizes: [8, 10, 12] },
  features: [
    { kind: 'tumble', ladder: [1, 2, 3, 5, 8, 10], limit: 40 },
    {
      kind: 'free-spins',
      trigger: { symbol: 'storm', count: 4 },
      spins: 12,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 36,
      ladder: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 50, 75, 100],
      keepsLadder: true,
    },
  ],
  unitsPerStake: 100,
  stakes: [200, 400, 1000, 2000, 4000, 10000, 20000],
  maxWinTimesStake: 5000,
}
