import type { ShoeGame } from '../table-game.ts'

/** Dragon Tiger from eight decks. A tie takes half of a stake on a side. */
export const dragonTiger: ShoeGame = {
  code: 'dragon-tiger',
  version: 1,
  kind: 'dragon-tiger',
  decks: 8,
  behindCut: 52,
  spots: [
    ...['dragon', 'tiger'].map((side) => ({
      code: side,
      pays: [
        { when: [side], returns: [2, 1] as const },
        { when: ['tie'], returns: [1, 2] as const },
      ],
    })),
    { code: 'tie', pays: [{ when: ['tie'], returns: [12, 1] }] },
    { code: 'suited-tie', pays: [{ when: ['suited-tie'], returns: [51, 1] }] },
  ],
  calls: [],
}
