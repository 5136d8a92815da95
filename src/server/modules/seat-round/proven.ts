import { CompiledQuery } from 'kysely'
import { provenTimesOf, readSeatEvents } from '#server/ledger/seat-proof.ts'
import { drawnOf, readPairOf, type PairDeps } from './pairs.ts'
import type { SeatRoundRow } from './rows.ts'

/**
 * Whether the program took a round as its row says: no card of a secret pair is acted on or answered by the word of a row alone
 * (docs/decisions/046-seat-rounds.md).
 */

/** The rows that were verified, with the time of the last event. What is read again is verified again. */
const verified = new WeakMap<SeatRoundRow, Date>()

/**
 * Throws where a stake or a decision of one of the rounds, or the result of one that has one, has no proof that the program booked it there: another number
 * of the round would have other cards, and another decision or end would turn cards that nobody has seen.
 */
export async function verifySeatRounds(deps: PairDeps, rounds: readonly SeatRoundRow[]): Promise<void> {
  const due = rounds.filter((row) => !verified.has(row))
  if (due.length === 0) return
  const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await deps.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
  const events = await readSeatEvents(read, due)
  for (const row of due) {
    const found = provenTimesOf(deps.config.secret, row, drawnOf(row, await readPairOf(deps, row)), events)
    if ('unproven' in found) throw new Error(found.unproven)
    verified.set(row, found.times.at(-1) ?? row.at)
  }
}

/** When the newest stake or decision of a round was booked; verifies it first. */
export async function lastTakenAt(deps: PairDeps, row: SeatRoundRow): Promise<Date> {
  await verifySeatRounds(deps, [row])
  return verified.get(row) ?? row.at
}
