import type { WireTableRound } from '#contract/table.ts'
import { coloursOf, type Colour, type DerivedRoad } from '#domain/games/table/roads/derived-road.ts'
import { roadRoundOf, type RoadRound, type Winner } from '#domain/games/table/roads/road-round.ts'

/** The settled rounds of a shoe as the roads show them; a void round is in none. */
export function roadRoundsOf(rounds: readonly WireTableRound[]): RoadRound[] {
  return rounds.flatMap(({ state, outcome }) =>
    state === 'settled' && outcome?.kind === 'baccarat' ? [roadRoundOf(outcome)] : [],
  )
}

/** How often each side has won, and each pair. */
export function countsOf(rounds: readonly RoadRound[]): Record<Winner | 'bankerPair' | 'playerPair', number> {
  const count = (fits: (round: RoadRound) => boolean) => rounds.filter(fits).length
  return {
    banker: count(({ winner }) => winner === 'banker'),
    player: count(({ winner }) => winner === 'player'),
    tie: count(({ winner }) => winner === 'tie'),
    bankerPair: count((round) => round.bankerPair),
    playerPair: count((round) => round.playerPair),
  }
}

/**
 * The mark that a derived road would gain if a side won the next round; null where it gains none. This is arithmetic of the
 * roads: it says nothing about what the next round will be.
 */
export function nextMark(rounds: readonly RoadRound[], winner: 'banker' | 'player', road: DerivedRoad): Colour | null {
  const before = coloursOf(rounds, road).length
  const after = coloursOf([...rounds, { winner, bankerPair: false, playerPair: false }], road)
  return after.length > before ? (after.at(-1) ?? null) : null
}
