import type { BaccaratMessages } from '../ko/baccarat.ts'

export const messages = {
  baccarat: {
    spot: {
      banker: 'Banker',
      player: 'Player',
      tie: 'Tie',
      'player-pair': 'Player pair',
      'banker-pair': 'Banker pair',
    },
    six: 'win on 6 {odds}',
    bead: { banker: 'B', player: 'P', tie: 'T' },
    result: { banker: 'Banker wins', player: 'Player wins', tie: 'Tie' },
    points: '{side} {points, number}',
    sentence: 'Player {player, number}, banker {banker, number}. {winner}.',
    legend:
      'B banker, P player, T tie, b banker pair, p player pair; in the derived roads R red and B blue. Columns are divided by |.',
    rules: {
      goal: 'The side whose two or three cards add up closest to 9 wins; only the last digit counts. Aces are 1, tens and court cards 0.',
      natural: 'If the first two cards of a side make 8 or 9 (a natural), no more cards are drawn.',
      playerDraws: 'The player draws a third card on 0 to 5 and stands on 6 or 7.',
      bankerDraws:
        'If the player stands, the banker draws on 0 to 5. If the player draws, the banker always draws on 2 or less, on 3 unless the player’s third card is an 8, on 4 against 2 to 7, on 5 against 4 to 7, and on 6 against 6 or 7.',
      commission: 'A win on the banker pays 0.95 to 1, after a commission of 5%.',
      noCommission: 'A win on the banker pays 1 to 1, but only 0.5 to 1 when the banker wins with 6.',
      tie: 'On a tie, stakes on banker and player are returned.',
      pairs: 'A pair wins if the first two cards of its side have the same rank.',
    },
    keys: 'B banker, P player, T tie, Shift+B banker pair, Shift+P player pair, R roads',
  },
} as const satisfies BaccaratMessages
