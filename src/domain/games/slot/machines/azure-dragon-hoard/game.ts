import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { azureDragonHoardStrips } from './strips.ts'

/**
 * Azure Dragon Hoard: 5 x 3, 25 lines, a dragon as wild, and stacked coins: six of them stay, and three respins gather
 * more. A window full of coins adds 500 times the stake. Figures: `docs/par/azure-dragon-hoard.md`.
 */
export const azureDragonHoard: Game = {
  code: 'azure-dragon-hoard',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'dragon', kind: 'wild' },
    { id: 'coin', kind: 'coin' },
    { id: 'pearl', kind: 'ordinary' },
    { id: 'scroll', kind: 'ordinary' },
    { id: 'gong', kind: 'ordinary' },
    { id: 'lantern', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
    { id: 'ten', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(azureDragonHoardStrips.base) },
  paytable: {
    dragon: [0, 0, 200, 1000, 5000],
    pearl: [0, 0, 180, 800, 4000],
    scroll: [0, 0, 140, 600, 2500],
    gong: [0, 0, 120, 400, 1500],
    lantern: [0, 0, 100, 300, 1000],
    ace: [0, 0, 40, 150, 600],
    king: [0, 0, 40, 120, 500],
    queen: [0, 0, 32, 100, 400],
    jack: [0, 0, 28, 100, 400],
    ten: [0, 0, 28, 80, 320],
  },
  winMode: {
    kind: 'lines',
    lines: usualLines,
  },
  features: [
    {
      kind: 'hold-and-win',
      trigger: { symbol: 'coin', count: 6 },
      respins: 3,
      landing: { chance: 15, of: 160 },
      values: [
        { pay: 100, weight: 500 },
        { pay: 200, weight: 260 },
        { pay: 300, weight: 120 },
        { pay: 500, weight: 70 },
        { pay: 1000, weight: 36 },
        { pay: 2500, weight: 12 },
        { pay: 10000, weight: 2 },
      ],
      full: 50000,
    },
  ],
  unitsPerStake: 100,
  stakes: [200, 400, 1000, 2000, 4000, 10000, 20000],
  maxWinTimesStake: 2000,
}
