import { raceBets, type RaceBet } from '#domain/games/table/race/marks.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'

/** The bets on a race by their codes. */

/** What a spot bets on: `exacta-5-2` is an exacta on 5, then 2; null of another game. */
export function betOf(code: string): { bet: RaceBet; numbers: number[] } | null {
  const [name, ...numbers] = code.split('-')
  const bet = raceBets.find((one) => one === name)
  return bet ? { bet, numbers: numbers.map(Number) } : null
}

/** The spot of a bet on runners that were chosen in this order; a quinella names the lower number first. */
export function spotOf(bet: RaceBet, numbers: readonly number[]): string {
  const named = bet === 'quinella' ? numbers.toSorted((one, other) => one - other) : numbers
  return [bet, ...named].join('-')
}

/** A bet on several runners. */
export type Combined = Exclude<RaceBet, 'win' | 'place'>

/** How many runners a combination names. */
export const namedBy = { quinella: 2, exacta: 2, trifecta: 3 } as const satisfies Record<Combined, number>

/** The keys of win and place, by number: three to a row of the keyboard, with Shift for a place. */
const letters = ['Q', 'W', 'E', 'A', 'S', 'F', 'Z', 'X'] as const

export function shortcutOf(code: string): string | undefined {
  const { bet, numbers: [number = 0] = [] } = betOf(code) ?? {}
  const letter = letters[number - 1]
  if (letter === undefined || (bet !== 'win' && bet !== 'place')) return undefined
  return bet === 'win' ? letter : `Shift+${letter}`
}

/** The keys of spots, by spot. */
export function raceKeys({ spots }: TableGame): Record<string, string> {
  return Object.fromEntries(
    spots.flatMap(({ code }) => {
      const key = shortcutOf(code)
      return key === undefined ? [] : [[code, key]]
    }),
  )
}
