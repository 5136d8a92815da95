import { drawFrom } from '#domain/games/draw.ts'
import { marksOf } from '#domain/games/table/marks.ts'
import { drawRound } from '#domain/games/table/series.ts'
import { roundsOfShoe, shuffledShoe } from '#domain/games/table/shoe.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { cipherStream } from '../chance.ts'

/** How many rounds showed each set of marks, as `Outcomes` has them by their chance. */
export type SimulatedTable = { total: number; classes: { marks: readonly string[]; ways: number }[] }

/** Plays at least `rounds` rounds on the cipher stream of `seed`: whole shoes up to the cut card, or draws. */
export function simulateTable(game: TableGame, rounds: number, seed: string): SimulatedTable {
  const draw = drawFrom(cipherStream(`table ${game.code} ${seed}`))
  const counts = new Map<string, number>()
  let total = 0
  while (total < rounds) {
    const outcomes = isShoeGame(game) ? roundsOfShoe(game, shuffledShoe(draw, game.decks)) : [drawRound(game, draw)]
    for (const outcome of outcomes) {
      const marks = marksOf(outcome).join(' ')
      counts.set(marks, (counts.get(marks) ?? 0) + 1)
    }
    total += outcomes.length
  }
  return { total, classes: [...counts].map(([marks, ways]) => ({ marks: marks.split(' '), ways })) }
}
