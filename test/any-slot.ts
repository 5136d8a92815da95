import { catalogue } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'

const [{ game, company, names }] = catalogue

/** The machine of tests, journeys and fault programs that need one, whichever it is: the first of the catalogue. */
export const anySlot = { code: game.code, company, names, game }

/** The first machine of the catalogue that is linked to the jackpots. */
export const linkedGame = firstLinked()

function firstLinked(): Game {
  const found = catalogue.find(({ game }) => game.features.some(({ kind }) => kind === 'jackpot-link'))
  if (found === undefined) throw new Error('no machine of the catalogue is linked to the jackpots')
  return found.game
}

/** The body of `open-game`. */
export type GameBody = { code: string; company: string; timeStemp: number | string }

/** The body of `open-game` for it. */
export function openAnySlot(timeStemp: number | string = Date.now()): GameBody {
  return { code: anySlot.code, company, timeStemp }
}
