import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { festivalBellsStrips } from './strips.ts'

/**
 * Festival Bells: 5 x 3, 5 lines, gentle. A bell on the last reels stands in and walks home, one reel to the left in each
 * respin; three drums open three presents. Figures: `docs/par/festival-bells.md`.
 */
export const festivalBells: Game = {
  code: 'festival-bells',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'bell', kind: 'wild' },
    { id: 'drum', kind: 'scatter' },
    { id: 'lantern', kind: 'ordinary' },
    { id: 'fan', kind: 'ordinary' },
    { id: 'kite', kind: 'ordinary' },
    { id: 'mask', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(festivalBellsStrips.base), walk: reelSetOf(festivalBellsStrips.walk) },
  paytable: {
    lantern: [0, 10, 60, 200, 800],
    fan: [0, 6, 44, 125, 400],
    kite: [0, 5, 36, 95, 300],
    mask: [0, 4, 28, 75, 220],
    ace: [0, 0, 16, 48, 130],
    king: [0, 0, 14, 38, 110],
    queen: [0, 0, 12, 32, 100],
  },
  winMode: { kind: 'lines', lines: usualLines.slice(0, 5) },
  features: [
    { kind: 'walking-wilds', strips: 'walk', limit: 12 },
    {
      kind: 'pick',
      trigger: { symbol: 'drum', count: 3 },
      picks: 3,
      prizes: [
        { pay: 40, weight: 50 },
        { pay: 60, weight: 30 },
        { pay: 100, weight: 20 },
        { pay: 200, weight: 10 },
        { pay: 400, weight: 4 },
      ],
    },
  ],
  unitsPerStake: 20,
  stakes: [100, 200, 300, 500, 1000, 2000, 5000],
  maxWinTimesStake: 100,
}
