import { useTranslations } from 'use-intl/react'
import type { Spot } from '#domain/games/table/table-game.ts'

/** The spots of Baccarat, from left to right as they lie on the table. */
export const spotCodes = ['player-pair', 'player', 'tie', 'banker', 'banker-pair'] as const
export type SpotCode = (typeof spotCodes)[number]

export function isSpotCode(code: string): code is SpotCode {
  return spotCodes.some((one) => one === code)
}

/** The name of a spot; its code where the window does not know it. */
export function useSpotName(): (code: string) => string {
  const t = useTranslations('table.spot')
  return (code) => (isSpotCode(code) ? t(code) : code)
}

/** What a spot pays for one staked, by rule: `0.95:1`. A rule that only returns the stake has none. */
export function oddsOf({ pays }: Spot): { mark: string; odds: string }[] {
  return pays.flatMap(({ when, returns: [numerator, denominator] }) => {
    if (numerator <= denominator) return []
    const odds = (numerator - denominator) / denominator
    return when.map((mark) => ({ mark, odds: `${Number(odds.toFixed(2))}:1` }))
  })
}

/** The odds of a spot in one text; the banker of the no-commission game has two. */
export function useOddsText(): (spot: Spot) => string {
  const t = useTranslations('table.bet')
  return (spot) =>
    oddsOf(spot)
      .toSorted((one, other) => Number(one.mark === 'banker-6') - Number(other.mark === 'banker-6'))
      .map(({ mark, odds }) => (mark === 'banker-6' ? t('six', { odds }) : odds))
      .join(' · ')
}
