import type { Amount } from '#domain/money.ts'
import type { AppSecret } from '#server/config.ts'
import { sql, type RawBuilder } from 'kysely'
import { eventRow, requestColumns, requestHash, type GameKind, type LedgerOutcome, type LedgerRow } from './events.ts'
import type { Tx } from './ledger.ts'
import { provenRow, provenTableResult, type TableResult } from './proofs.ts'
import { outcomeFrom } from './statements.ts'
import type { StoredProof } from './table-proofs.ts'

/** The money of shared rounds (docs/decisions/043-shared-rounds.md, `db/functions/table/bets.sql`). */

/** A placement of a member in a round: its spots with their stakes as `spotsText` writes them. */
export type TablePlacement = {
  memberId: bigint
  /** The request id of the call. */
  key: string
  sessionId: bigint
  roundId: string
  spots: string
  stake: Amount
  contraId: number
  /** Live casino, or sport for races: the stake earns the comp of this kind. */
  gameKind: GameKind
}

/** A placement that is to be rolled back. */
export type PlacementKey = { memberId: bigint; key: string; contraId: number }

/** A round with the table and the dealer that act on it. */
export type DealtRound = { tableId: number; dealer: string; roundId: string }

/** Books placements of a round that is locked and open; the outcomes have their order, and one that fails leaves the others. */
export async function placeInRound(
  tx: Tx,
  secret: AppSecret,
  { roundId, placements }: { roundId: string; placements: readonly TablePlacement[] },
): Promise<LedgerOutcome[]> {
  const requests = placements.map(({ memberId, key, sessionId, spots, stake, contraId, gameKind }) => {
    const event = eventRow({
      memberId,
      kind: 'bet',
      source: 'own',
      key,
      request: ['place-bet', roundId.toLowerCase(), spots],
      stake,
      inPlay: stake,
      contraId,
      ref: roundId,
      gameKind,
      sessionId,
    })
    return provenRow(event, secret, spots)
  })
  const spots = placements.map((one) => one.spots)
  const { rows } = await sql<{ outcome: string }>`
    SELECT o::text AS outcome FROM table_place(${roundId}::uuid, ${spots}::text[], ${columnsOf(requests)}) o`.execute(
    tx,
  )
  return rows.map(({ outcome }) => outcomeFrom(outcome))
}

/**
 * Undoes placements of one round, whose signed close is `closesAt`. `late`: it takes no changes any more. `spent`: their comp was converted, or a withdrawal was filed or paid
 * since, so they stay.
 */
export async function undoInRound(
  tx: Tx,
  secret: AppSecret,
  { roundId, closesAt, placements }: { roundId: string; closesAt: string; placements: readonly PlacementKey[] },
): Promise<'undone' | 'late' | 'spent'> {
  const requests = columnsOf(rollbacksOf(roundId, placements, secret))
  const { rows } = await sql<{
    undone: boolean | null
  }>`SELECT table_undo(${roundId}::uuid, ${closesAt}::timestamptz, ${requests}) AS undone`.execute(tx)
  const undone = rows[0]?.undone ?? null
  return undone === null ? 'spent' : undone ? 'undone' : 'late'
}

/**
 * Makes an interrupted round void and gives back every stake that is not undone; `placements` are all of them, by member, `proof` is that of its
 * end, and `ending` the keyed hash of it. False when the round is in no state for it, or the dealer has lost the table.
 */
export async function voidTableRound(
  tx: Tx,
  secret: AppSecret,
  { tableId, dealer, roundId }: DealtRound,
  { placements, proof, ending }: { placements: readonly PlacementKey[]; proof: StoredProof; ending: Uint8Array },
): Promise<boolean> {
  const requests = columnsOf(rollbacksOf(roundId, placements, secret))
  const { rows } = await sql<{ ended: boolean }>`
    SELECT table_void(${tableId}::smallint, ${dealer}::uuid, ${roundId}::uuid, 'interrupted', ${ending}::bytea, ${endOf(proof)},
      ${requests}) AS ended`.execute(tx)
  return rows[0]?.ended ?? false
}

/**
 * Locks what the void of a round changes: its table, the round and the wallets of its members. Resolves with its state; null for an
 * unknown round.
 */
export async function lockRoundToVoid(tx: Tx, roundId: string): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`SELECT table_void_lock(${roundId}::uuid) AS state`.execute(tx)
  return rows[0]?.state ?? null
}

/**
 * Makes a round void by an approval that was decided in this transaction, whatever its state: every stake goes back as a rollback gives it,
 * and what a settled round returned is taken back. `placements` are all that are not undone, by member, `proof` that of its end, which counts where the
 * round was not dealt, and `ending` the keyed hash of its end. Throws where nothing may be void.
 */
export async function voidRoundByOffice(
  tx: Tx,
  secret: AppSecret,
  { approvalId, roundId }: { approvalId: string; roundId: string },
  { placements, proof, ending }: { placements: readonly PlacementKey[]; proof: StoredProof; ending: Uint8Array },
): Promise<void> {
  const requests = columnsOf(rollbacksOf(roundId, placements, secret))
  const hash = requestHash(['void-round', approvalId, roundId])
  await sql`SELECT table_void_by_office(${approvalId}::uuid, ${roundId}::uuid, ${hash}::bigint, ${ending}::bytea, ${endOf(proof)},
    ${requests})`.execute(tx)
}

/**
 * Publishes the outcome of a closed round that is locked, with the proof of its end. `revealed`: the links of its series up to its own, where each round has
 * one. False as `voidTableRound`.
 */
export async function dealTableRound(
  tx: Tx,
  { tableId, dealer, roundId }: DealtRound,
  { proof, revealed }: { proof: StoredProof; revealed: readonly Buffer[] | null },
): Promise<boolean> {
  const { rows } = await sql<{ dealt: boolean }>`
    SELECT table_deal(${tableId}::smallint, ${dealer}::uuid, ${roundId}::uuid, ${JSON.stringify(proof.outcome)}::jsonb, ${revealed}::bytea[],
      ${endOf(proof)}) AS dealt`.execute(tx)
  return rows[0]?.dealt ?? false
}

/** What a proof has besides the row of its round. */
function endOf({ at, link, bets, mac }: StoredProof): RawBuilder<unknown> {
  return sql`${at}::timestamptz, ${link}::int, ${bets}::bytea, ${mac}::bytea`
}

type Settlement = {
  contraId: number
  results: readonly Pick<TableResult, 'memberId' | 'staked' | 'returned'>[]
  at: string
  ending: Uint8Array
}

/** Settles a dealt round: one event for each member with a stake, also where nothing returns; `ending` is the keyed hash of its end `at`. False as `voidTableRound`. */
export async function settleTableRound(
  tx: Tx,
  secret: AppSecret,
  { tableId, dealer, roundId }: DealtRound,
  { contraId, results, at, ending }: Settlement,
): Promise<boolean> {
  const hashes = results.map((result) => provenTableResult(secret, { ...result, roundId, contraId }))
  const members = results.map(({ memberId }) => memberId)
  const returned = results.map((result) => result.returned)
  const { rows } = await sql<{ ended: boolean }>`
    SELECT table_settle(${tableId}::smallint, ${dealer}::uuid, ${roundId}::uuid, ${contraId}::int,
      ${members}::bigint[], ${returned}::bigint[], ${hashes}::bigint[], ${at}::timestamptz, ${ending}::bytea) AS ended`.execute(
    tx,
  )
  return rows[0]?.ended ?? false
}

function rollbacksOf(roundId: string, placements: readonly PlacementKey[], secret: AppSecret): LedgerRow[] {
  return placements.map(({ memberId, key, contraId }) => {
    const request = ['undo-bet', roundId.toLowerCase()]
    return provenRow(eventRow({ memberId, kind: 'rollback', source: 'own', key, request, contraId }), secret)
  })
}

/** The rows as one array for each column of `ledger_request`. */
function columnsOf(rows: readonly LedgerRow[]): RawBuilder<unknown> {
  return sql.join(
    requestColumns.map(([, type], column) => sql`${rows.map((row) => row[column] ?? null)}::${sql.raw(type)}[]`),
  )
}
