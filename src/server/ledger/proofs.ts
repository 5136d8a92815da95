import { deriveKeys } from '#server/auth/derived-key.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'
import {
  journalKinds,
  journalSources,
  provenKinds,
  requestColumns,
  requestHash,
  spinRow,
  voidRow,
  type JournalKind,
  type LedgerRow,
  type SpinEvent,
  type VoidedSpin,
} from './events.ts'

/**
 * Proofs of the events of play: nothing in the database says whether a provider sent a bet, a win or a rollback, so the program adds
 * a keyed hash to each, which the books recompute (docs/decisions/031-proofs-of-play.md). A spin has one too, because its round follows
 * only from seeds that are public once the pair has ended.
 */

const isProven: ReadonlySet<unknown> = new Set(provenKinds.map((kind) => journalKinds[kind]))

/**
 * The kinds that have a proof besides spins: those of play elsewhere, where a rollback without its bet becomes a tombstone and has the
 * same one, and the results of shared rounds.
 */
export const storedProvenKinds: readonly JournalKind[] = [...provenKinds, 'tombstone', 'table_result']

/** Of a proven event's `request_hash` the lower bits are the proof, the others those of the hash of the request. */
const proofBits = 48n
const proofBytes = Number(proofBits) / 8

/** An event of play as its proof covers it: what the caller decides, not what the database adds, such as its time and balances. */
export type ProvenEvent = {
  memberId: bigint
  kind: number
  source: number
  key: string
  requestHash: bigint
  cash: bigint
  held: bigint
  inPlay: bigint
  stake: bigint
  pay: bigint
  contraId: number
  ref: string | null
  /**
   * The provider's own id of the transaction; of a stake in a shared round its spots; of a round with decisions what `seats.ts` writes; empty where
   * there is none of it.
   */
  transaction: string
  /** Of a spin, its round; null for every other kind. */
  round: ProvenRound | null
}

/** What the proof of a spin covers besides its event: the place in the chain of seeds, both seeds and the result. */
export type ProvenRound = Pick<
  SpinEvent,
  'seedId' | 'serverSeedHash' | 'clientSeed' | 'nonce' | 'gameVersionId' | 'events'
> & {
  /** Null of a void round, whose proof covers the stake that was not taken instead: its event has none. */
  units: bigint | null
  roundStake: bigint
}

export type ProofKeys = {
  /** The request hash with the proof in it, under the newest key. */
  prove: (event: ProvenEvent) => bigint
  /** Whether the proof was made under any key of `APP_SECRET`. */
  verifies: (event: ProvenEvent) => boolean
}

const cache = new WeakMap<AppSecret, ProofKeys>()

/** Keys derived from `APP_SECRET` for this purpose only. Cached per secret. */
export function createProofKeys(secret: AppSecret): ProofKeys {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  // The info text must never change: stored proofs depend on it.
  const keys = deriveKeys(secret.keys, 'baize play proof')
  const newest = keys.get(secret.keyId)
  if (newest === undefined) throw new Error('the newest key of APP_SECRET is missing')
  const made: ProofKeys = {
    prove: (event) => ((event.requestHash >> proofBits) << proofBits) | BigInt(proofOf(newest, messageOf(event))),
    verifies: (event) => {
      const message = messageOf(event)
      const proof = Number(event.requestHash & ((1n << proofBits) - 1n))
      return [...keys.values()].some((key) => proofOf(key, message) === proof)
    },
  }
  cache.set(secret, made)
  return made
}

function proofOf(key: Buffer, message: string): number {
  return Buffer.from(hmacSha256(key, message)).readUIntBE(0, proofBytes)
}

/**
 * One field a line; only the last may contain a line break, and a round has none in its own. The amounts and the account of a rollback are those of its bet, which
 * has a proof of its own: the caller does not know them.
 */
function messageOf(event: ProvenEvent): string {
  const {
    memberId,
    kind,
    source,
    key,
    requestHash,
    cash,
    held,
    inPlay,
    stake,
    pay,
    contraId,
    ref,
    transaction,
    round,
  } = event
  const begin = `baize play proof 1\n${requestHash >> proofBits}\n${memberId}\n${source}\n${key}\n`
  if (kind === journalKinds.rollback || kind === journalKinds.tombstone) return `${begin}rollback\n${transaction}`
  const message = `${begin}${kind}\n${cash}\n${held}\n${inPlay}\n${stake}\n${pay}\n${contraId}\n${ref ?? ''}\n${transaction}`
  if (round === null) return message
  const { seedId, serverSeedHash, clientSeed, nonce, gameVersionId, units, roundStake, events } = round
  return `${message}\n${seedId}\n${serverSeedHash}\n${clientSeed}\n${nonce}\n${gameVersionId}\n${units ?? `void ${roundStake}`}\n${events}`
}

const placeOf = Object.fromEntries(requestColumns.map(([column], place) => [column, place])) as Record<
  (typeof requestColumns)[number][0],
  number
>

/** The row with its proof, if its kind has one; every other row as it is. */
export function provenRow(row: LedgerRow, secret: AppSecret, transaction = ''): LedgerRow {
  return isProven.has(row[placeOf.kind]) ? withProof(row, secret, transaction, null) : row
}

/** A spin as a row of `ledger_request`, with its proof; a dry run, which has the nonce of no round, gets none. */
export function provenSpinRow(spin: SpinEvent, secret: AppSecret): LedgerRow {
  if (spin.nonce < 0n) return spinRow(spin)
  return withProof(spinRow(spin), secret, '', { ...spin, units: BigInt(spin.units), roundStake: spin.stake })
}

/** A void round as a row of `ledger_request`, with its proof. */
export function provenVoidRow(spin: VoidedSpin, secret: AppSecret): LedgerRow {
  return withProof(voidRow(spin), secret, '', { ...spin, units: null, roundStake: spin.stake })
}

/** What a member's stakes in a shared round returned, as the database books it. */
export type TableResult = {
  memberId: bigint
  roundId: string
  staked: bigint
  returned: bigint
  contraId: number
  /** Of a round with decisions these, and what its cards were drawn from (`seats.ts`). */
  transaction?: string
}

/** The `request_hash` of a result: the hash of its amounts, with its proof. */
export function provenTableResult(secret: AppSecret, result: TableResult): bigint {
  const { memberId, staked, returned, contraId } = result
  const roundId = result.roundId.toLowerCase()
  return createProofKeys(secret).prove({
    memberId,
    kind: journalKinds.table_result,
    source: journalSources.system,
    key: roundId,
    requestHash: requestHash(['table-result', roundId, staked, returned]),
    cash: returned,
    held: 0n,
    inPlay: -staked,
    stake: 0n,
    pay: returned,
    contraId,
    ref: roundId,
    transaction: result.transaction ?? '',
    round: null,
  })
}

function withProof(row: LedgerRow, secret: AppSecret, transaction: string, round: ProvenRound | null): LedgerRow {
  const proven = createProofKeys(secret).prove({
    memberId: row[placeOf.member_id] as bigint,
    kind: row[placeOf.kind] as number,
    source: row[placeOf.source] as number,
    key: (row[placeOf.key] as string).toLowerCase(),
    requestHash: row[placeOf.request_hash] as bigint,
    cash: row[placeOf.d_cash] as bigint,
    held: row[placeOf.d_held] as bigint,
    inPlay: row[placeOf.d_in_play] as bigint,
    stake: row[placeOf.stake] as bigint,
    pay: row[placeOf.pay] as bigint,
    contraId: row[placeOf.contra_id] as number,
    ref: (row[placeOf.ref] as string | null)?.toLowerCase() ?? null,
    transaction,
    round,
  })
  return row.with(placeOf.request_hash, proven)
}

/** Whether a stored spin has the hash of this request: a new draw of it has another proof. */
export function isRequestOfSpin(stored: bigint, request: bigint): boolean {
  return stored >> proofBits === request >> proofBits
}
