import type { AppSecret } from '#server/config.ts'
import { journalKinds, kinds } from '../events.ts'
import { createProofKeys, storedProvenKinds, type ProvenEvent, type ProvenRound } from '../proofs.ts'
import type { BookCheck, CheckFault, CheckScope } from './check.ts'

/** Recomputes the proof of every event of play and spin (`src/server/ledger/proofs.ts`), archived ones too. */
export const proofChecks: readonly BookCheck[] = [
  {
    name: 'play-proofs',
    description:
      'Every bet, win and rollback of play elsewhere, every jackpot, and every spin with its round and seed pair has the proof that the program made for it under APP_SECRET.',
    find: async (scope) => {
      if (scope.secret === null) return { notRun: 'the proofs of play are made with APP_SECRET' }
      const keys = createProofKeys(scope.secret)
      const unproven: Place[] = []
      // Those of a lost key may be many, and which they are is decided below.
      const most = scope.secret.lost === undefined ? scope.mostFaults : Infinity
      for await (const events of scope.batches<Omit<ProvenEvent, 'round'> & Place>(provenSql)) {
        for (const event of events) if (!keys.verifies({ ...event, round: null })) unproven.push(event)
        if (unproven.length >= most) break
      }
      for await (const spins of scope.batches<SpinRow>(spinSql)) {
        for (const spin of spins) if (!keys.verifies({ ...spin, ...ofSpins, round: spin })) unproven.push(spin)
        if (unproven.length >= most) break
      }
      const { faults, excused } = await judge(scope, unproven)
      return faults.length > 0 || excused === 0
        ? faults
        : { notRun: `${excused} events of play were sealed up to the loss of a key: their proofs cannot be verified` }
    },
  },
]

/** Where an event is, and its kind. */
type Place = { memberId: bigint; seq: bigint; kindName: string }

/** The proven events of each member behind those that were booked before there were proofs. */
const provenSql = `SELECT j.member_id AS "memberId", j.seq, k.name AS "kindName", j.kind, j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash,
    j.d_held AS held, j.d_in_play AS "inPlay", j.stake, j.pay, j.contra_id AS "contraId", j.ref, coalesce(t.transaction, '') AS transaction
  FROM journal j JOIN journal_kind k ON k.id = j.kind LEFT JOIN play_unproven u USING (member_id)
  LEFT JOIN provider_transaction t ON t.provider_id = abs(j.source) AND t.journal_key = j.key
  WHERE j.kind IN (${kinds(...storedProvenKinds)}) AND j.seq > coalesce(u.last_seq, 0)`

/** What every spin has alike. */
const ofSpins = { kind: journalKinds.spin, held: 0n, inPlay: 0n, transaction: '' }

type SpinRow = Omit<ProvenEvent, keyof typeof ofSpins | 'round'> & ProvenRound & Place

/**
 * The spins of each member behind those that were booked before they had proofs, with their rounds and pairs. A spin without a round,
 * or a round without its pair, is a fault of `rounds`.
 */
const spinSql = `SELECT j.member_id AS "memberId", j.seq, 'spin' AS "kindName", j.source, j.key, j.request_hash AS "requestHash", j.d_cash AS cash, j.stake, j.pay,
    j.contra_id AS "contraId", j.ref, r.seed_id AS "seedId", encode(s.server_seed_hash, 'hex') AS "serverSeedHash", s.client_seed AS "clientSeed", r.nonce,
    r.game_version_id AS "gameVersionId", r.units, r.events
  FROM journal j JOIN round r ON r.member_id = j.member_id AND r.id = j.ref JOIN member_seed s ON s.id = r.seed_id
    LEFT JOIN spin_unproven u ON u.member_id = j.member_id
  WHERE j.kind = ${kinds('spin')} AND j.seq > coalesce(u.last_seq, 0)`

/**
 * A proof does not name its key, so where a key is lost, each event without a valid proof may be one of that key. Excused are those
 * that were sealed when an operator accepted the loss; where nothing is kept outside the database, before the first head of a known key.
 */
async function judge(
  scope: CheckScope,
  unproven: readonly Place[],
): Promise<{ faults: CheckFault[]; excused: number }> {
  const faults = unproven.map(({ memberId, seq, kindName }) => ({
    subject: `${memberId}/${seq}`,
    detail: `${kindName} without a valid proof: the program did not book it as it is`,
  }))
  if (scope.secret?.lost === undefined || faults.length === 0) return { faults, excused: 0 }
  const sealed = await scope.rows<{ subject: string }>(
    `SELECT u.member_id || '/' || u.seq AS subject FROM unnest($1::bigint[], $2::bigint[]) u (member_id, seq)
     JOIN journal_seal s ON s.member_id = u.member_id AND u.seq > s.after_seq AND u.seq <= s.last_seq WHERE s.head_id <= $3::bigint`,
    [
      unproven.map(({ memberId }) => String(memberId)),
      unproven.map(({ seq }) => String(seq)),
      String(await lastAcceptedHead(scope, scope.secret)),
    ],
  )
  const excused = new Set(sealed.map(({ subject }) => subject))
  return { faults: faults.filter(({ subject }) => !excused.has(subject)), excused: excused.size }
}

/** The newest head up to which an operator accepted what is there. */
async function lastAcceptedHead({ anchor, rows }: CheckScope, secret: AppSecret): Promise<bigint> {
  if (anchor !== null) return anchor.status === 'present' ? anchor.anchor.acceptedId : 0n
  const [first] = await rows<{ id: bigint | null }>(
    'SELECT min(id) AS id FROM journal_head WHERE id > 0 AND key_id = ANY ($1::text[])',
    [[...secret.keys.keys()]],
  )
  return (first?.id ?? 2n ** 62n) - 1n
}
