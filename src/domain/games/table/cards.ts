/**
 * Playing cards as numbers from 0 to 51: suit × 13 + rank - 1, with the suits clubs, diamonds, hearts, spades and the ranks
 * 1 (ace) to 13 (king).
 */
export type Card = number

export const cardsInDeck = 52
const suits = 'CDHS'
const ranks = 'A23456789TJQK'

/** 1 for an ace to 13 for a king. */
export function rankOf(card: Card): number {
  return (card % 13) + 1
}

/** 0 to 3: clubs, diamonds, hearts, spades. */
export function suitOf(card: Card): number {
  return Math.floor(card / 13)
}

/** A card as two letters, rank and suit: `"AS"`, `"TD"`. Throws RangeError for a number that is no card. */
export function cardText(card: Card): string {
  const [rank, suit] = [ranks[card % 13], suits[suitOf(card)]]
  if (rank === undefined || suit === undefined) throw new RangeError(`${card} is no card.`)
  return rank + suit
}

/** The card of two letters. Throws RangeError for another text. */
export function cardOf(text: string): Card {
  const [rank, suit] = [ranks.indexOf(text[0] ?? ' '), suits.indexOf(text[1] ?? ' ')]
  if (text.length !== 2 || rank < 0 || suit < 0) throw new RangeError(`"${text}" is no card.`)
  return suit * 13 + rank
}
