import { drawFrom } from '#domain/games/draw.ts'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { beadPlate } from '#domain/games/table/roads/bead-plate.ts'
import { bigRoad } from '#domain/games/table/roads/big-road.ts'
import { derivedRoad, derivedRoads, type DerivedRoad } from '#domain/games/table/roads/derived-road.ts'
import type { Place } from '#domain/games/table/roads/road-places.ts'
import { roadRoundOf, type RoadRound } from '#domain/games/table/roads/road-round.ts'
import { roundsOfShoe, shuffledShoe } from '#domain/games/table/shoe.ts'
import { cipherStream } from '../chance.ts'
import type { Claim } from '../claim.ts'
import { plainRoads } from './plain-roads.ts'

/** The rounds of a baccarat shoe from a named stream, as the roads show them. */
export function randomRoadRounds(name: string): RoadRound[] {
  const rounds = roundsOfShoe(baccarat, shuffledShoe(drawFrom(cipherStream(name)), baccarat.decks))
  return rounds.flatMap((round) => (round.kind === 'baccarat' ? [roadRoundOf(round)] : []))
}

/** The engine's roads in the form of the slow model. */
export function drawnRoads(rounds: readonly RoadRound[]): Record<string, string[]> {
  const text = ({ winner, bankerPair, playerPair }: RoadRound): string =>
    `${winner[0]?.toUpperCase()}${bankerPair ? 'b' : ''}${playerPair ? 'p' : ''}`
  const at = ({ column, row }: Place): string => `${column},${row}`
  return {
    'bead-plate': beadPlate(rounds).map((cell) => `${at(cell)} ${text(cell.round)}`),
    'big-road': bigRoad(rounds).map(
      (cell) => `${at(cell)} ${cell.round ? text(cell.round) : '-'}${cell.ties.map(text).join('')}`,
    ),
    ...Object.fromEntries(
      (Object.keys(derivedRoads) as DerivedRoad[]).map((road) => [
        road,
        derivedRoad(rounds, road).map((cell) => `${at(cell)} ${cell.colour[0]}`),
      ]),
    ),
  }
}

/** Compares the five roads of `shoes` random shoes with the slow model, at every length that a shoe has on its way. */
export function roadClaim(shoes: number, seed: string): Claim {
  let rounds = 0
  for (let shoe = 0; shoe < shoes; shoe++) {
    const whole = randomRoadRounds(`roads ${seed} ${shoe}`)
    // The last round of a shoe has all before it; a shorter beginning changes from shoe to shoe.
    for (const length of [whole.length, shoe % whole.length]) {
      const part = whole.slice(0, length)
      const [drawn, plain] = [JSON.stringify(drawnRoads(part)), JSON.stringify(plainRoads(part))]
      if (drawn !== plain) {
        return { claim: roadText(shoes), holds: false, found: `shoe ${shoe}, ${length} rounds:\n${drawn}\n${plain}` }
      }
    }
    rounds += whole.length
  }
  return { claim: roadText(shoes), holds: true, found: `${rounds} rounds` }
}

const roadText = (shoes: number): string => `the five roads of ${shoes} random shoes are those of the slow model`
