import { outcomeView, type OutcomeView } from '#domain/games/table/outcome-view.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import type { RoadRound } from '#domain/games/table/roads/road-round.ts'

/** What a tile shows of past rounds: a road of the sides of a card game, or the last ones of a wheel, dice or races, newest first. */
export type TileOutcomes =
  | { kind: 'road'; rounds: RoadRound[]; sides: RoadSides }
  | { kind: 'pockets'; pockets: Extract<OutcomeView, { kind: 'pocket' }>[] }
  | { kind: 'throws'; throws: Extract<OutcomeView, { kind: 'dice' }>[] }
  | { kind: 'races'; races: (readonly number[])[] }

/** The sides that stand as `banker` and as `player` of the road. */
export type RoadSides = { banker: 'banker' | 'dragon'; player: 'player' | 'tiger' }

/** Null of a table without a round yet. */
export function tileOutcomes(outcomes: readonly TableOutcome[]): TileOutcomes | null {
  const views = outcomes.map(outcomeView)
  switch (views[0]?.kind) {
    case 'cards':
      return { kind: 'road', rounds: views.flatMap(roadRound), sides: sidesOf(outcomes[0]?.kind === 'dragon-tiger') }
    case 'pocket':
      return { kind: 'pockets', pockets: views.flatMap((one) => (one.kind === 'pocket' ? [one] : [])).toReversed() }
    case 'dice':
      return { kind: 'throws', throws: views.flatMap((one) => (one.kind === 'dice' ? [one] : [])).toReversed() }
    case 'order':
      return {
        kind: 'races',
        races: views.flatMap((one) => (one.kind === 'order' ? [firstThree(one.order)] : [])).toReversed(),
      }
    case undefined:
      return null
  }
}

function firstThree(order: readonly number[]): readonly number[] {
  return order.slice(0, 3)
}

function sidesOf(isDragonTiger: boolean): RoadSides {
  return isDragonTiger ? { banker: 'dragon', player: 'tiger' } : { banker: 'banker', player: 'player' }
}

function roadRound(view: OutcomeView): RoadRound[] {
  if (view.kind !== 'cards') return []
  const won = view.sides.find(({ wins }) => wins)?.side
  const winner = view.isTie ? 'tie' : won === 'banker' || won === 'dragon' ? 'banker' : 'player'
  return [{ winner, bankerPair: false, playerPair: false }]
}
