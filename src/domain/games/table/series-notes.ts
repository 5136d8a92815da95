import { mostListed, listText } from '../listed-notes.ts'
import { rangesOf } from '../shown-numbers.ts'
import type { SeriesEvidence } from './series-evidence.ts'
import type { SeriesReport } from './verify-series.ts'

/** A note beside the verdict on a series: the key of its message, with the seats or rounds that it names as a text. */
export type SeriesNote =
  | { note: 'unsalted' }
  | { note: 'unmixed' | 'lateSeats' | 'repeated'; seats: string }
  | { note: 'voidRounds' | 'passedOver'; rounds: string }

/** The notes of a series in the order of `docs/fairness.md`, section 13.9. `reasonText` is why a salt is not mixed, in words. */
export function notesOf(
  { record, voidRounds }: SeriesEvidence,
  { isSalted, unmixed, lateSeats, repeatedSalts, undealt }: SeriesReport,
  reasonText: (reason: SeriesReport['unmixed'][number]['reason']) => string,
): SeriesNote[] {
  const seats = (note: 'unmixed' | 'lateSeats' | 'repeated', named: readonly string[]): SeriesNote[] =>
    named.length === 0 ? [] : [{ note, seats: seatText(named) }]
  const rounds = (note: 'voidRounds' | 'passedOver', indices: readonly number[]): SeriesNote[] =>
    indices.length === 0 ? [] : [{ note, rounds: listText(rangesOf(indices.map((index) => index + 1))) }]
  return [
    ...(isSalted ? [] : [{ note: 'unsalted' } as const]),
    ...seats(
      'unmixed',
      unmixed.map(({ seat, reason }) => `${seat} (${reasonText(reason)})`),
    ),
    ...seats('lateSeats', lateSeats),
    ...seats('repeated', repeatedSalts),
    ...rounds('voidRounds', voidRounds),
    ...rounds(
      'passedOver',
      undealt.map((_, index) => record.rounds.length + index),
    ),
  ]
}

/** Seats as a list; beyond `mostListed`, how many more there are. */
function seatText(seats: readonly string[]): string {
  const rest = seats.length - mostListed
  return seats.slice(0, mostListed).join(', ') + (rest > 0 ? `, … + ${rest}` : '')
}
