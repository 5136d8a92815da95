import { rankOf, suitOf, type Card } from '../cards.ts'
import type { DragonTigerOutcome } from '../outcome.ts'

export const dragonTigerMarks = ['dragon', 'tiger', 'tie', 'suited-tie'] as const

/** The sets of marks that occur. */
export const dragonTigerMarkSets: readonly (readonly string[])[] = [
  ['dragon'],
  ['tiger'],
  ['tie'],
  ['tie', 'suited-tie'],
]

/** Deals a round: one card to the dragon, then one to the tiger. */
export function dealDragonTiger(nextCard: () => Card): DragonTigerOutcome {
  const dragon = nextCard()
  return { kind: 'dragon-tiger', dragon, tiger: nextCard() }
}

/** The marks of an outcome: the higher rank wins, the ace is the lowest. A suited tie is a tie too. */
export function marksOfDragonTiger({ dragon, tiger }: DragonTigerOutcome): string[] {
  const difference = rankOf(dragon) - rankOf(tiger)
  if (difference !== 0) return [difference > 0 ? 'dragon' : 'tiger']
  return suitOf(dragon) === suitOf(tiger) ? ['tie', 'suited-tie'] : ['tie']
}
