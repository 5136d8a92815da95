import type { BlackjackGame } from '#domain/games/blackjack/game.ts'

/**
 * Exact expectations of hands that are not split, from a shoe of which the cards in play are taken out. A card is what it counts: 1
 * for an ace to 10. Amounts are stakes. The dealer was found to have no blackjack behind an ace or a ten, so the hole card is none
 * that makes one; the chance of each card that the member draws takes that into account as well.
 */

/** How many cards of each value there are, by value from 1; index 0 is not used. */
export type Counts = readonly number[]

export type Move = 'stand' | 'hit' | 'double'

/** What to do with a hand of at most 21; only two cards can be doubled. */
export type Policy = (hand: Counts, cards: number) => Move

/** What the dealer ends with: 17 to 21, or above. */
export const dealerEnds = [17, 18, 19, 20, 21, 22] as const

export const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** A full shoe. */
export function fullCounts({ decks }: BlackjackGame): number[] {
  return [0, ...values.map((value) => decks * (value === 10 ? 16 : 4))]
}

/** The total of a hand, with an ace as 11 where that fits. */
export function totalOfCounts(hand: Counts): { total: number; isSoft: boolean } {
  const least = hand.reduce((sum, count, value) => sum + count * value, 0)
  const isSoft = least <= 11 && (hand[1] ?? 0) > 0
  return { total: isSoft ? least + 10 : least, isSoft }
}

/** A hand of these cards. */
export function handOf(cards: readonly number[]): number[] {
  const hand = fullCounts({ decks: 0 } as BlackjackGame)
  for (const card of cards) hand[card] = (hand[card] ?? 0) + 1
  return hand
}

/** The value that the hole card cannot have, since the dealer has no blackjack; 0 behind other upcards. */
export function forbiddenHole(upcard: number): number {
  return upcard === 1 ? 10 : upcard === 10 ? 1 : 0
}

export type Expectations = {
  /** The chances of `dealerEnds`, with these cards of the member out of the shoe. */
  dealer: (hand: Counts) => readonly number[]
  /** What standing, hitting once and going on best, or doubling gains in the mean. */
  gainOf: (hand: Counts, move: Move) => number
  /** What the best play gains, doubling only two cards. */
  best: (hand: Counts, cards: number) => number
  /** What a policy gains. */
  under: (policy: Policy) => (hand: Counts, cards: number) => number
  /** The chance that the member draws each value next. */
  nextChances: (hand: Counts) => readonly number[]
}

/** Expectations against an upcard; `taken` are further cards that are out of the shoe, as the other one of a pair. */
export function expectationsOf(game: BlackjackGame, upcard: number, taken: readonly number[] = []): Expectations {
  const full = fullCounts(game)
  for (const value of [upcard, ...taken]) full[value] = (full[value] ?? 0) - 1
  const forbidden = forbiddenHole(upcard)
  const hands = handsBehind(game, upcard)
  const leftAfter = (hand: Counts): number[] => full.map((count, value) => count - (hand[value] ?? 0))
  const dealer = kept((hand) => dealerChances(hands, leftAfter(hand), forbidden))

  const nextChances = (hand: Counts): number[] => {
    const left = leftAfter(hand)
    const size = left.reduce((sum, count) => sum + count, 0)
    const holes = size - (left[forbidden] ?? 0)
    // The hole card lies face down among the cards left: each card is as likely as the holes that it leaves possible.
    return left.map((count, value) => (count * (holes - (value === forbidden ? 0 : 1))) / ((size - 1) * holes))
  }
  const afterCard = (hand: Counts, gain: (next: number[]) => number): number =>
    nextChances(hand).reduce((sum, chance, value) => {
      if (chance === 0) return sum
      const next = hand.map((count, one) => (one === value ? count + 1 : count))
      return sum + chance * (totalOfCounts(next).total > 21 ? -1 : gain(next))
    }, 0)
  const stand = (hand: Counts): number => {
    const { total } = totalOfCounts(hand)
    return dealer(hand).reduce((sum, chance, index) => {
      const against = dealerEnds[index] ?? 22
      return sum + chance * (against > 21 || total > against ? 1 : total === against ? 0 : -1)
    }, 0)
  }
  // A total of 11 or less cannot be bust by a card, so standing on it is never best.
  const bestOfMore = kept((hand) => {
    const { total } = totalOfCounts(hand)
    if (total >= 21) return stand(hand)
    const hit = afterCard(hand, bestOfMore)
    return total <= 11 ? hit : Math.max(stand(hand), hit)
  })
  const gainOf = (hand: Counts, move: Move): number => {
    if (move === 'stand') return stand(hand)
    return move === 'hit' ? afterCard(hand, bestOfMore) : 2 * afterCard(hand, stand)
  }
  const under = (policy: Policy) => {
    const more: (hand: Counts) => number = kept((hand) => {
      if (totalOfCounts(hand).total >= 21) return stand(hand)
      return policy(hand, 3) === 'stand' ? stand(hand) : afterCard(hand, more)
    })
    return (hand: Counts, cards: number) => {
      if (cards > 2 || totalOfCounts(hand).total >= 21) return more(hand)
      const move = policy(hand, cards)
      return move === 'double' ? 2 * afterCard(hand, stand) : move === 'stand' ? stand(hand) : afterCard(hand, more)
    }
  }
  const best = (hand: Counts, cards: number): number =>
    cards === 2 && totalOfCounts(hand).total < 21
      ? Math.max(bestOfMore(hand), gainOf(hand, 'double'))
      : bestOfMore(hand)
  return { dealer, gainOf, best, under, nextChances }
}

/** The dealer's hands that take the same cards behind the upcard, and in how many orders they can come. */
type DealerHand = { end: number; cards: readonly { value: number; count: number }[]; size: number; orders: number }

/** Every hand that the dealer can end with, by the cards behind the upcard whatever their order. */
function dealerHands(game: BlackjackGame, upcard: number): DealerHand[] {
  const hands = new Map<string, DealerHand>()
  const forbidden = forbiddenHole(upcard)
  const draw = (drawn: readonly number[]): void => {
    const { total, isSoft } = totalOfCounts(handOf([upcard, ...drawn]))
    if (drawn.length > 0 && (total > 17 || (total === 17 && !(isSoft && game.dealerSoft17 === 'hit')))) {
      const counts = handOf(drawn)
      const cards = values.map((value) => ({ value, count: counts[value] ?? 0 })).filter(({ count }) => count > 0)
      const known = hands.get(counts.join()) ?? { end: Math.min(total, 22), cards, size: drawn.length, orders: 0 }
      hands.set(counts.join(), { ...known, orders: known.orders + 1 })
      return
    }
    for (const value of values) {
      if (drawn.length > 0 || value !== forbidden) draw([...drawn, value])
    }
  }
  draw([])
  return [...hands.values()]
}

/** More cards than a dealer ever draws behind the upcard: an ace and then sixteen aces make 17. */
const mostDrawn = 17
const width = mostDrawn + 1

/** The dealer's hands in one list of numbers: end, size, orders, how many values, and for each of them its place in a table of products. */
function flatHands(hands: readonly DealerHand[]): Uint32Array {
  return Uint32Array.from(
    hands.flatMap(({ end, cards, size, orders }) => [
      end - 17,
      size,
      orders,
      cards.length,
      ...cards.map(({ value, count }) => value * width + count),
    ]),
  )
}

/** The chances of `dealerEnds` from the cards left, by the dealer's hands as a list of numbers. */
function dealerChances(hands: Uint32Array, left: Counts, forbidden: number): number[] {
  const size = left.reduce((sum, count) => sum + count, 0)
  // The orders of so many cards: of each value, and of all, of which the hole card is one of those that make no blackjack.
  const ofValue = Float64Array.from(left.flatMap((count) => orders((drawn) => count - drawn)))
  const ofAll = orders((drawn) => (drawn === 0 ? size - (left[forbidden] ?? 0) : size - drawn))
  const chances = new Float64Array(dealerEnds.length)
  for (let place = 0; place < hands.length;) {
    const end = hands[place] ?? 0
    const all = ofAll[hands[place + 1] ?? 0] ?? 1
    let ways = hands[place + 2] ?? 0
    const next = place + 4 + (hands[place + 3] ?? 0)
    for (place += 4; place < next; place++) ways *= ofValue[hands[place] ?? 0] ?? 0
    chances[end] = (chances[end] ?? 0) + ways / all
  }
  return [...chances]
}

/** The products of the first 0, 1, 2 … factors, none of them below 0. */
function orders(factor: (drawn: number) => number): number[] {
  const products = [1]
  for (let drawn = 0; drawn < mostDrawn; drawn++) products.push((products[drawn] ?? 0) * Math.max(0, factor(drawn)))
  return products
}

const knownHands = new Map<string, Uint32Array>()

function handsBehind(game: BlackjackGame, upcard: number): Uint32Array {
  const key = `${game.dealerSoft17} ${upcard}`
  const hands = knownHands.get(key) ?? flatHands(dealerHands(game, upcard))
  knownHands.set(key, hands)
  return hands
}

/** The same function, each hand computed once. */
function kept<Result>(compute: (hand: Counts) => Result): (hand: Counts) => Result {
  const known = new Map<string, Result>()
  return (hand) => {
    const key = hand.join()
    const found = known.get(key)
    if (found !== undefined) return found
    const result = compute(hand)
    known.set(key, result)
    return result
  }
}
