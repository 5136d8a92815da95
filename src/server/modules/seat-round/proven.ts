import { journalKinds, journalSources } from '#server/ledger/events.ts'
import { createProofKeys, type ProvenEvent } from '#server/ledger/proofs.ts'
import { seatBetText, seatResultText, type SeatDrawn } from '#server/ledger/seats.ts'
import { sql } from 'kysely'
import { drawnOf, readPairOf, type PairDeps } from './pairs.ts'
import type { SeatRoundRow } from './rows.ts'

/**
 * Whether the program took a round as its row says: no card of a secret pair is acted on or answered by the word of a row alone
 * (docs/decisions/046-seat-rounds.md).
 */

type StoredEvent = Omit<ProvenEvent, 'round' | 'transaction'> & { at: Date }
type EventsByKey = ReadonlyMap<string, readonly StoredEvent[]>

/** The rows that were verified, with the time of the last event. What is read again is verified again. */
const verified = new WeakMap<SeatRoundRow, Date>()

/**
 * Throws where a stake or a decision of one of the rounds, or the result of one that has one, has no proof that the program booked it there: another number
 * of the round would have other cards, and another decision or end would turn cards that nobody has seen.
 */
export async function verifySeatRounds(deps: PairDeps, rounds: readonly SeatRoundRow[]): Promise<void> {
  const due = rounds.filter((row) => !verified.has(row))
  if (due.length === 0) return
  const events = await readEvents(deps, due)
  for (const row of due) verified.set(row, verifiedAt(deps, row, drawnOf(row, await readPairOf(deps, row)), events))
}

/** When the newest stake or decision of a round was booked; verifies it first. */
export async function lastTakenAt(deps: PairDeps, row: SeatRoundRow): Promise<Date> {
  await verifySeatRounds(deps, [row])
  return verified.get(row) ?? row.at
}

/** Whether a round has a result, so also one that was made void after its settlement. */
export function hasResult({ state, returned }: SeatRoundRow): boolean {
  return state === 'settled' || returned !== null
}

async function readEvents({ db }: PairDeps, rounds: readonly SeatRoundRow[]): Promise<EventsByKey> {
  const keys = rounds.flatMap((row) => [row.id, row.requestId, ...row.decisions.map(({ requestId }) => requestId)])
  const members = [...new Set(rounds.map(({ memberId }) => memberId))]
  const { rows } = await sql<StoredEvent>`
    SELECT j.member_id AS "memberId", j.kind, j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash, j.d_held AS held, j.d_in_play AS "inPlay",
           j.stake, j.pay, j.contra_id AS "contraId", j.ref, j.at
      FROM journal j WHERE j.member_id = any(${members}::bigint[]) AND j.source = any(${[journalSources.own, journalSources.system]}::smallint[])
       AND j.key = any(${keys}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}

/** The time of the newest stake or decision of a verified round. */
function verifiedAt({ config }: PairDeps, row: SeatRoundRow, drawn: SeatDrawn, events: EventsByKey): Date {
  const proofs = createProofKeys(config.secret)
  const isProven = (event: StoredEvent, transaction: string): boolean =>
    event.memberId === row.memberId && event.ref === row.id && proofs.verifies({ ...event, transaction, round: null })
  const taken = [{ requestId: row.requestId, action: 'deal', stake: row.stake }, ...row.decisions]
  const times = taken.map(({ requestId, action, stake }, number) => {
    const event = events.get(requestId)?.find(({ source }) => source === journalSources.own)
    if (event?.stake !== stake || !isProven(event, seatBetText({ drawn, number, action })))
      throw new Error(`decision ${number} of round ${row.id} is not as the program took it`)
    return event.at
  })
  if (hasResult(row)) {
    const result = seatResultText(
      drawn,
      row.decisions.map(({ action }) => action),
      row.defaulted,
    )
    const event = events.get(row.id)?.find(({ kind }) => kind === journalKinds.table_result)
    if (event?.cash !== row.returned || event.inPlay !== -row.staked || !isProven(event, result))
      throw new Error(`the result of round ${row.id} is not as the program booked it`)
  }
  return times.at(-1) ?? row.at
}
