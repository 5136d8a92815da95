import type { TableOutcome } from '../outcome.ts'
import { runners } from './draw-race.ts'
import { placesPaid } from './marks.ts'

/** What past races show of a runner. They change no chance: each race is drawn from the strengths alone. */
export type RunnerForm = {
  /** The number of the runner, from 1. */
  runner: number
  /** How often it came in first, and among the first three. */
  wins: number
  places: number
  /** The places in which it came in, from 1, the newest race first. */
  finishes: readonly number[]
}

/** The form of each runner in these races, the oldest of them first; outcomes of other games and void races (null) do not count. */
export function raceForm(outcomes: readonly (TableOutcome | null)[]): RunnerForm[] {
  const orders = outcomes.flatMap((outcome) => (outcome?.kind === 'race' ? [outcome.order] : [])).toReversed()
  return runners.map((runner) => {
    const finishes = orders.map((order) => order.indexOf(runner) + 1)
    return {
      runner,
      wins: finishes.filter((place) => place === 1).length,
      places: finishes.filter((place) => place <= placesPaid).length,
      finishes,
    }
  })
}
