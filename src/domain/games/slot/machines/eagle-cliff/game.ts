import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { eagleCliffStrips } from './strips.ts'

/**
 * Eagle Cliff: 5 x 4, 1024 ways. Eagles stand in on reels 2 to 4 and bring a factor of 1, 2 or 3 each, which multiply one
 * another; three nests award ten free spins with four eagles on each of these reels. Figures: `docs/par/eagle-cliff.md`.
 */
export const eagleCliff: Game = {
  code: 'eagle-cliff',
  version: 1,
  grid: { reels: 5, rows: 4 },
  symbols: [
    {
      id: 'eagle',
      kind: 'wild',
      multipliers: [
        { factor: 1, weight: 5 },
        { factor: 2, weight: 3 },
        { factor: 3, weight: 2 },
      ],
    },
    { id: 'nest', kind: 'scatter' },
    { id: 'ibex', kind: 'ordinary' },
    { id: 'lynx', kind: 'ordinary' },
    { id: 'marmot', kind: 'ordinary' },
    { id: 'edelweiss', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
    { id: 'ten', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(eagleCliffStrips.base), free: reelSetOf(eagleCliffStrips.free) },
  paytable: {
    nest: [0, 0, 40, 200, 1000],
    ibex: [0, 0, 15, 43, 155],
    lynx: [0, 0, 11, 29, 95],
    marmot: [0, 0, 8, 22, 64],
    edelweiss: [0, 0, 6, 17, 50],
    ace: [0, 0, 3, 8, 21],
    king: [0, 0, 3, 8, 20],
    queen: [0, 0, 2, 6, 16],
    jack: [0, 0, 2, 5, 13],
    ten: [0, 0, 2, 5, 11],
  },
  winMode: { kind: 'ways' },
  features: [
    {
      kind: 'free-spins',
      trigger: { symbol: 'nest', count: 3 },
      spins: 10,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 40,
    },
  ],
  unitsPerStake: 40,
  stakes: [200, 400, 1000, 2000, 4000, 10000, 20000],
  maxWinTimesStake: 1000,
}
