import { cardsInDeck } from './cards.ts'
import { marksOfKind } from './marks.ts'
import { raceFaults } from './race/race-faults.ts'
import { isShoeGame, type Spot, type TableGame } from './table-game.ts'

/** The most cards that one round of a kind takes. */
export const mostCards = { baccarat: 6, 'dragon-tiger': 2 }

/** The faults of a table game's data, each with its field: what the engine cannot deal, and what was not meant. */
export function tableFaults(game: TableGame): { field: string; fault: string }[] {
  const { spots, calls } = game
  const codes = [...spots, ...calls].map(({ code }) => code)
  return [
    ...(isShoeGame(game) && game.behindCut < mostCards[game.kind]
      ? [{ field: 'behindCut', fault: 'a round that began before the cut card could take more cards than are left' }]
      : []),
    ...(isShoeGame(game) && game.behindCut >= game.decks * cardsInDeck
      ? [{ field: 'behindCut', fault: 'no round can begin' }]
      : []),
    ...codes
      .filter((code, index) => codes.indexOf(code) !== index)
      .map((code) => ({ field: `spots.${code}`, fault: 'the code is used twice' })),
    ...spots.flatMap((spot) => spotFaults(spot, marksOfKind[game.kind])),
    ...(game.kind === 'race' ? raceFaults(game) : []),
    ...calls.flatMap(({ code, chips }) =>
      chips
        .filter(({ spot, count }) => count < 1 || !spots.some((one) => one.code === spot))
        .map(({ spot }) => ({ field: `calls.${code}`, fault: `no chip can lie on ${spot}` })),
    ),
  ]
}

function spotFaults({ code, pays }: Spot, marks: readonly string[]): { field: string; fault: string }[] {
  const field = `spots.${code}`
  return pays.flatMap(({ when, returns: [numerator, denominator] }) => [
    ...when
      .filter((mark) => !marks.includes(mark))
      .map((mark) => ({ field, fault: `no outcome has the mark ${mark}` })),
    ...(Number.isSafeInteger(numerator) && numerator >= 0 && Number.isSafeInteger(denominator) && denominator >= 1
      ? []
      : [{ field, fault: `${numerator}/${denominator} is no part of a stake` }]),
  ])
}
