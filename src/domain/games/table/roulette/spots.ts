import type { Spot } from '../table-game.ts'

/** The numbers of the layout by row: 1 2 3, 4 5 6 … 34 35 36. */
const rows: readonly (readonly [number, number, number])[] = Array.from({ length: 12 }, (_, row) => [
  row * 3 + 1,
  row * 3 + 2,
  row * 3 + 3,
])
const numbers = rows.flat()
export const redPockets: ReadonlySet<number> = new Set([
  1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36,
])

/** A bet on pockets, named by them unless it has a name of its own; it returns 36 ÷ their number, the stake included. */
function spotOn(covered: readonly number[], code: string): Spot {
  return { code, pays: [{ when: covered.map((pocket) => `pocket-${pocket}`), returns: [36 / covered.length, 1] }] }
}

const straights = [0, ...numbers].map((pocket) => spotOn([pocket], `straight-${pocket}`))

/** Two numbers that touch, zero included: along a row, down a column. */
const splits = [
  ...[1, 2, 3].map((number) => [0, number] as const),
  ...rows.flatMap(([first, second, third]) => [[first, second] as const, [second, third] as const]),
  ...numbers.filter((number) => number <= 33).map((number) => [number, number + 3] as const),
].map((pair) => spotOn(pair, `split-${pair.join('-')}`))

const streets = rows.map((row) => spotOn(row, `street-${row[0]}`))
const trios = [spotOn([0, 1, 2], 'trio-0-1-2'), spotOn([0, 2, 3], 'trio-0-2-3')]

/** Four numbers that meet, named by the lowest. */
const corners = rows
  .slice(0, 11)
  .flatMap(([first, second]) => [first, second].map((low) => spotOn([low, low + 1, low + 3, low + 4], `corner-${low}`)))

const firstFour = spotOn([0, 1, 2, 3], 'first-four')
const sixLines = rows
  .slice(0, 11)
  .map(([low]) => spotOn([low, low + 1, low + 2, low + 3, low + 4, low + 5], `six-line-${low}`))

const outside = [
  ...[1, 2, 3].map((dozen) => spotOn(numbers.slice((dozen - 1) * 12, dozen * 12), `dozen-${dozen}`)),
  ...[1, 2, 3].map((column) =>
    spotOn(
      numbers.filter((number) => number % 3 === column % 3),
      `column-${column}`,
    ),
  ),
  spotOn(
    numbers.filter((number) => redPockets.has(number)),
    'red',
  ),
  spotOn(
    numbers.filter((number) => !redPockets.has(number)),
    'black',
  ),
  spotOn(
    numbers.filter((number) => number % 2 === 1),
    'odd',
  ),
  spotOn(
    numbers.filter((number) => number % 2 === 0),
    'even',
  ),
  spotOn(numbers.slice(0, 18), 'low'),
  spotOn(numbers.slice(18), 'high'),
]

/** Every bet of the layout; zero loses those of the outside. */
export const rouletteSpots: readonly Spot[] = [
  ...straights,
  ...splits,
  ...streets,
  ...trios,
  ...corners,
  firstFour,
  ...sixLines,
  ...outside,
]
