import { rankOf, type Card } from '../table/cards.ts'

/** 1 for an ace, 2 to 9, and 10 for tens and court cards. */
export function valueOf(card: Card): number {
  return Math.min(rankOf(card), 10)
}

/** The total of cards; `isSoft` when an ace counts 11 in it. */
export type HandTotal = { total: number; isSoft: boolean }

/** One ace counts 11 where the total stays at 21 or below; all others count 1. */
export function totalOf(cards: readonly Card[]): HandTotal {
  const least = cards.reduce((sum, card) => sum + valueOf(card), 0)
  const isSoft = least <= 11 && cards.some((card) => valueOf(card) === 1)
  return { total: isSoft ? least + 10 : least, isSoft }
}

/** True for an ace and a card that counts 10 as the first two cards. Whether the hand comes from a split is not asked here. */
export function isTwoCard21(cards: readonly Card[]): boolean {
  return cards.length === 2 && totalOf(cards).total === 21
}
