import type { KeptSalts } from '#domain/games/table/salt-list.ts'
import { seriesEvidenceText } from '#domain/games/table/series-evidence.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { verifySeries, type SeriesReport } from '#domain/games/table/verify-series.ts'
import { saltListOf } from './salt-keeper.ts'
import type { SeriesRecordAnswer } from './table-source.ts'

/** Verifies a series of which the window has loaded the record; a chunk of its own, which comes when a series is verified. */
export function verifyRecord(
  game: TableGame,
  { series, rounds }: SeriesRecordAnswer,
  kept: KeptSalts | null,
): SeriesReport {
  // A void round has its place without an outcome.
  const outcomes = rounds.flatMap(({ state, outcome }) => (outcome === null && state !== 'void' ? [] : [outcome]))
  const record = { salts: saltListOf(series), links: series.links, rounds: outcomes }
  return verifySeries(game, record, { end: series.chainEnd, kept })
}

/** The evidence of a series as a text for the page `/fairness`. */
export function evidenceOf({ mathHash, series, rounds }: SeriesRecordAnswer, kept: KeptSalts | null): string {
  return seriesEvidenceText({ mathHash, series, rounds, kept })
}
