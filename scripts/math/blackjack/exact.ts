import { basicStrategy, strategyUpcards } from '#domain/games/blackjack/basic-strategy.ts'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { rational, type Rational } from '../rational.ts'
import { expectationsOf, fullCounts, handOf, totalOfCounts, values, type Policy } from './expectation.ts'
import { firstHands, upcardChanceOf } from './first-hands.ts'

/** What follows without a simulation: every round that has no split, by the upcard, with the basic strategy. */
export type PlainPart = {
  /** The chance of the upcard, and that the round has it and no split. */
  upcardChance: number
  chance: number
  /** The mean result of these rounds times their chance, in first stakes. */
  gain: number
}

/** By the upcard from 1, the ace, to 10. */
export function plainParts(game: BlackjackGame): PlainPart[] {
  const parts = knownParts.get(game) ?? values.map((upcard) => plainPart(game, upcard))
  knownParts.set(game, parts)
  return parts
}

const knownParts = new WeakMap<BlackjackGame, PlainPart[]>()

function plainPart(game: BlackjackGame, upcard: number): PlainPart {
  const gainUnder = expectationsOf(game, upcard).under(policyAgainst(upcard))
  const blackjackGain = (game.blackjackReturns - game.unitsPerStake) / game.unitsPerStake
  const part: PlainPart = { upcardChance: upcardChanceOf(game, upcard), chance: 0, gain: 0 }
  for (const { one, other, chance, dealers, isOwn } of firstHands(game, upcard)) {
    const isSplit = one === other && letterOf('pairs', nameOf(one), upcard) === 'P'
    part.chance += chance * (isSplit ? dealers : 1)
    const played = isSplit ? 0 : isOwn ? blackjackGain : gainUnder(handOf([one, other]), 2)
    part.gain += chance * ((1 - dealers) * played - (isOwn ? 0 : dealers))
  }
  return part
}

/** The basic strategy for hands that are not split. */
function policyAgainst(upcard: number): Policy {
  return (hand, cards) => {
    const { total, isSoft } = totalOfCounts(hand)
    const pair = cards === 2 ? values.find((value) => hand[value] === 2) : undefined
    const letter = pair
      ? letterOf('pairs', nameOf(pair), upcard)
      : letterOf(isSoft ? 'soft' : 'hard', String(total), upcard)
    if (letter === 'H') return 'hit'
    if (letter === 'S') return 'stand'
    return cards === 2 ? 'double' : letter === 'D' ? 'hit' : 'stand'
  }
}

function letterOf(part: 'hard' | 'soft' | 'pairs', name: string, upcard: number): string {
  return basicStrategy[part][name]?.[strategyUpcards.indexOf(nameOf(upcard))] ?? 'S'
}

function nameOf(value: number): string {
  return value === 1 ? 'A' : value === 10 ? 'T' : String(value)
}

/** What the platform keeps of insurance: the chance of a ten behind an ace is that of a shoe without the ace. */
export function insuranceEdge(game: BlackjackGame): Rational {
  const left = fullCounts(game)
  const others = left.reduce((sum, count) => sum + count, 0) - 1
  return rational(others * game.insuranceStake - (left[10] ?? 0) * game.insuranceReturns, others * game.insuranceStake)
}

/** The chance of a blackjack as the first two cards. */
export function blackjackChance(game: BlackjackGame): Rational {
  const left = fullCounts(game)
  const cards = left.reduce((sum, count) => sum + count, 0)
  return rational(2 * (left[1] ?? 0) * (left[10] ?? 0), cards * (cards - 1))
}

/** The chances of the dealer's ends behind each upcard, from 1: 17 to 21 and above, where the dealer has no blackjack. */
export function dealerTable(game: BlackjackGame): (readonly number[])[] {
  return values.map((upcard) => expectationsOf(game, upcard).dealer(handOf([])))
}
