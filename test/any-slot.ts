import { catalogue } from '#domain/games/catalogue.ts'

const [{ game, company, names }] = catalogue

/** The machine of tests, journeys and fault programs that need one, whichever it is: the first of the catalogue. */
export const anySlot = { code: game.code, company, names, game }

/** The body of `open-game` for it. */
export function openAnySlot(timeStemp: number | string = Date.now()) {
  return { code: anySlot.code, company, timeStemp }
}
