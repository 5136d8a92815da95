import { amountToWire } from '#domain/money.ts'
import { journalSources, kinds } from '../events.ts'
import { createProofKeys, storedProvenKinds, type ProvenEvent } from '../proofs.ts'
import { seatTextJoins, seatTextSql } from '../seats.ts'
import { ofSpins, spinSql, verifiesSpin, type SpinRow } from '../spin-proof.ts'
import { lastAcceptedHead } from './accepted-head.ts'
import type { BookCheck, CheckFault, CheckScope } from './check.ts'

/** Recomputes the proof of every event of play and spin (`src/server/ledger/proofs.ts`), archived ones too. */
export const proofChecks: readonly BookCheck[] = [
  {
    name: 'play-proofs',
    description:
      'Every bet, win and rollback of play elsewhere, every bet in a shared round with its spots or in a round with decisions with its place there, every result of one, every jackpot, and every spin with its round and seed pair has the proof that the program made for it under APP_SECRET.',
    find: async (scope) => {
      if (scope.secret === null) return { notRun: 'the proofs of play are made with APP_SECRET' }
      const keys = createProofKeys(scope.secret)
      const unproven: Place[] = []
      // Those of a lost key may be many, and which they are is decided below.
      const most = scope.secret.lost === undefined ? scope.mostFaults : Infinity
      for await (const events of scope.batches<Row>(provenSql)) {
        for (const event of events) if (!keys.verifies({ ...event, round: null })) unproven.push(placeOf(event))
        if (unproven.length >= most) break
      }
      for await (const spins of scope.batches<SpinRow>(provenSpinSql)) {
        for (const spin of spins)
          if (!verifiesSpin(keys, spin)) unproven.push(placeOf({ ...spin, ...ofSpins, kindName: 'spin' }))
        if (unproven.length >= most) break
      }
      const { faults, excused } = await judge(scope, unproven)
      return faults.length > 0 || excused === null
        ? faults
        : { notRun: `${excused} were sealed up to the loss of a key: their proofs cannot be verified` }
    },
  },
]

/** Where an event is, its kind and its money: `change` is that of all the member's money. */
type Place = { memberId: bigint; seq: bigint; kindName: string; stake: bigint; pay: bigint; change: bigint }
type Row = Omit<ProvenEvent, 'round'> & Omit<Place, 'change'>

function placeOf({ memberId, seq, kindName, stake, pay, cash, held, inPlay }: Row): Place {
  return { memberId, seq, kindName, stake, pay, change: cash + held + inPlay }
}

/** The proven events of each member behind those that were booked before there were proofs. */
const provenSql = `SELECT j.member_id AS "memberId", j.seq, k.name AS "kindName", j.kind, j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash,
    j.d_held AS held, j.d_in_play AS "inPlay", j.stake, j.pay, j.contra_id AS "contraId", j.ref, coalesce(t.transaction, b.spots, ${seatTextSql}) AS transaction
  FROM journal j JOIN journal_kind k ON k.id = j.kind LEFT JOIN play_unproven u USING (member_id)
  LEFT JOIN provider_transaction t ON t.provider_id = abs(j.source) AND t.journal_key = j.key
  LEFT JOIN table_bet b ON j.kind = ${kinds('bet')} AND j.source = ${journalSources.own} AND b.member_id = j.member_id AND b.request_id = j.key
  ${seatTextJoins}
  WHERE j.kind IN (${kinds(...storedProvenKinds)}) AND j.seq > coalesce(u.last_seq, 0)`

/**
 * The spins of each member behind those that were booked before they had proofs, with their rounds and pairs. A spin without a round,
 * or a round without its pair, is a fault of `rounds`.
 */
const provenSpinSql = `${spinSql} AND j.seq > coalesce((SELECT u.last_seq FROM spin_unproven u WHERE u.member_id = j.member_id), 0)`

/**
 * A proof does not name its key, so where a key is lost, each event without a valid proof may be one of that key. Excused are those
 * that were sealed when an operator accepted the loss; where nothing is kept outside the database, before the first head of a known key.
 */
async function judge(
  scope: CheckScope,
  unproven: readonly Place[],
): Promise<{ faults: CheckFault[]; excused: string | null }> {
  if (scope.secret?.lost === undefined || unproven.length === 0) return { faults: unproven.map(faultOf), excused: null }
  const accepted = await lastAcceptedHead(scope, scope.secret)
  const heads = await headsOf(scope, unproven)
  const headOf = ({ memberId, seq }: Place): bigint | undefined => heads.get(`${memberId}/${seq}`)
  const excused = unproven.filter((event) => (headOf(event) ?? accepted + 1n) <= accepted)
  if (excused.length === unproven.length) return { faults: [], excused: describe(excused) }
  const others = unproven.filter((event) => (headOf(event) ?? accepted + 1n) > accepted)
  // Before an operator accepts the heads, they compare this with what the lost key is known to have booked.
  const excusable = describe(others.filter((event) => headOf(event) !== undefined))
  const sum = {
    subject: `lost key ${[...scope.secret.lost].join(', ')}`,
    detail: `${describe(others)} have no valid proof; accepting the heads excuses those that are sealed: ${excusable}`,
  }
  return { faults: [sum, ...others.map(faultOf)], excused: excused.length === 0 ? null : describe(excused) }
}

function faultOf({ memberId, seq, kindName }: Place): CheckFault {
  return {
    subject: `${memberId}/${seq}`,
    detail: `${kindName} without a valid proof: the program did not book it as it is`,
  }
}

/** Their number by kind, and their money. */
function describe(events: readonly Place[]): string {
  if (events.length === 0) return 'no events of play'
  const byKind = [...Map.groupBy(events, ({ kindName }) => kindName)].map(([name, { length }]) => `${length} ${name}`)
  const sum = (of: (event: Place) => bigint): string => amountToWire(events.reduce((all, event) => all + of(event), 0n))
  const money = `stakes ${sum(({ stake }) => stake)}, pays ${sum(({ pay }) => pay)}, money of members ${sum(({ change }) => change)}`
  return `${events.length} events of play (${byKind.toSorted().join(', ')}; ${money})`
}

/** The heads under which events are sealed, by member and number. */
async function headsOf({ rows }: CheckScope, events: readonly Place[]): Promise<Map<string, bigint>> {
  const sealed = await rows<{ subject: string; head: bigint }>(
    `SELECT u.member_id || '/' || u.seq AS subject, s.head_id AS head FROM unnest($1::bigint[], $2::bigint[]) u (member_id, seq)
     JOIN journal_seal s ON s.member_id = u.member_id AND u.seq > s.after_seq AND u.seq <= s.last_seq`,
    [events.map(({ memberId }) => String(memberId)), events.map(({ seq }) => String(seq))],
  )
  return new Map(sealed.map(({ subject, head }) => [subject, head]))
}
