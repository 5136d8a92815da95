import { seriesEvidenceText } from '#domain/games/table/series-evidence.ts'
import { keptSaltsOf, readKeptSalts } from '#web/shared/kept-salts.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'
import type { PublishedSeries } from './use-series.ts'

/** The evidence of a series with what a window of this browser has kept of it. */
export function seriesText({ mathHash, series, rounds }: PublishedSeries): string {
  const kept = keptSaltsOf(readKeptSalts(safeStorage()), series)
  return seriesEvidenceText({ mathHash, series, rounds, kept })
}
