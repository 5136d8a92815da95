import type { ShoeGame, Spot } from '../table-game.ts'

/** What every baccarat of ours pays alike; a tie gives stakes on the sides back. */
export const playerTieAndPairs: readonly Spot[] = [
  {
    code: 'player',
    pays: [
      { when: ['player'], returns: [2, 1] },
      { when: ['tie'], returns: [1, 1] },
    ],
  },
  { code: 'tie', pays: [{ when: ['tie'], returns: [9, 1] }] },
  { code: 'player-pair', pays: [{ when: ['player-pair'], returns: [12, 1] }] },
  { code: 'banker-pair', pays: [{ when: ['banker-pair'], returns: [12, 1] }] },
]

/** Baccarat from eight decks. A win on the banker pays 19 for 20, a commission of 5 %. */
export const baccarat: ShoeGame = {
  code: 'baccarat',
  version: 1,
  kind: 'baccarat',
  decks: 8,
  behindCut: 52,
  spots: [
    {
      code: 'banker',
      pays: [
        { when: ['banker'], returns: [39, 20] },
        { when: ['tie'], returns: [1, 1] },
      ],
    },
    ...playerTieAndPairs,
  ],
  calls: [],
}
