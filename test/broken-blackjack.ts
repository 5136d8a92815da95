import { blackjack } from '#domain/games/blackjack/game.ts'

/** Data of blackjack that break a rule of `docs/fairness.md`, section 14.2, by the field that is named. */
export const brokenBlackjack: readonly (readonly [field: string, data: object])[] = [
  ['code', { ...blackjack, code: 'Black Jack' }],
  ['code', { ...blackjack, code: '' }],
  ['version', { ...blackjack, version: 0 }],
  ['decks', { ...blackjack, decks: 0 }],
  ['decks', { ...blackjack, decks: 17 }],
  ['dealerSoft17', { ...blackjack, dealerSoft17: 'draw' }],
  ['dealerSoft17', { ...blackjack, dealerSoft17: ['hit'] }],
  ['unitsPerStake', { ...blackjack, unitsPerStake: 0 }],
  ['unitsPerStake', { ...blackjack, unitsPerStake: 1_000_001 }],
  ['blackjackReturns', { ...blackjack, blackjackReturns: '5' }],
  ['blackjackReturns', { ...blackjack, blackjackReturns: 1_000_001 }],
  ['insuranceStake', { ...blackjack, insuranceStake: 0 }],
  ['insuranceReturns', { ...blackjack, insuranceReturns: true }],
  ['mostHands', { ...blackjack, mostHands: 0 }],
  ['mostHands', { ...blackjack, mostHands: 9 }],
  ['surrender', { ...blackjack, surrender: true }],
  ['spots', { ...blackjack, spots: [] }],
  ['mostHands', Object.fromEntries(Object.entries(blackjack).filter(([key]) => key !== 'mostHands'))],
]
