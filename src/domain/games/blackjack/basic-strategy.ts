import type { Card } from '../table/cards.ts'
import { totalOf, valueOf } from './cards.ts'
import type { BlackjackAction } from './events.ts'
import type { BlackjackGame } from './game.ts'
import { activeHand, refusalOf } from './round.ts'
import type { BlackjackState } from './state.ts'

/**
 * The basic strategy, as the table shows it: what loses least in the mean, by the total of the hand and the dealer's upcard alone.
 * `scripts/math/blackjack/` computes it, and a test compares. Insurance is never taken.
 *
 * Rows have one letter for each upcard in the order of `strategyUpcards`. `H` hit, `S` stand, `P` split, `D` double or else hit, `d`
 * double or else stand. A pair that cannot be split is played by its total.
 */
export type StrategyTable = {
  /** By the total, without an ace that counts 11. */
  hard: Readonly<Record<string, string>>
  /** By the total, with an ace that counts 11. */
  soft: Readonly<Record<string, string>>
  /** By what each card of the pair counts: `A`, `2` to `9`, `T`. */
  pairs: Readonly<Record<string, string>>
}

/** The upcards of the columns: `T` for everything that counts 10. */
export const strategyUpcards = '23456789TA'

export const basicStrategy: StrategyTable = {
  hard: {
    4: 'HHHHHHHHHH',
    5: 'HHHHHHHHHH',
    6: 'HHHHHHHHHH',
    7: 'HHHHHHHHHH',
    8: 'HHHHHHHHHH',
    9: 'HDDDDHHHHH',
    10: 'DDDDDDDDHH',
    11: 'DDDDDDDDDH',
    12: 'HHSSSHHHHH',
    13: 'SSSSSHHHHH',
    14: 'SSSSSHHHHH',
    15: 'SSSSSHHHHH',
    16: 'SSSSSHHHHH',
    17: 'SSSSSSSSSS',
    18: 'SSSSSSSSSS',
    19: 'SSSSSSSSSS',
    20: 'SSSSSSSSSS',
  },
  soft: {
    13: 'HHHDDHHHHH',
    14: 'HHHDDHHHHH',
    15: 'HHDDDHHHHH',
    16: 'HHDDDHHHHH',
    17: 'HDDDDHHHHH',
    18: 'SddddSSHHH',
    19: 'SSSSSSSSSS',
    20: 'SSSSSSSSSS',
  },
  pairs: {
    A: 'PPPPPPPPPP',
    2: 'PPPPPPHHHH',
    3: 'PPPPPPHHHH',
    4: 'HHHPPHHHHH',
    5: 'DDDDDDDDHH',
    6: 'PPPPPHHHHH',
    7: 'PPPPPPHHHH',
    8: 'PPPPPPPPPP',
    9: 'PPPPPSPPSS',
    T: 'SSSSSSSSSS',
  },
}

/** What the table advises now, or null when the round is over. It is always a possible action. */
export function adviceOf(game: BlackjackGame, state: BlackjackState): BlackjackAction | null {
  if (state.isOver) return null
  if (state.insurance === 'offered') return 'decline'
  const { cards } = state.hands[activeHand(state) ?? 0] ?? { cards: [] }
  const isPossible = (action: BlackjackAction) => refusalOf(game, state, action) === null
  const letter = adviceFor(cards, state.dealer[0] ?? 0, isPossible('split'))
  switch (letter) {
    case 'P':
      return 'split'
    case 'D':
      return isPossible('double') ? 'double' : 'hit'
    case 'd':
      return isPossible('double') ? 'double' : 'stand'
    case 'H':
      return 'hit'
    default:
      return 'stand'
  }
}

/** The letter of the table for a hand; `isPair` when it is a pair that can be split. */
function adviceFor(cards: readonly Card[], upcard: Card, isPair: boolean): string {
  const column = strategyUpcards.indexOf(letterOf(upcard))
  const { total, isSoft } = totalOf(cards)
  const { hard, soft, pairs } = basicStrategy
  const row = isPair ? pairs[letterOf(cards[0] ?? 0)] : (isSoft ? soft : hard)[total]
  return row?.[column] ?? 'S'
}

function letterOf(card: Card): string {
  const value = valueOf(card)
  return value === 1 ? 'A' : value === 10 ? 'T' : String(value)
}
