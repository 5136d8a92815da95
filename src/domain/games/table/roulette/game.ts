import type { StreamGame } from '../table-game.ts'
import { rouletteCalls } from './calls.ts'
import { rouletteSpots } from './spots.ts'

/** European roulette: 37 pockets with a single zero, which loses every bet that does not cover it. */
export const roulette: StreamGame = {
  code: 'roulette',
  version: 1,
  kind: 'roulette',
  seriesRounds: 60,
  spots: rouletteSpots,
  calls: rouletteCalls,
}
