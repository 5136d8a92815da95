import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { sageTurtleStrips } from './strips.ts'

/**
 * Sage Turtle: 5 x 3, 20 lines. Shells come three high and open together as one symbol; three gates award eight free
 * spins in which every turtle stays where it landed. Figures: `docs/par/sage-turtle.md`.
 */
export const sageTurtle: Game = {
  code: 'sage-turtle',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'turtle', kind: 'wild' },
    { id: 'gate', kind: 'scatter' },
    {
      id: 'shell',
      kind: 'mystery',
      becomes: [
        { symbol: 'crane', weight: 1 },
        { symbol: 'gourd', weight: 2 },
        { symbol: 'teapot', weight: 3 },
        { symbol: 'bamboo', weight: 4 },
        { symbol: 'ace', weight: 5 },
        { symbol: 'king', weight: 5 },
        { symbol: 'queen', weight: 5 },
        { symbol: 'jack', weight: 5 },
      ],
    },
    { id: 'crane', kind: 'ordinary' },
    { id: 'gourd', kind: 'ordinary' },
    { id: 'teapot', kind: 'ordinary' },
    { id: 'bamboo', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(sageTurtleStrips.base), free: reelSetOf(sageTurtleStrips.free) },
  paytable: {
    turtle: [0, 0, 50, 200, 800],
    gate: [0, 0, 40, 200, 1000],
    crane: [0, 0, 40, 125, 500],
    gourd: [0, 0, 26, 80, 300],
    teapot: [0, 0, 20, 60, 220],
    bamboo: [0, 0, 15, 48, 160],
    ace: [0, 0, 8, 25, 80],
    king: [0, 0, 8, 22, 70],
    queen: [0, 0, 6, 18, 60],
    jack: [0, 0, 6, 16, 55],
  },
  winMode: { kind: 'lines', lines: usualLines.slice(0, 20) },
  features: [
    {
      kind: 'free-spins',
      trigger: { symbol: 'gate', count: 3 },
      spins: 8,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 8,
      wilds: 'sticky',
    },
  ],
  unitsPerStake: 20,
  stakes: [100, 200, 500, 1000, 2000, 5000, 10000, 20000],
  maxWinTimesStake: 1000,
}
