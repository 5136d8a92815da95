import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { kingsChestStrips } from './strips.ts'

/**
 * King's Chest: 5 x 3, 20 lines, the king as wild on reels 2 to 5, and chests: two pay the stake, three or more also open for three
 * picks.
 * Every round is linked to the three jackpots: for each unit staked, the mega is hit by one of 4 000 million results, the major
 * by 8 and the minor by 50. Figures: `docs/par/kings-chest.md`.
 */
export const kingsChest: Game = {
  code: 'kings-chest',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'monarch', kind: 'wild' },
    { id: 'chest', kind: 'scatter' },
    { id: 'crown', kind: 'ordinary' },
    { id: 'sceptre', kind: 'ordinary' },
    { id: 'chalice', kind: 'ordinary' },
    { id: 'ring', kind: 'ordinary' },
    { id: 'key', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
    { id: 'ten', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(kingsChestStrips.base) },
  paytable: {
    chest: [0, 20, 60, 200, 1000],
    crown: [0, 0, 60, 250, 1000],
    sceptre: [0, 0, 40, 150, 600],
    chalice: [0, 0, 30, 120, 500],
    ring: [0, 0, 20, 80, 350],
    key: [0, 0, 15, 60, 250],
    ace: [0, 0, 10, 40, 150],
    king: [0, 0, 10, 30, 125],
    queen: [0, 0, 5, 25, 100],
    jack: [0, 0, 5, 20, 100],
    ten: [0, 0, 5, 15, 80],
  },
  winMode: { kind: 'lines', lines: usualLines.slice(0, 20) },
  features: [
    {
      kind: 'pick',
      trigger: { symbol: 'chest', count: 3 },
      picks: 3,
      prizes: [
        { pay: 100, weight: 4060 },
        { pay: 160, weight: 2460 },
        { pay: 240, weight: 1720 },
        { pay: 400, weight: 1100 },
        { pay: 800, weight: 440 },
        { pay: 2000, weight: 200 },
        { pay: 10_000, weight: 20 },
      ],
    },
    {
      kind: 'jackpot-link',
      of: 4_000_000_000,
      tiers: [
        { tier: 'mega', chance: 1 },
        { tier: 'major', chance: 8 },
        { tier: 'minor', chance: 50 },
      ],
    },
  ],
  unitsPerStake: 20,
  stakes: [200, 400, 1000, 2000, 4000, 10_000, 20_000],
  maxWinTimesStake: 1000,
}
