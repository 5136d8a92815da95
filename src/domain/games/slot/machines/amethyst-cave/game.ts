import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { amethystCaveStrips } from './strips.ts'

/**
 * Amethyst Cave: 7 x 7, clusters of five or more. Gems of a cluster vanish and the rest fall; geodes come three high and
 * open together as one gem. Three bats award eight free spins in which each fall raises a multiplier that never resets.
 * Figures: `docs/par/amethyst-cave.md`.
 */
export const amethystCave: Game = {
  code: 'amethyst-cave',
  version: 1,
  grid: { reels: 7, rows: 7 },
  symbols: [
    { id: 'lamp', kind: 'wild' },
    { id: 'bat', kind: 'scatter' },
    {
      id: 'geode',
      kind: 'mystery',
      becomes: [
        { symbol: 'amethyst', weight: 1 },
        { symbol: 'ruby', weight: 2 },
        { symbol: 'topaz', weight: 3 },
        { symbol: 'emerald', weight: 4 },
        { symbol: 'opal', weight: 5 },
        { symbol: 'quartz', weight: 5 },
        { symbol: 'agate', weight: 5 },
        { symbol: 'flint', weight: 5 },
      ],
    },
    { id: 'amethyst', kind: 'ordinary' },
    { id: 'ruby', kind: 'ordinary' },
    { id: 'topaz', kind: 'ordinary' },
    { id: 'emerald', kind: 'ordinary' },
    { id: 'opal', kind: 'ordinary' },
    { id: 'quartz', kind: 'ordinary' },
    { id: 'agate', kind: 'ordinary' },
    { id: 'flint', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(amethystCaveStrips.base), free: reelSetOf(amethystCaveStrips.free) },
  paytable: {
    bat: [0, 0, 200, 1000],
    amethyst: [250, 350, 500, 750, 1250, 2250, 5000, 12500, 30000],
    ruby: [180, 250, 360, 540, 900, 1600, 3600, 9000, 21000],
    topaz: [125, 175, 250, 375, 625, 1125, 2500, 6250, 15000],
    emerald: [100, 140, 200, 300, 500, 900, 2000, 5000, 12000],
    opal: [75, 105, 150, 225, 375, 675, 1500, 3750, 9000],
    quartz: [65, 90, 130, 195, 325, 585, 1300, 3250, 8000],
    agate: [55, 75, 110, 165, 275, 500, 1100, 2750, 7000],
    flint: [50, 70, 100, 150, 250, 450, 1000, 2500, 6000],
  },
  winMode: { kind: 'cluster', sizes: [5, 6, 7, 8, 10, 12, 15, 20, 25] },
  features: [
    { kind: 'tumble', ladder: [1], limit: 30 },
    {
      kind: 'free-spins',
      trigger: { symbol: 'bat', count: 3 },
      spins: 8,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 24,
      ladder: [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40],
      keepsLadder: true,
    },
  ],
  unitsPerStake: 100,
  stakes: [200, 400, 1000, 2000, 4000, 10000, 20000],
  maxWinTimesStake: 1000,
}
