import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { dealerEnds, expectationsOf, handOf, totalOfCounts, values, type Counts } from './expectation.ts'
import { firstHands } from './first-hands.ts'

/**
 * The chance that a round gains, with the decisions that make it largest; a round whose first cards can be split counts as gained unless the dealer has a blackjack, so it is a
 * bound for every way to play. Doubling never makes a gain likelier than hitting, and insurance does only beside a blackjack of one's own, which counts as gained.
 */
export function mostGains(game: BlackjackGame): number {
  return values.reduce((sum, upcard) => sum + mostGainsAgainst(game, upcard), 0)
}

function mostGainsAgainst(game: BlackjackGame, upcard: number): number {
  const best = bestAgainst(game, upcard)
  let gains = 0
  for (const { one, other, chance, dealers, isOwn } of firstHands(game, upcard)) {
    if (isOwn) gains += chance
    else gains += chance * (1 - dealers) * (one === other ? 1 : best(handOf([one, other])))
  }
  return gains
}

/** The largest chance that a hand which is not split wins against an upcard, where the dealer has no blackjack. */
function bestAgainst(game: BlackjackGame, upcard: number): (hand: Counts) => number {
  const { dealer, nextChances } = expectationsOf(game, upcard)
  const known = new Map<string, number>()
  const best = (hand: Counts): number => {
    const kept = known.get(hand.join())
    if (kept !== undefined) return kept
    const { total } = totalOfCounts(hand)
    const stands = dealer(hand).reduce((sum, chance, index) => {
      const against = dealerEnds[index] ?? 22
      return sum + (against > 21 || total > against ? chance : 0)
    }, 0)
    const made = total >= 21 ? stands : Math.max(stands, hits(hand))
    known.set(hand.join(), made)
    return made
  }
  const hits = (hand: Counts): number =>
    nextChances(hand).reduce((sum, chance, value) => {
      if (chance === 0) return sum
      const next = hand.map((count, one) => (one === value ? count + 1 : count))
      return sum + (totalOfCounts(next).total > 21 ? 0 : chance * best(next))
    }, 0)
  return best
}
