import type { CardsMessages } from '../ko/cards.ts'

export const messages = {
  cards: {
    dealt: 'Cards are dealt',
    shown: '{side}: {card}',
    card: {
      text: '{rank} of {suit}',
      clubs: 'clubs',
      diamonds: 'diamonds',
      hearts: 'hearts',
      spades: 'spades',
      ace: 'ace',
      jack: 'jack',
      queen: 'queen',
      king: 'king',
    },
    roads: {
      title: 'Roads',
      'bead-plate': 'Bead plate',
      'big-road': 'Big road',
      'big-eye-boy': 'Big eye boy',
      'small-road': 'Small road',
      'cockroach-pig': 'Cockroach pig',
      text: 'As text',
      empty: 'No results yet.',
      next: 'Show the next marks',
      nextNote: 'This only computes which mark either result would add. It predicts nothing.',
      ifWinner: 'If {winner} is next',
      red: 'red',
      blue: 'blue',
      noMark: 'no mark',
      count: '{winner} {count, number}',
      show: 'Open the roads',
    },
    shoe: 'The shoe holds eight decks. When 52 cards are left, a new shoe begins.',
    void: 'A round that is interrupted while bets are open is void, and all stakes are returned. A round whose cards are being dealt is finished with the same cards.',
  },
} as const satisfies CardsMessages
