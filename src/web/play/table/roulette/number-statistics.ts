import type { WireTableRound } from '#contract/table.ts'
import { redPockets } from '#domain/games/table/roulette/spots.ts'
import { pockets } from '#domain/games/table/roulette/wheel.ts'

/** What the last numbers of a table were. It says nothing about the next one. */

/** The numbers of the settled rounds, the newest first; a void round has none. */
export function lastNumbers(rounds: readonly WireTableRound[]): number[] {
  return rounds
    .flatMap(({ state, outcome }) => (state === 'settled' && outcome?.kind === 'roulette' ? [outcome.pocket] : []))
    .toReversed()
}

/** Groups of numbers as the layout has them; `zero` is in none of the others. */
export const numberGroups = [
  'red',
  'black',
  'odd',
  'even',
  'low',
  'high',
  'dozen-1',
  'dozen-2',
  'dozen-3',
  'column-1',
  'column-2',
  'column-3',
  'zero',
] as const
export type NumberGroup = (typeof numberGroups)[number]

const belongs: Readonly<Record<NumberGroup, (pocket: number) => boolean>> = {
  red: (pocket) => redPockets.has(pocket),
  black: (pocket) => pocket > 0 && !redPockets.has(pocket),
  odd: (pocket) => pocket % 2 === 1,
  even: (pocket) => pocket > 0 && pocket % 2 === 0,
  low: (pocket) => pocket >= 1 && pocket <= 18,
  high: (pocket) => pocket >= 19,
  'dozen-1': (pocket) => pocket >= 1 && pocket <= 12,
  'dozen-2': (pocket) => pocket >= 13 && pocket <= 24,
  'dozen-3': (pocket) => pocket >= 25,
  'column-1': (pocket) => pocket % 3 === 1,
  'column-2': (pocket) => pocket % 3 === 2,
  'column-3': (pocket) => pocket > 0 && pocket % 3 === 0,
  zero: (pocket) => pocket === 0,
}

/** How often each group came, and how many of the 37 pockets it has. */
export function groupCounts(numbers: readonly number[]): { group: NumberGroup; count: number; pockets: number }[] {
  return numberGroups.map((group) => ({
    group,
    count: numbers.filter(belongs[group]).length,
    pockets: pockets.filter(belongs[group]).length,
  }))
}

/** How often each number came, from 0 to 36. */
export function numberCounts(numbers: readonly number[]): number[] {
  return pockets.map((pocket) => numbers.filter((one) => one === pocket).length)
}
