import { raceSpots } from '../race/odds.ts'
import type { RaceGame } from '../table-game.ts'

/** The strengths add up to 100, so each is the chance of its runner to win in percent. */
const strengths = [14, 9, 18, 11, 7, 16, 13, 12]
const marginPercent = 10

/** Races of hounds that are nearer to each other than the horses. A series is an hour of races. */
export const virtualHounds: RaceGame = {
  code: 'virtual-hounds',
  version: 1,
  kind: 'race',
  seriesRounds: 20,
  strengths,
  marginPercent,
  spots: raceSpots(strengths, marginPercent),
  calls: [],
}
