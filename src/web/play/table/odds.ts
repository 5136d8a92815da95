import type { Spot } from '#domain/games/table/table-game.ts'

/** What a spot pays for one staked, by mark: `0.95:1`. A rule that returns at most the stake has none. */
export function oddsOf({ pays }: Spot): { mark: string; odds: string }[] {
  return pays.flatMap(({ when, returns: [numerator, denominator] }) => {
    if (numerator <= denominator) return []
    const odds = (numerator - denominator) / denominator
    return when.map((mark) => ({ mark, odds: `${Number(odds.toFixed(2))}:1` }))
  })
}
