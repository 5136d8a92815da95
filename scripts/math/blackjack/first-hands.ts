import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { fullCounts, values } from './expectation.ts'

/** The first two cards of a hand in their order, by their values. */
export type FirstHand = {
  one: number
  other: number
  /** That of the upcard with these two cards. */
  chance: number
  /** The chance of a dealer's blackjack then. */
  dealers: number
  /** Whether the two cards are a blackjack. */
  isOwn: boolean
}

const sizeOf = (left: readonly number[]): number => left.reduce((sum, count) => sum + count, 0)

/** The chance of an upcard from a full shoe. */
export function upcardChanceOf(game: BlackjackGame, upcard: number): number {
  const left = fullCounts(game)
  return (left[upcard] ?? 0) / sizeOf(left)
}

/** Every pair of first cards against an upcard, from a full shoe. */
export function* firstHands(game: BlackjackGame, upcard: number): Generator<FirstHand> {
  const left = fullCounts(game)
  const take = (value: number): number => {
    const size = sizeOf(left)
    const count = left[value] ?? 0
    left[value] = count - 1
    return count / size
  }
  const upcardChance = take(upcard)
  for (const one of values) {
    const first = upcardChance * take(one)
    for (const other of values) {
      const chance = first * take(other)
      const dealers = upcard === 1 || upcard === 10 ? (left[11 - upcard] ?? 0) / sizeOf(left) : 0
      yield { one, other, chance, dealers, isOwn: one + other === 11 && (one === 1 || other === 1) }
      left[other] = (left[other] ?? 0) + 1
    }
    left[one] = (left[one] ?? 0) + 1
  }
}
