import { raceSpots } from '../race/odds.ts'
import type { RaceGame } from '../table-game.ts'

/** The strengths add up to 100, so each is the chance of its runner to win in percent. */
const strengths = [12, 6, 20, 8, 24, 5, 15, 10]
const marginPercent = 10

/** Horse races: a strong favourite and two runners that seldom win. A series is an hour of races. */
export const virtualHorses: RaceGame = {
  code: 'virtual-horses',
  version: 1,
  kind: 'race',
  seriesRounds: 20,
  strengths,
  marginPercent,
  spots: raceSpots(strengths, marginPercent),
  calls: [],
}
