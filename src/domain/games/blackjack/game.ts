import { wholeUnits, type Amount } from '#domain/money.ts'
import { canonicalJson } from '../math-hash.ts'
import { sha256Hex } from '../sha256.ts'

/**
 * Blackjack as data: what varies between the blackjacks of houses, integers and names only. The rules of the kind are those of
 * `round.ts`, and of `docs/fairness.md`, section 14. A member plays a round alone against the dealer (own seat), drawn like a
 * slot's from the member's seeds and round number. `mathHash` covers the canonical JSON, so limits and titles are elsewhere.
 */
export type BlackjackGame = {
  /** Kebab-case, part of the random stream; never reused for other rules without a new `version`. */
  code: string
  version: number
  kind: 'blackjack'
  /** Decks of 52 cards, shuffled anew for each round. */
  decks: number
  /** What the dealer does with a soft 17. Every other 17 and more stands. */
  dealerSoft17: 'stand' | 'hit'
  /** The number of equal units in a stake. All stakes and returns are counted in them, so that nothing is rounded. */
  unitsPerStake: number
  /** What a blackjack returns, the stake included, in units: 5 of 2 is 3:2. */
  blackjackReturns: number
  /** The stake of insurance in units, and what it returns, that stake included: 1 and 3 are half the stake at 2:1. */
  insuranceStake: number
  insuranceReturns: number
  /** The most hands that splits can make. */
  mostHands: number
}

/** Six decks, dealer stands on all 17, blackjack 3:2, insurance 2:1, splits to four hands. */
export const blackjack: BlackjackGame = {
  code: 'blackjack',
  version: 1,
  kind: 'blackjack',
  decks: 6,
  dealerSoft17: 'stand',
  unitsPerStake: 2,
  blackjackReturns: 5,
  insuranceStake: 1,
  insuranceReturns: 3,
  mostHands: 4,
}

/** The math hash of blackjack: SHA-256 of its canonical JSON, as that of a slot. */
export function blackjackHashOf(game: BlackjackGame): string {
  return sha256Hex(canonicalJson(game))
}

/**
 * The least stake in whole units of the currency. Every stake is a multiple of it, and then blackjacks, insurance and every other
 * return are whole units of the currency.
 */
export function leastBlackjackStake({ unitsPerStake }: BlackjackGame): Amount {
  return wholeUnits(unitsPerStake)
}

/** True when a stake divides into units. The limits of a table are apart from it. */
export function blackjackStakeFits(game: BlackjackGame, stake: Amount): boolean {
  return stake > 0n && stake % leastBlackjackStake(game) === 0n
}

/** The most units that a round can stake: every hand doubled, and insurance. */
export function mostStakedUnits({ unitsPerStake, mostHands, insuranceStake }: BlackjackGame): number {
  return unitsPerStake * 2 * mostHands + insuranceStake
}

/** The most units that a round can return: every hand doubled and won. A blackjack and insurance return less. */
export function mostReturnedUnits(game: BlackjackGame): number {
  const { unitsPerStake, mostHands, blackjackReturns, insuranceReturns } = game
  return Math.max(2 * unitsPerStake * 2 * mostHands, blackjackReturns, unitsPerStake + insuranceReturns)
}

/** The most units that a round can cost the platform: what it returns above its stakes in the best case for the member. */
export function mostLostUnits(game: BlackjackGame): number {
  const { unitsPerStake, mostHands, blackjackReturns, insuranceReturns, insuranceStake } = game
  const insured = insuranceReturns - insuranceStake
  return Math.max(unitsPerStake * 2 * mostHands, blackjackReturns - unitsPerStake, insured)
}
