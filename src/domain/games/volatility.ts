/** How far the results of a machine lie from their mean, from least to most. */
export const volatilities = ['low', 'medium', 'high'] as const
export type Volatility = (typeof volatilities)[number]

/** By the deviation of a round in stakes: below 4 low, below 8 medium, else high. */
export function volatilityOf(deviation: number): Volatility {
  if (deviation < 4) return 'low'
  return deviation < 8 ? 'medium' : 'high'
}
