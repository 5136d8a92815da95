import { useTranslations } from 'use-intl/react'
import { isShoeGame, linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'

/** The messages about a series: of a shoe, or of rounds that each have a link. Both have the same keys. */
export function useSeriesText(game: TableGame): ReturnType<typeof useTranslations<'table.shoe'>> {
  const shoe = useTranslations('table.shoe')
  const series = useTranslations('table.series')
  return isShoeGame(game) ? shoe : series
}

/** The number of a series, from 1, by its first link; the links of a series that ended early are used up too. */
export function seriesNumber(game: TableGame, firstLink: number): number {
  return Math.floor((firstLink - 1) / linksOfSeries(game)) + 1
}

/**
 * The first links of the newest series of which rounds can be verified, the newest first: ended shoes; of rounds that each reveal
 * a link also the series in progress.
 */
export function verifiableSeries(
  game: TableGame,
  { firstLink, phase, links }: { firstLink: number; phase: string; links: readonly string[] },
  most: number,
): number[] {
  const step = linksOfSeries(game)
  const has = phase === 'ended' || (!isShoeGame(game) && links.length > 0)
  const newest = has ? firstLink : firstLink - step
  return Array.from({ length: most }, (_, index) => newest - index * step).filter((one) => one >= 1)
}
