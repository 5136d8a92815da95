import type { DragonTigerMessages } from '../ko/dragon-tiger.ts'

export const messages = {
  dragonTiger: {
    spot: { dragon: 'Dragon', tiger: 'Tiger', tie: 'Tie', 'suited-tie': 'Suited tie' },
    bead: { dragon: 'D', tiger: 'T', tie: '=' },
    result: { dragon: 'Dragon wins', tiger: 'Tiger wins', tie: 'Tie', suited: 'Suited tie' },
    sentence: 'Dragon {dragon}, tiger {tiger}. {winner}.',
    legend: 'D dragon, T tiger, = tie, s suited tie; in the derived roads R red and B blue. Columns are divided by |.',
    rules: {
      goal: 'Dragon and tiger get one card each; the higher rank wins. The ace is the lowest, the king the highest.',
      tie: 'Two cards of one rank are a tie. The tie pays 11 to 1, and half of the stakes on dragon and tiger is returned.',
      suited: 'Two cards of one rank and one suit are a suited tie, which pays 50 to 1. Bets on the tie win as well.',
    },
    keys: 'Q dragon, E tiger, T tie, Shift+T suited tie, R roads',
  },
} as const satisfies DragonTigerMessages
