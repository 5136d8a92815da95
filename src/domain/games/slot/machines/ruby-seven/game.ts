import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { rubySevenStrips } from './strips.ts'

/**
 * Ruby Seven: 3 x 3, 5 lines. A ruby on the middle reel stands in and covers its reel, in every fifth spin; three wheels turn
 * the wheel of prizes, whose largest is the machine's largest win. Figures: `docs/par/ruby-seven.md`.
 */
export const rubySeven: Game = {
  code: 'ruby-seven',
  version: 1,
  grid: { reels: 3, rows: 3 },
  symbols: [
    { id: 'ruby', kind: 'wild', expands: true },
    { id: 'wheel', kind: 'scatter' },
    { id: 'seven', kind: 'ordinary' },
    { id: 'bell', kind: 'ordinary' },
    { id: 'star', kind: 'ordinary' },
    { id: 'bar', kind: 'ordinary' },
    { id: 'cherry', kind: 'ordinary' },
    { id: 'plum', kind: 'ordinary' },
    { id: 'lemon', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(rubySevenStrips.base) },
  paytable: {
    seven: [0, 0, 600],
    bell: [0, 0, 180],
    star: [0, 0, 120],
    bar: [0, 0, 70],
    cherry: [0, 0, 36],
    plum: [0, 0, 24],
    lemon: [0, 0, 14],
  },
  winMode: {
    kind: 'lines',
    lines: [
      [1, 1, 1],
      [0, 0, 0],
      [2, 2, 2],
      [0, 1, 2],
      [2, 1, 0],
    ],
  },
  features: [
    {
      kind: 'pick',
      trigger: { symbol: 'wheel', count: 3 },
      picks: 1,
      prizes: [
        { pay: 200, weight: 320 },
        { pay: 300, weight: 280 },
        { pay: 500, weight: 220 },
        { pay: 1000, weight: 120 },
        { pay: 2000, weight: 45 },
        { pay: 4000, weight: 12 },
        { pay: 10000, weight: 3 },
      ],
    },
  ],
  unitsPerStake: 20,
  stakes: [100, 200, 500, 1000, 2000, 5000, 10000],
  maxWinTimesStake: 500,
}
