import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Amount } from '#domain/money.ts'
import {
  eventRow,
  kinds,
  requestColumns,
  requestHash,
  type GameKind,
  type LedgerOutcome,
  type LedgerRow,
} from './events.ts'
import type { Tx } from './ledger.ts'
import { provenRow, provenTableResult } from './proofs.ts'
import { outcomeFrom } from './statements.ts'

/** The money of rounds with decisions (docs/decisions/046-seat-rounds.md, `db/functions/seat/rounds.sql`). */

/** What the cards of a round are drawn from, as its proofs cover it. */
export type SeatDrawn = {
  seedId: bigint
  /** The SHA-256 of the server seed that the program draws with, in hex. */
  serverSeedHash: string
  clientSeed: string
  nonce: bigint
  gameVersionId: number
}

/** A stake of a round: the first one, or what a decision adds, which may be 0. */
export type SeatStake = {
  memberId: bigint
  /** The request id of the call. */
  key: string
  sessionId: bigint
  roundId: string
  gameCode: string
  stake: Amount
  contraId: number
  gameKind: GameKind
  drawn: SeatDrawn
}

/** What the proof of a bet covers beside the event: its place in the round, and what the cards are drawn from. Number 0 is the deal. */
export function seatBetText({ drawn, number, action }: { drawn: SeatDrawn; number: number; action: string }): string {
  return `seat ${number} ${action} ${drawnText(drawn)}`
}

/** What the proof of a result covers: every decision that was taken, whether the default followed, and what the cards were drawn from. */
export function seatResultText(drawn: SeatDrawn, decisions: readonly string[], defaulted: boolean): string {
  return `seat result ${[...decisions, ...(defaulted ? ['default'] : [])].join('-')} ${drawnText(drawn)}`
}

/** The client seed last: it is the member's own text, without a space. */
function drawnText({ seedId, serverSeedHash, clientSeed, nonce, gameVersionId }: SeatDrawn): string {
  return `${seedId} ${serverSeedHash} ${nonce} ${gameVersionId} ${clientSeed}`
}

/** The same text in SQL, of event `j`; empty of one that belongs to no such round. Behind it `seatTextJoins`. */
export const seatTextSql = `CASE WHEN q.id IS NULL THEN '' ELSE format('seat %s %s %s %s %s %s',
    CASE WHEN j.key = q.id THEN 'result' WHEN j.key = q.request_id THEN '0 deal' ELSE d.number || ' ' || d.action END
      || CASE WHEN j.key = q.id THEN ' ' || concat_ws('-', (SELECT string_agg(e.action, '-' ORDER BY e.number) FROM seat_decision e WHERE e.round_id = q.id),
        CASE WHEN q.defaulted THEN 'default' END) ELSE '' END,
    q.seed_id, encode(qs.server_seed_hash, 'hex'), q.nonce, q.game_version_id, qs.client_seed) END`
export const seatTextJoins = `LEFT JOIN seat_round q ON j.kind IN (${kinds('bet', 'table_result')}) AND q.id = j.ref AND q.member_id = j.member_id LEFT JOIN member_seed qs ON qs.id = q.seed_id
  LEFT JOIN seat_decision d ON d.round_id = q.id AND d.request_id = j.key`

/** Begins a round: its stake goes into play under the member's next number. `nonce`: another round has it, the outcome names the next one. */
export async function beginSeatRound(
  db: Database | Tx,
  secret: AppSecret,
  stake: SeatStake & { playSessionId: string; decideMs: number },
): Promise<LedgerOutcome> {
  const { drawn, playSessionId, decideMs } = stake
  const row = betRow(secret, stake, {
    number: 0,
    action: 'deal',
    request: ['begin-seat-round', stake.gameCode, stake.stake],
  })
  const columns = {
    play_session_id: playSessionId,
    game_version_id: drawn.gameVersionId,
    nonce: drawn.nonce,
    seed_id: drawn.seedId,
  }
  const request = requestOf(
    row.map((value, place) => {
      const name = requestColumns[place]?.[0] ?? ''
      return name in columns ? columns[name as keyof typeof columns] : value
    }),
  )
  const { rows } = await sql<{
    outcome: string
  }>`SELECT seat_begin(${request}, ${decideMs}::int)::text AS outcome`.execute(db)
  return outcomeFrom(rows[0]?.outcome ?? '')
}

/** Takes a decision; what it adds goes into play. `late`: the round has that decision already, has ended, or takes the default. */
export async function decideSeatRound(
  db: Database | Tx,
  secret: AppSecret,
  stake: SeatStake & { number: number; action: string; decideMs: number },
): Promise<LedgerOutcome> {
  const { roundId, number, action, decideMs } = stake
  const row = betRow(secret, stake, { number, action, request: ['decide-seat-round', roundId, number, action] })
  const { rows } = await sql<{ outcome: string }>`
    SELECT seat_decide(${requestOf(row)}, ${number}::int, ${action}, ${decideMs}::int)::text AS outcome`.execute(db)
  return outcomeFrom(rows[0]?.outcome ?? '')
}

function betRow(
  secret: AppSecret,
  { memberId, key, sessionId, roundId, stake, contraId, gameKind, drawn }: SeatStake,
  { number, action, request }: { number: number; action: string; request: (string | bigint | number)[] },
): LedgerRow {
  const event = eventRow({
    memberId,
    kind: 'bet',
    source: 'own',
    key,
    request,
    stake,
    inPlay: stake,
    contraId,
    ref: roundId,
    gameKind,
    sessionId,
  })
  return provenRow(event, secret, seatBetText({ drawn, number, action }))
}

/** Whether the default was decided now of a round whose time is over. In a transaction of its own, before the round is ended. */
export async function defaultSeatRound(db: Database, roundId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT seat_default(${roundId}::uuid) AS taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** A round as it was read, which is ended only while it is still so. */
export type EndedSeatRound = {
  roundId: string
  memberId: bigint
  contraId: number
  drawn: SeatDrawn
  decisions: readonly string[]
  defaulted: boolean
}

/** Settles a round by its result; false where it is not as it was read, as when another process has ended it. */
export async function settleSeatRound(
  db: Database | Tx,
  secret: AppSecret,
  round: EndedSeatRound,
  { staked, returned }: { staked: Amount; returned: Amount },
): Promise<boolean> {
  const { roundId, memberId, contraId, drawn, decisions, defaulted } = round
  const transaction = seatResultText(drawn, decisions, defaulted)
  const hash = provenTableResult(secret, { memberId, roundId, staked, returned, contraId, transaction })
  const { rows } = await sql<{ ended: boolean }>`
    SELECT seat_settle(${roundId}::uuid, ${decisions.length}::int, ${defaulted}, ${contraId}::int, ${staked}::bigint, ${returned}::bigint,
      ${hash}::bigint) AS ended`.execute(db)
  return rows[0]?.ended ?? false
}

/** Makes a round void and gives back its stakes, whose keys are `keys`. A reason that is a fault of the result closes the version of the game. */
export async function voidSeatRound(
  tx: Tx,
  secret: AppSecret,
  round: Pick<EndedSeatRound, 'roundId' | 'memberId' | 'contraId' | 'decisions' | 'defaulted'>,
  { keys, reason, detail }: { keys: readonly string[]; reason: string; detail: string },
): Promise<boolean> {
  const { roundId, decisions, defaulted } = round
  const rollbacks = rollbacksOf(secret, round, keys)
  const { rows } = await sql<{ ended: boolean }>`
    SELECT seat_void(${roundId}::uuid, ${decisions.length}::int, ${defaulted}, ${reason}, ${detail}, ${arraysOf(rollbacks)}) AS ended`.execute(
    tx,
  )
  return rows[0]?.ended ?? false
}

/** Locks what the void of a round changes: its member's wallet and the round. Resolves with its state; null for an unknown round. */
export async function lockSeatToVoid(tx: Tx, roundId: string): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`SELECT seat_void_lock(${roundId}::uuid) AS state`.execute(tx)
  return rows[0]?.state ?? null
}

/**
 * Makes a round void by an approval that was decided in this transaction, whatever its state: every stake goes back as a rollback gives it, and what a
 * settled round returned is taken back. `keys` are those of all stakes. Throws where nothing may be void.
 */
export async function voidSeatByOffice(
  tx: Tx,
  secret: AppSecret,
  round: StakedSeatRound & { approvalId: string },
  keys: readonly string[],
): Promise<void> {
  const { approvalId, roundId } = round
  const hash = requestHash(['void-round', approvalId, roundId])
  await sql`SELECT seat_void_by_office(${approvalId}::uuid, ${roundId}::uuid, ${hash}::bigint,
    ${arraysOf(rollbacksOf(secret, round, keys))})`.execute(tx)
}

type StakedSeatRound = Pick<EndedSeatRound, 'roundId' | 'memberId' | 'contraId'>

function rollbacksOf(
  secret: AppSecret,
  { roundId, memberId, contraId }: StakedSeatRound,
  keys: readonly string[],
): LedgerRow[] {
  return keys.map((key) => {
    const request = ['void-seat-round', roundId]
    return provenRow(eventRow({ memberId, kind: 'rollback', source: 'own', key, request, contraId }), secret)
  })
}

function requestOf(row: LedgerRow): RawBuilder<unknown> {
  const values = row.map((value, place) => sql`${value}::${sql.raw(requestColumns[place]?.[1] ?? '')}`)
  return sql`ROW(${sql.join(values)})::ledger_request`
}

/** The rows as one array for each column of `ledger_request`. */
function arraysOf(rows: readonly LedgerRow[]): RawBuilder<unknown> {
  return sql.join(
    requestColumns.map(([, type], column) => sql`${rows.map((row) => row[column] ?? null)}::${sql.raw(type)}[]`),
  )
}
