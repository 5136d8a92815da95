import type { LobbyFeature } from '../lobby-features.ts'
import { returnedBy, type TableGame } from './table-game.ts'

/** From this time to bet on down a table is fast, in seconds. */
const fastSeconds = 10

/** The features of a table game, from its data and its pace, the most telling one first. */
export function tableFeaturesOf({ game, betSeconds }: { game: TableGame; betSeconds: number }): LobbyFeature[] {
  switch (game.kind) {
    case 'baccarat':
      return [
        ...(betSeconds <= fastSeconds ? (['fast-rounds'] as const) : []),
        ...(paysBankerEven(game) ? (['no-commission'] as const) : []),
        'pair-bets',
      ]
    case 'dragon-tiger':
      return ['one-card']
    case 'roulette':
      return ['single-zero']
    case 'sic-bo':
      return ['three-dice']
    case 'race':
      return ['fixed-odds']
  }
}

function paysBankerEven(game: TableGame): boolean {
  const banker = game.spots.find(({ code }) => code === 'banker')
  if (banker === undefined) return false
  const [numerator, denominator] = returnedBy(banker, new Set(['banker']))
  return numerator === 2 * denominator
}
