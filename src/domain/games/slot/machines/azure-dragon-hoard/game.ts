import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { azureDragonHoardStrips } from './strips.ts'

/**
 * Azure Dragon Hoard: 5 x 3, 25 lines, and two events. A dragon on one of the middle reels rises over the whole reel, in
 * every fifth spin; no strip has a coin so near that it would cover one. Six coins stay, and three respins gather more:
 * once in 129 spins, for 44 times the stake on average. A window full of coins adds 1 500 times the stake; with a coin of
 * 500 times it reaches the largest win, once in 4.1 million rounds. Figures: `docs/par/azure-dragon-hoard.md`.
 */
export const azureDragonHoard: Game = {
  code: 'azure-dragon-hoard',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'dragon', kind: 'wild', expands: true },
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
    pearl: [0, 0, 200, 800, 4000],
    scroll: [0, 0, 140, 600, 2500],
    gong: [0, 0, 120, 400, 1500],
    lantern: [0, 0, 100, 300, 1000],
    ace: [0, 0, 40, 150, 600],
    king: [0, 0, 40, 120, 500],
    queen: [0, 0, 40, 100, 400],
    jack: [0, 0, 30, 100, 400],
    ten: [0, 0, 30, 80, 300],
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
      landing: { chance: 58, of: 1000 },
      values: [
        { pay: 100, weight: 500 },
        { pay: 200, weight: 540 },
        { pay: 300, weight: 360 },
        { pay: 500, weight: 300 },
        { pay: 800, weight: 140 },
        { pay: 1000, weight: 90 },
        { pay: 1500, weight: 40 },
        { pay: 2500, weight: 18 },
        { pay: 5000, weight: 8 },
        { pay: 10000, weight: 3 },
        { pay: 50000, weight: 1 },
      ],
      full: 150000,
    },
  ],
  unitsPerStake: 100,
  stakes: [100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000],
  maxWinTimesStake: 2000,
}
