import { rankOf, type Card } from '../cards.ts'
import type { BaccaratOutcome } from '../outcome.ts'

/** The points of cards: aces 1, tens and court cards 0, the last digit of the sum. */
export function pointsOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + Math.min(10, rankOf(card)), 0) % 10
}

/**
 * Deals a round: player, banker, player, banker, then the third cards by the usual rules. `nextCard` gives the cards of
 * the shoe in order; 4 to 6 are taken.
 */
export function dealBaccarat(nextCard: () => Card): BaccaratOutcome {
  const player: Card[] = []
  const banker: Card[] = []
  for (let turn = 0; turn < 2; turn++) {
    player.push(nextCard())
    banker.push(nextCard())
  }
  const isNatural = pointsOf(player) >= 8 || pointsOf(banker) >= 8
  if (!isNatural) {
    const third = pointsOf(player) <= 5 ? nextCard() : null
    if (third !== null) player.push(third)
    if (bankerDraws(pointsOf(banker), third)) banker.push(nextCard())
  }
  return { kind: 'baccarat', player, banker }
}

/** Whether the banker takes a third card on this total of two, after the player's third card, or null if there was none. */
function bankerDraws(total: number, third: Card | null): boolean {
  if (third === null) return total <= 5
  const value = pointsOf([third])
  switch (total) {
    case 3:
      return value !== 8
    case 4:
      return value >= 2 && value <= 7
    case 5:
      return value >= 4 && value <= 7
    case 6:
      return value === 6 || value === 7
    default:
      return total < 3
  }
}
