import { blackjack, type BlackjackGame } from './blackjack/game.ts'
import type { TableNames } from './table/table-names.ts'

/**
 * A game with a seat of one's own: a member plays rounds with decisions against the dealer, apart from all others, drawn from the
 * member's own seeds like a slot's. Its mathematics are `game` alone.
 */
export type CatalogueSeatGame = { game: BlackjackGame; names: TableNames; company: 'baize-live' }

/** How long a member may take for a decision at a new table of such a game, in seconds. */
export const secondsOfDecision = 60

/** The games with a seat of one's own, in the order of the lobby; `openSeatGames` are those that can be played. */
export const seatGames: readonly CatalogueSeatGame[] = [
  {
    game: blackjack,
    names: { ko: '블랙잭', en: 'Blackjack', jp: 'ブラックジャック', vn: 'Blackjack', cn: '二十一点' },
    company: 'baize-live',
  },
]

/** The codes of those whose server and window stand: they can be opened, the others are listed as closed. */
export const openSeatGames: readonly string[] = ['blackjack']

/** The game of a code, or undefined when there is none. */
export function seatGameByCode(code: string): CatalogueSeatGame | undefined {
  return seatGames.find(({ game }) => game.code === code)
}

/** The game of a code that can be played, or undefined. */
export function openSeatGameByCode(code: string): CatalogueSeatGame | undefined {
  return openSeatGames.includes(code) ? seatGameByCode(code) : undefined
}
