import type { Call } from '../table-game.ts'
import { neighboursOf, pockets } from './wheel.ts'

const oneOn = (...spots: readonly string[]): Call['chips'] => spots.map((spot) => ({ spot, count: 1 }))

/** The bets of the racetrack, as they are placed on the layout. */
export const rouletteCalls: readonly Call[] = [
  {
    // The 17 pockets from 22 to 25, clockwise, around the zero: 9 chips.
    code: 'voisins',
    chips: [
      { spot: 'trio-0-2-3', count: 2 },
      ...oneOn('split-4-7', 'split-12-15', 'split-18-21', 'split-19-22', 'split-32-35'),
      { spot: 'corner-25', count: 2 },
    ],
  },
  // The 12 pockets from 27 to 33, opposite: 6 chips.
  {
    code: 'tiers',
    chips: oneOn('split-5-8', 'split-10-11', 'split-13-16', 'split-23-24', 'split-27-30', 'split-33-36'),
  },
  // The 8 pockets between the two: 5 chips.
  { code: 'orphelins', chips: oneOn('straight-1', 'split-6-9', 'split-14-17', 'split-17-20', 'split-31-34') },
  // The 7 pockets from 12 to 15: 4 chips.
  { code: 'zero-game', chips: oneOn('split-0-3', 'split-12-15', 'straight-26', 'split-32-35') },
  ...pockets.map((pocket) => ({
    code: `neighbours-${pocket}`,
    chips: oneOn(...neighboursOf(pocket).map((one) => `straight-${one}`)),
  })),
]
