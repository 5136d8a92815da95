import { dealBaccarat } from '#domain/games/table/baccarat/hands.ts'
import { dealDragonTiger } from '#domain/games/table/dragon-tiger/marks.ts'
import { marksOf } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { firstRunners, type Choose } from '#domain/games/table/race/draw-race.ts'
import { placesPaid } from '#domain/games/table/race/marks.ts'
import { drawRound } from '#domain/games/table/series.ts'
import { isShoeGame, type ShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { rational } from '../rational.ts'

/** What rounds can show, by their marks: `ways` of all `total` equally likely courses. */
export type Outcomes = { total: bigint; classes: readonly { marks: readonly string[]; ways: bigint }[] }

const known = new Map<string, Outcomes>()

/**
 * Every course of a round from a full shoe, or of its draws, played through the engine. Baccarat does not look at suits, so
 * its cards are thirteen ranks; the course of a round with fewer than six cards counts for all that could follow. Of a race only the
 * first three are drawn, because no bet looks further.
 */
export function outcomesOf(game: TableGame): Outcomes {
  const key = `${game.kind} ${isShoeGame(game) ? game.decks : game.kind === 'race' ? game.strengths.join() : ''}`
  const found = known.get(key) ?? enumerate(roundOf(game))
  known.set(key, found)
  return found
}

function roundOf(game: TableGame): (choose: Choose) => TableOutcome {
  if (game.kind === 'race')
    return (choose) => ({ kind: 'race', order: firstRunners(game.strengths, placesPaid, choose) })
  if (!isShoeGame(game)) return (choose) => drawRound(game, (below) => choose(Array.from({ length: below }, () => 1)))
  const kinds = game.kind === 'baccarat' ? 13 : 52
  return (choose) => {
    const left = Array.from({ length: kinds }, () => (game.decks * 52) / kinds)
    return dealFrom(game.kind, () => {
      const card = choose(left)
      left[card] = (left[card] ?? 0) - 1
      return card
    })
  }
}

function dealFrom(kind: ShoeGame['kind'], nextCard: () => number): TableOutcome {
  return kind === 'baccarat' ? dealBaccarat(nextCard) : dealDragonTiger(nextCard)
}

/** Runs `play` once for each list of choices that it can make, in the order of an odometer. */
function enumerate(play: (choose: Choose) => TableOutcome): Outcomes {
  const classes = new Map<string, Map<number, number>>()
  const choices: number[] = []
  const sizes: number[] = []
  for (;;) {
    let depth = 0
    let ways = 1
    let total = 1
    const outcome = play((weights) => {
      choices[depth] ??= 0
      sizes[depth] = weights.length
      const choice = choices[depth] ?? 0
      ways *= weights[choice] ?? 0
      total *= weights.reduce((sum, weight) => sum + weight, 0)
      depth += 1
      return choice
    })
    const marks = marksOf(outcome).join(' ')
    const ofTotals = classes.get(marks) ?? new Map<number, number>()
    ofTotals.set(total, (ofTotals.get(total) ?? 0) + ways)
    classes.set(marks, ofTotals)
    while (depth > 0 && (choices[depth - 1] ?? 0) + 1 >= (sizes[depth - 1] ?? 0)) depth -= 1
    if (depth === 0) return joined(classes)
    choices.length = depth
    choices[depth - 1] = (choices[depth - 1] ?? 0) + 1
  }
}

/** Brings courses of different totals, each below 2^53 and so exact, to their least common multiple: of cards that of the longest course. */
function joined(classes: ReadonlyMap<string, ReadonlyMap<number, number>>): Outcomes {
  const totals = new Set([...classes.values()].flatMap((ofTotals) => [...ofTotals.keys()]))
  const total = [...totals].map(BigInt).reduce((multiple, one) => multiple * rational(one, multiple).numerator, 1n)
  return {
    total,
    classes: [...classes].map(([marks, ofTotals]) => ({
      marks: marks.split(' '),
      ways: [...ofTotals].reduce((sum, [part, ways]) => sum + BigInt(ways) * (total / BigInt(part)), 0n),
    })),
  }
}
