import { baccarat, playerTieAndPairs } from '../baccarat/game.ts'
import type { ShoeGame } from '../table-game.ts'

/** Baccarat in which a win on the banker pays even money, and half of the stake when the banker wins with 6. */
export const noCommissionBaccarat: ShoeGame = {
  ...baccarat,
  code: 'no-commission-baccarat',
  spots: [
    {
      code: 'banker',
      pays: [
        { when: ['banker-6'], returns: [3, 2] },
        { when: ['banker'], returns: [2, 1] },
        { when: ['tie'], returns: [1, 1] },
      ],
    },
    ...playerTieAndPairs,
  ],
}
