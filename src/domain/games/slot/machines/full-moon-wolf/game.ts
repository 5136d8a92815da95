import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { fullMoonWolfStrips } from './strips.ts'

/**
 * Full-Moon Wolf: 5 x 3, 243 ways. Wolves stand in and come three high on reels 2 to 5, so that one often fills its reel;
 * three moons award eight free spins on reels with two and three packs each. Figures: `docs/par/full-moon-wolf.md`.
 */
export const fullMoonWolf: Game = {
  code: 'full-moon-wolf',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'wolf', kind: 'wild' },
    { id: 'moon', kind: 'scatter' },
    { id: 'owl', kind: 'ordinary' },
    { id: 'bear', kind: 'ordinary' },
    { id: 'stag', kind: 'ordinary' },
    { id: 'raven', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(fullMoonWolfStrips.base), free: reelSetOf(fullMoonWolfStrips.free) },
  paytable: {
    moon: [0, 0, 100, 500, 2500],
    owl: [0, 0, 22, 62, 240],
    bear: [0, 0, 15, 38, 120],
    stag: [0, 0, 12, 29, 95],
    raven: [0, 0, 10, 24, 72],
    ace: [0, 0, 4, 10, 29],
    king: [0, 0, 4, 9, 24],
    queen: [0, 0, 3, 7, 21],
    jack: [0, 0, 3, 7, 19],
  },
  winMode: { kind: 'ways' },
  features: [
    {
      kind: 'free-spins',
      trigger: { symbol: 'moon', count: 3 },
      spins: 8,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 40,
    },
  ],
  unitsPerStake: 50,
  stakes: [200, 400, 1000, 2000, 4000, 10000, 20000],
  maxWinTimesStake: 1000,
}
