import type { AppSecret } from '#server/config.ts'
import { journalKinds, journalSources } from './events.ts'
import { createProofKeys, type ProvenEvent } from './proofs.ts'
import type { ReadRows } from './redraw.ts'
import { seatBetText, seatResultText, type SeatDrawn } from './seats.ts'

/** Rounds with decisions beside the events that book them, whose proofs say what the program took (docs/decisions/046-seat-rounds.md). */

/** What a row says of a round. */
export type SeatFacts = {
  id: string
  memberId: bigint
  requestId: string
  stake: bigint
  staked: bigint
  returned: bigint | null
  state: string
  defaulted: boolean
  decisions: readonly { action: string; requestId: string; stake: bigint }[]
}

type SeatEvent = Omit<ProvenEvent, 'round' | 'transaction'> & { at: Date }

/** Events by their keys: the request ids of stakes and decisions, and the ids of rounds. */
export type SeatEvents = ReadonlyMap<string, readonly SeatEvent[]>

/** Whether a round has a result, so also one that was made void after its settlement. */
export function hasResult({ state, returned }: Pick<SeatFacts, 'state' | 'returned'>): boolean {
  return state === 'settled' || returned !== null
}

/** The events of rounds, by one look at the journal's keys. */
export async function readSeatEvents(read: ReadRows, rounds: readonly SeatFacts[]): Promise<SeatEvents> {
  const keys = rounds.flatMap((round) => [
    round.id,
    round.requestId,
    ...round.decisions.map(({ requestId }) => requestId),
  ])
  const members = [...new Set(rounds.map(({ memberId }) => String(memberId)))]
  const rows = await read<SeatEvent>(
    `SELECT j.member_id AS "memberId", j.kind, j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash, j.d_held AS held, j.d_in_play AS "inPlay",
       j.stake, j.pay, j.contra_id AS "contraId", j.ref, j.at
     FROM journal j WHERE j.member_id = ANY ($1::bigint[]) AND j.source IN (${journalSources.own}, ${journalSources.system}) AND j.key = ANY ($2::uuid[])`,
    [members, keys],
  )
  return Map.groupBy(rows, ({ key }) => key)
}

/** When the stakes and decisions of a round were booked, in their order; otherwise what of its row is not as the program booked it. */
export function provenTimesOf(
  secret: AppSecret,
  round: SeatFacts,
  drawn: SeatDrawn,
  events: SeatEvents,
): { times: Date[] } | { unproven: string } {
  const proofs = createProofKeys(secret)
  const isProven = (event: SeatEvent, transaction: string): boolean =>
    event.memberId === round.memberId &&
    event.ref === round.id &&
    proofs.verifies({ ...event, transaction, round: null })
  const times: Date[] = []
  const taken = [{ requestId: round.requestId, action: 'deal', stake: round.stake }, ...round.decisions]
  for (const [number, { requestId, action, stake }] of taken.entries()) {
    const event = events.get(requestId)?.find(({ source }) => source === journalSources.own)
    if (event?.stake !== stake || !isProven(event, seatBetText({ drawn, number, action })))
      return { unproven: `decision ${number} of round ${round.id} is not as the program took it` }
    times.push(event.at)
  }
  if (!hasResult(round)) return { times }
  const actions = round.decisions.map(({ action }) => action)
  const event = events.get(round.id)?.find(({ kind }) => kind === journalKinds.table_result)
  const isBooked = event?.cash === round.returned && event.inPlay === -round.staked
  return isBooked && isProven(event, seatResultText(drawn, actions, round.defaulted))
    ? { times }
    : { unproven: `the result of round ${round.id} is not as the program booked it` }
}
