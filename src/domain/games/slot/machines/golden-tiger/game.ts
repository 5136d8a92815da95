import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { goldenTigerStrips } from './strips.ts'

/**
 * Golden Tiger: 5 x 3, 20 lines, a tiger as wild, coins that award ten free spins at twice the pay, up to thirty in one
 * round. Figures: `docs/par/golden-tiger.md`. The strips come from `npm run math -- tune golden-tiger`.
 */
export const goldenTiger: Game = {
  code: 'golden-tiger',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'tiger', kind: 'wild' },
    { id: 'coin', kind: 'scatter' },
    { id: 'dragon', kind: 'ordinary' },
    { id: 'turtle', kind: 'ordinary' },
    { id: 'eagle', kind: 'ordinary' },
    { id: 'fan', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
    { id: 'ten', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(goldenTigerStrips.base), free: reelSetOf(goldenTigerStrips.free) },
  paytable: {
    tiger: [0, 0, 50, 250, 1000],
    coin: [0, 0, 40, 200, 1000],
    dragon: [0, 0, 50, 200, 750],
    turtle: [0, 0, 40, 150, 500],
    eagle: [0, 0, 30, 100, 400],
    fan: [0, 0, 25, 75, 300],
    ace: [0, 0, 10, 40, 150],
    king: [0, 0, 10, 30, 125],
    queen: [0, 0, 5, 25, 100],
    jack: [0, 0, 5, 20, 100],
    ten: [0, 0, 5, 15, 80],
  },
  winMode: {
    kind: 'lines',
    lines: usualLines.slice(0, 20),
  },
  features: [
    {
      kind: 'free-spins',
      trigger: { symbol: 'coin', count: 3 },
      spins: 10,
      multiplier: 2,
      strips: 'free',
      spinsLimit: 30,
    },
  ],
  unitsPerStake: 20,
  stakes: [200, 400, 1000, 2000, 4000, 10_000, 20_000],
  maxWinTimesStake: 20_000,
}
