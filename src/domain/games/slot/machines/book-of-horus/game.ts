import { usualLines } from '#domain/games/slot/usual-lines.ts'
import type { Game } from '#domain/games/game.ts'
import { reelSetOf } from '#domain/games/slot/reel-set.ts'
import { bookOfHorusStrips } from './strips.ts'

/**
 * Book of Horus: 5 x 3, 10 lines. The book stands in and is the scatter; three of them award ten free spins with a special
 * symbol, drawn before, that covers its reels. A window full of Horus pays the largest win. Figures: `docs/par/book-of-horus.md`.
 */
export const bookOfHorus: Game = {
  code: 'book-of-horus',
  version: 1,
  grid: { reels: 5, rows: 3 },
  symbols: [
    { id: 'book', kind: 'book' },
    { id: 'horus', kind: 'ordinary' },
    { id: 'pharaoh', kind: 'ordinary' },
    { id: 'scarab', kind: 'ordinary' },
    { id: 'ankh', kind: 'ordinary' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'king', kind: 'ordinary' },
    { id: 'queen', kind: 'ordinary' },
    { id: 'jack', kind: 'ordinary' },
    { id: 'ten', kind: 'ordinary' },
  ],
  strips: { base: reelSetOf(bookOfHorusStrips.base), free: reelSetOf(bookOfHorusStrips.free) },
  paytable: {
    book: [0, 0, 20, 200, 2000],
    horus: [0, 10, 90, 1000, 5000],
    pharaoh: [0, 5, 40, 300, 1500],
    scarab: [0, 5, 30, 100, 600],
    ankh: [0, 5, 25, 80, 500],
    ace: [0, 0, 5, 30, 125],
    king: [0, 0, 5, 25, 110],
    queen: [0, 0, 5, 25, 100],
    jack: [0, 0, 5, 20, 90],
    ten: [0, 0, 5, 20, 80],
  },
  winMode: { kind: 'lines', lines: usualLines.slice(0, 10) },
  features: [
    {
      kind: 'free-spins',
      trigger: { symbol: 'book', count: 3 },
      spins: 10,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 50,
      expanding: [
        { symbol: 'horus', weight: 1 },
        { symbol: 'pharaoh', weight: 1 },
        { symbol: 'scarab', weight: 1 },
        { symbol: 'ankh', weight: 1 },
        { symbol: 'ace', weight: 1 },
        { symbol: 'king', weight: 1 },
        { symbol: 'queen', weight: 1 },
        { symbol: 'jack', weight: 1 },
        { symbol: 'ten', weight: 1 },
      ],
    },
  ],
  unitsPerStake: 10,
  stakes: [100, 200, 500, 1000, 2000, 5000, 10000, 20000],
  maxWinTimesStake: 5000,
}
