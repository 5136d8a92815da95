import { possibleMarks } from './marks.ts'
import { returnedBy, type Spot, type TableGame } from './table-game.ts'

/**
 * Whether two spots are the two sides of one bet: both pay even money at most, and no outcome wins on both, such as banker and player, or red
 * and black. Two accounts that stake on them lose the edge alone, whatever comes.
 */
export function areOpposite({ kind }: TableGame, one: Spot, other: Spot): boolean {
  if (one.code === other.code || !isEvenMoney(one) || !isEvenMoney(other)) return false
  return possibleMarks(kind).every((marks) => {
    const shown = new Set(marks)
    return !wins(one, shown) || !wins(other, shown)
  })
}

/** Whether one list of spots has a side of which the other has the opposite one. */
export function betOpposite(game: TableGame, spots: readonly string[], others: readonly string[]): boolean {
  const of = (codes: readonly string[]): Spot[] => game.spots.filter(({ code }) => codes.includes(code))
  return of(spots).some((one) => of(others).some((other) => areOpposite(game, one, other)))
}

function isEvenMoney({ pays }: Spot): boolean {
  return pays.every(({ returns: [numerator, denominator] }) => numerator <= 2 * denominator)
}

function wins(spot: Spot, marks: ReadonlySet<string>): boolean {
  const [numerator, denominator] = returnedBy(spot, marks)
  return numerator > denominator
}
