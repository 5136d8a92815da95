import type { TableOutcome } from '#domain/games/table/outcome.ts'
import type { KeptSalts } from '#domain/games/table/salt-list.ts'
import type { ShoeGame } from '#domain/games/table/table-game.ts'
import { verifySeries, type SeriesReport } from '#domain/games/table/verify-series.ts'
import { saltListOf } from './salt-keeper.ts'
import type { SeriesRecordAnswer } from './table-source.ts'

/** Verifies a shoe of which the window has loaded the record; a chunk of its own, which comes when a shoe is verified. */
export function verifyShoe(
  game: ShoeGame,
  { series, rounds }: SeriesRecordAnswer,
  kept: KeptSalts | null,
): SeriesReport {
  const outcomes = rounds.flatMap(({ outcome }): TableOutcome[] => (outcome === null ? [] : [outcome]))
  const record = { salts: saltListOf(series), links: series.links, rounds: outcomes }
  return verifySeries(game, record, { end: series.chainEnd, kept })
}
