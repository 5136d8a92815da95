import { pointsOf } from './baccarat/hands.ts'
import type { Card } from './cards.ts'
import { marksOf } from './marks.ts'
import type { TableOutcome } from './outcome.ts'
import { redPockets } from './roulette/spots.ts'

/** An outcome as a page draws it: the cards of two sides, a pocket with its colour, dice with their sum, or the order of a race. */
export type OutcomeView =
  | { kind: 'cards'; sides: readonly [SideView, SideView]; isTie: boolean }
  | { kind: 'pocket'; pocket: number; color: PocketColor }
  | { kind: 'dice'; dice: readonly number[]; total: number }
  | { kind: 'order'; order: readonly number[] }

export type PocketColor = 'red' | 'black' | 'green'

/** `points` are those of baccarat; where the higher card wins there are none. */
export type SideView = {
  side: 'player' | 'banker' | 'dragon' | 'tiger'
  cards: readonly Card[]
  points: number | null
  wins: boolean
}

export function outcomeView(outcome: TableOutcome): OutcomeView {
  const marks = marksOf(outcome)
  const side = (name: SideView['side'], cards: readonly Card[], points: number | null): SideView => ({
    side: name,
    cards,
    points,
    wins: marks.includes(name),
  })
  switch (outcome.kind) {
    case 'baccarat': {
      const { player, banker } = outcome
      const sides = [side('player', player, pointsOf(player)), side('banker', banker, pointsOf(banker))] as const
      return { kind: 'cards', sides, isTie: marks.includes('tie') }
    }
    case 'dragon-tiger': {
      const sides = [side('dragon', [outcome.dragon], null), side('tiger', [outcome.tiger], null)] as const
      return { kind: 'cards', sides, isTie: marks.includes('tie') }
    }
    case 'roulette':
      return { kind: 'pocket', pocket: outcome.pocket, color: colorOf(outcome.pocket) }
    case 'sic-bo':
      return { kind: 'dice', dice: outcome.dice, total: outcome.dice.reduce((sum, die) => sum + die, 0) }
    case 'race':
      return { kind: 'order', order: outcome.order }
  }
}

function colorOf(pocket: number): PocketColor {
  if (pocket === 0) return 'green'
  return redPockets.has(pocket) ? 'red' : 'black'
}
