import type { SlotGame } from '#contract/lobby.ts'
import type { SiteData } from '#contract/site.ts'
import type { Locale } from '#i18n/locales.ts'
import type { FilterableGame } from './lobby-filter.ts'
import { tileOfEntry, tileOfSlot, type Tile } from './tiles.tsx'

/** A game of the lobby: its tile and the fields the filter needs. */
export type LobbyGame = Tile & FilterableGame

/** All games of one kind, in the recommended order. */
export function lobbyGames(site: SiteData, kind: Tile['kind'], locale: Locale): LobbyGame[] {
  if (kind !== 'slot') {
    return site[kind].map((entry) => ({
      ...tileOfEntry(entry, kind, locale),
      features: entry.features,
      volatility: null,
      released: entry.released,
    }))
  }
  const companies = new Map(site.slot.map((company) => [company.code, company.name]))
  return site.games.map((game) => lobbySlot(game, locale, companies.get(game.gameCompany) ?? game.gameCompany))
}

/** One slot; a game that cannot be played yet is not marked as new. */
export function lobbySlot(game: SlotGame, locale: Locale, companyName: string): LobbyGame {
  const { features, volatility, released } = game
  return {
    ...tileOfSlot(game, locale, companyName),
    isNew: game.isNew && game.used === 'y',
    features,
    volatility,
    released,
  }
}
