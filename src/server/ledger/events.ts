import type { JackpotTier } from '#domain/games/game.ts'
import type { VoidReason } from '#domain/games/round.ts'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import type { Amount } from '#domain/money.ts'
import { hash } from 'node:crypto'

/** Every kind of event in the journal; the numbers are those of `journal_kind` and never change. */
export const journalKinds = {
  bet: 1,
  win: 2,
  spin: 3,
  rollback: 4,
  tombstone: 5,
  deposit_filed: 6,
  deposit_paid: 7,
  withdraw_filed: 8,
  withdraw_paid: 9,
  withdraw_rejected: 10,
  comp_converted: 11,
  issue: 12,
  adjustment: 13,
  jackpot: 14,
  transfer_in: 15,
  transfer_out: 16,
  transfer_asked: 17,
  provider_result: 18,
  table_result: 19,
  table_void: 20,
} as const
export type JournalKind = keyof typeof journalKinds

/** The numbers of journal kinds for a SQL text: `kind IN (${kinds('bet', 'spin')})`. */
export function kinds(...names: readonly JournalKind[]): string {
  return names.map((name) => journalKinds[name]).join(', ')
}

/**
 * The kinds a caller may post: a tombstone results from a rollback, a spin has its own shape, a jackpot is paid by the spin that hit
 * it, and transfers, the results of shared rounds and their voids are posted by their own functions in the database.
 */
export type PostedKind = Exclude<
  JournalKind,
  | 'tombstone'
  | 'spin'
  | 'jackpot'
  | 'transfer_in'
  | 'transfer_out'
  | 'transfer_asked'
  | 'provider_result'
  | 'table_result'
  | 'table_void'
>

/** The posted kinds that have no record besides the journal: each such event has a proof (`proofs.ts`). */
export const provenKinds = ['bet', 'win', 'rollback'] as const satisfies readonly PostedKind[]
export type ProvenKind = (typeof provenKinds)[number]

/** The source of an event. Keys are unique for ever per member and source; providers have numbers from 100. */
export const journalSources = { own: 1, office: 2, system: 3 } as const
export type JournalSource = keyof typeof journalSources | number

/**
 * What a caller requested, reduced to what makes two requests the same: the call, the amount, the target. The same key
 * with another request is a conflict. Never put a PIN in it.
 */
export type RequestParts = readonly (string | bigint | number)[]

/** An event that another record accounts for, such as a request or a signed act. */
export type RecordedEvent = LedgerEvent & { kind: Exclude<PostedKind, ProvenKind> }

/** One event of a member's money. Deltas are signed; an omitted one is zero. */
export type LedgerEvent = {
  memberId: bigint
  kind: PostedKind
  source: JournalSource
  /** A UUID; for a rollback the key of the bet it undoes. */
  key: string
  request: RequestParts
  cash?: Amount
  held?: Amount
  inPlay?: Amount
  comp?: Amount
  /** Turnover that a deposit adds. */
  turnover?: Amount
  stake?: Amount
  pay?: Amount
  /** The contra account; see `Ledger.accountId`. */
  contraId: number
  /** The request, round or bet this is about (a UUID). */
  ref?: string
  /** The kind of game a stake earns comp for; left out, it earns none. */
  gameKind?: GameKind
  /** The session that stakes, which is active now: a limit on signed-in time counts up to this moment. */
  sessionId?: bigint
}
export type GameKind = 'slot' | 'casino' | 'sport'

/** A round of one of the studio's games: stake and pay in one event, checked and stored in the same statement. */
export type SpinEvent = {
  memberId: bigint
  key: string
  request: RequestParts
  stake: Amount
  pay: Amount
  contraId: number
  roundId: string
  gameKind: GameKind
  sessionId: bigint
  playSessionId: string
  gameVersionId: number
  nonce: bigint
  seedId: bigint
  /** The seeds that the round was drawn from: the SHA-256 of the server seed in hex, and the client seed. */
  serverSeedHash: string
  clientSeed: string
  /** The round's pay in units of its game: `pay` is this many times the stake divided by the game's units per stake. */
  units: number
  /** The round's events as JSON. */
  events: string
  /** The tier of the jackpots that the round hit: its pool is paid with it. */
  jackpot: JackpotTier | null
}

/** A round whose result failed its check. `stake` is what is not taken; `detail` is for operators. */
export type VoidedSpin = Omit<SpinEvent, 'pay' | 'units' | 'jackpot'> & { reason: VoidReason; detail: string }

export const ledgerOutcomes = [
  'done',
  'replay',
  'conflict',
  'unknown_member',
  'short',
  'rolled_back',
  'tombstone',
  'not_a_bet',
  'unauthenticated',
  'elsewhere',
  'blocked',
  'excluded',
  'used',
  'pace',
  'nonce',
  'limit',
  // The version of the game takes no new rounds.
  'closed',
  // The pay is not what the version of the game can pay for its units and the stake.
  'unfit',
  // Of rounds with decisions: another one waits for a decision; the decision comes too late.
  'open_round',
  'late',
] as const
export type OutcomeName = (typeof ledgerOutcomes)[number]

/**
 * The outcome of an event. `done` and `tombstone` took effect now, `replay` took effect earlier (with the figures of
 * that time); every other outcome moved nothing and has the current balances.
 */
export type LedgerOutcome = {
  outcome: OutcomeName
  seq: bigint | null
  at: Date | null
  cash: Amount
  held: Amount
  inPlay: Amount
  comp: Amount
  /** Comp this event earned or took. */
  compDelta: Amount
  ref: string | null
  /** The next round's number and the seed in use; null on a replay. */
  nonce: bigint | null
  seedId: bigint | null
  /** With `pace`: how long to wait. */
  waitMs: number | null
  /**
   * With `limit`: which of the member's limits refuses, and what it still allows (money, or milliseconds signed in).
   */
  limit: { kind: LimitKind; period: LimitPeriod; left: Amount } | null
  /** After a stake of a member with limits: the amount that may still be staked; null without a limit on stakes. */
  stakeLeft: Amount | null
  /** After a round that hit a jackpot: what it paid. */
  jackpot: Amount | null
}

/** A request in the shape of `ledger_request`: one value per column, in the columns' order. */
export type LedgerRow = readonly (bigint | number | string | null)[]

/** The columns of `ledger_request` with their types, in order; the batch sends one array per column. */
export const requestColumns = [
  ['member_id', 'bigint'],
  ['kind', 'smallint'],
  ['source', 'smallint'],
  ['key', 'uuid'],
  ['request_hash', 'bigint'],
  ['d_cash', 'bigint'],
  ['d_held', 'bigint'],
  ['d_in_play', 'bigint'],
  ['d_comp', 'bigint'],
  ['d_turnover', 'bigint'],
  ['stake', 'bigint'],
  ['pay', 'bigint'],
  ['contra_id', 'int'],
  ['ref', 'uuid'],
  ['game_kind', 'text'],
  ['session_id', 'bigint'],
  ['play_session_id', 'uuid'],
  ['game_version_id', 'smallint'],
  ['nonce', 'bigint'],
  ['seed_id', 'bigint'],
  ['events', 'text'],
  ['units', 'bigint'],
  ['jackpot', 'text'],
] as const

/** A 63-bit hash of the parts of a request. An event of play has only the upper bits of it (`proofs.ts`). */
export function requestHash(request: RequestParts): bigint {
  let text = ''
  for (const part of request) text += `${typeof part === 'string' ? 's' : 'n'}${String(part)}\u0000`
  return BigInt(`0x${hash('sha256', text).slice(0, 16)}`) >> 1n
}

/**
 * An event as a row of `ledger_request`. Without an explicit cash delta, a stake is taken from cash and a pay is added
 * to it.
 */
export function eventRow(event: LedgerEvent): LedgerRow {
  const source = typeof event.source === 'number' ? event.source : journalSources[event.source]
  const stake = event.stake ?? 0n
  const pay = event.pay ?? 0n
  return [
    event.memberId,
    journalKinds[event.kind],
    event.kind === 'rollback' ? -source : source,
    event.key,
    requestHash(event.request),
    event.cash ?? pay - stake,
    event.held ?? 0n,
    event.inPlay ?? 0n,
    event.comp ?? 0n,
    event.turnover ?? 0n,
    stake,
    pay,
    event.contraId,
    event.ref ?? null,
    event.gameKind ?? null,
    event.sessionId ?? null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]
}

/** A spin as a row of `ledger_request`. */
export function spinRow(spin: SpinEvent): LedgerRow {
  return [
    spin.memberId,
    journalKinds.spin,
    journalSources.own,
    spin.key,
    requestHash(spin.request),
    spin.pay - spin.stake,
    0n,
    0n,
    0n,
    0n,
    spin.stake,
    spin.pay,
    spin.contraId,
    spin.roundId,
    spin.gameKind,
    spin.sessionId,
    spin.playSessionId,
    spin.gameVersionId,
    spin.nonce,
    spin.seedId,
    spin.events,
    BigInt(spin.units),
    spin.jackpot,
  ]
}

/** A void round as a row of `ledger_request`: nothing is staked or paid. */
export function voidRow(spin: VoidedSpin): LedgerRow {
  const row = spinRow({ ...spin, stake: 0n, pay: 0n, units: 0, jackpot: null })
  return row.with(
    requestColumns.findIndex(([column]) => column === 'units'),
    null,
  )
}
