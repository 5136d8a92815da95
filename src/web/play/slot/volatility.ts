import type { CatalogueGame } from '#domain/games/catalogue.ts'

/** How far a machine's results lie from their mean. */
export type Volatility = CatalogueGame['volatility']

export const volatilities = ['low', 'medium', 'high'] as const
