import type { RoadRound } from '#domain/games/table/roads/road-round.ts'

/**
 * The five roads by a slow model that shares nothing with the engine: it draws sign after sign into grids of characters, as a person does on
 * paper, and finds each colour of a derived road from the whole history up to that round.
 */

/** A filled square: its place and what it shows, as text. */
export type Square = string

/** The squares of every road, in the order of the rounds. */
export function plainRoads(rounds: readonly RoadRound[]): Record<string, Square[]> {
  const history = rounds.map(letterOf).join('').replaceAll('T', '')
  return {
    'bead-plate': rounds.map((round, index) => `${Math.trunc(index / 6)},${index % 6} ${textOf(round)}`),
    'big-road': plainBigRoad(rounds, history),
    'big-eye-boy': plainDerived(history, 1),
    'small-road': plainDerived(history, 2),
    'cockroach-pig': plainDerived(history, 3),
  }
}

function letterOf({ winner }: RoadRound): string {
  return winner[0]?.toUpperCase() ?? ''
}

/** As the engine's comparison writes a round: winner, then the pairs. */
function textOf(round: RoadRound): string {
  return `${letterOf(round)}${round.bankerPair ? 'b' : ''}${round.playerPair ? 'p' : ''}`
}

function plainBigRoad(rounds: readonly RoadRound[], history: string): Square[] {
  if (history === '') return rounds.length === 0 ? [] : [`0,0 -${rounds.map(textOf).join('')}`]
  const places = drawn(history)
  const squares: Square[] = []
  let before = ''
  for (const round of rounds) {
    if (round.winner !== 'tie') {
      squares.push(`${places[squares.length]} ${textOf(round)}${before}`)
      before = ''
    } else if (squares.length === 0) before += textOf(round)
    else squares[squares.length - 1] += textOf(round)
  }
  return squares
}

/** Draws letters into six rows of squares: equal letters below each other, or to the right once the way down is closed. */
function drawn(letters: string): string[] {
  const rows = Array.from({ length: 6 }, () => Array.from({ length: letters.length + 1 }, () => ' '))
  const at = (row: number, column: number): string => rows[row]?.[column] ?? 'outside'
  let [row, column] = [0, 0]
  let hasTurned = false
  return Array.from(letters, (letter, index) => {
    if (index > 0 && letters[index - 1] === letter) {
      if (!hasTurned && at(row + 1, column) === ' ') row += 1
      else {
        hasTurned = true
        column += 1
      }
    } else {
      // All top squares up to the last streak are filled, so the first empty one is where the next streak belongs.
      ;[row, column] = [0, (rows[0] ?? []).indexOf(' ')]
      hasTurned = false
    }
    if (at(row, column) !== ' ') throw new Error(`The square ${column},${row} is taken.`)
    const squares = rows[row]
    if (squares) squares[column] = letter
    return `${column},${row}`
  })
}

/** Each colour from the streaks so far, by the rule with the neighbouring square: look left, compare with the square above. */
function plainDerived(history: string, distance: number): Square[] {
  const colours = Array.from(history, (_, index) => {
    const streaks = history.slice(0, index + 1).match(/B+|P+/g) ?? []
    const column = streaks.length - 1
    const row = (streaks[column]?.length ?? 0) - 1
    const isFilled = (where: number, height: number): boolean => (streaks[where]?.[height] ?? '') !== ''
    if (row === 0) {
      if (column - 1 - distance < 0) return ''
      return streaks[column - 1]?.length === streaks[column - 1 - distance]?.length ? 'r' : 'b'
    }
    if (column - distance < 0) return ''
    return isFilled(column - distance, row) === isFilled(column - distance, row - 1) ? 'r' : 'b'
  }).join('')
  const places = drawn(colours)
  return Array.from(colours, (colour, index) => `${places[index]} ${colour}`)
}
