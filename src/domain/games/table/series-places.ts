import type { TableOutcome } from './outcome.ts'
import type { SeriesEvidence } from './series-evidence.ts'
import type { SeriesReport } from './verify-series.ts'

/**
 * A place of a series as a page shows it: what was shown, and what the revealed links give there. `open`: no link covers
 * it yet, or nothing could be drawn. `void`: the stakes were returned. `passed-over`: drawn, but not played.
 */
export type SeriesPlace = {
  /** From 1. */
  place: number
  state: 'proven' | 'false' | 'open' | 'void' | 'passed-over'
  shown: TableOutcome | null
  drawn: TableOutcome | null
}

/** The places of a series in order: those of the record, then those that were passed over. */
export function placesOf({ record, voidRounds }: SeriesEvidence, { faults, drawn }: SeriesReport): SeriesPlace[] {
  const wrong = new Set(faults.flatMap((fault) => (fault.kind === 'round' ? [fault.index] : [])))
  const isVoid = new Set(voidRounds)
  const rounds = record.rounds.map((shown, index): SeriesPlace => {
    const outcome = drawn?.[index] ?? null
    const covered = outcome === null ? 'open' : 'proven'
    const state = wrong.has(index) ? 'false' : isVoid.has(index) ? 'void' : covered
    return { place: index + 1, state, shown, drawn: outcome }
  })
  const passedOver = (drawn ?? []).slice(rounds.length).map((outcome, index): SeriesPlace => ({
    place: rounds.length + index + 1,
    state: 'passed-over',
    shown: null,
    drawn: outcome,
  }))
  return [...rounds, ...passedOver]
}
