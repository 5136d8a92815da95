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
  finishes: number[]
}

/** The form of each runner in these races, the oldest of them first; outcomes of other games do not count. */
export function raceForm(outcomes: readonly TableOutcome[]): RunnerForm[] {
  const none = runners.map((runner): RunnerForm => ({ runner, wins: 0, places: 0, finishes: [] }))
  return outcomes.reduce(addRace, none)
}

/** The form after one more race. */
export function addRace(form: readonly RunnerForm[], outcome: TableOutcome): RunnerForm[] {
  if (outcome.kind !== 'race') return [...form]
  return form.map(({ runner, wins, places, finishes }) => {
    const place = outcome.order.indexOf(runner) + 1
    return {
      runner,
      wins: wins + (place === 1 ? 1 : 0),
      places: places + (place <= placesPaid ? 1 : 0),
      finishes: [place, ...finishes],
    }
  })
}
