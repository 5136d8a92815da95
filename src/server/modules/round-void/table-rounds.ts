import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import { voidNote } from '#domain/void-note.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { keepEnded, refuseEnded } from '#server/ledger/ended-rounds.ts'
import { readNewestSeries, requirePlace } from '#server/ledger/series-proofs.ts'
import {
  compareWithProof,
  createTableProofKeys,
  lockRoundFacts,
  proveEnd,
  readPlacements,
  type ProvenPlacement,
  type RoundFacts,
  type StoredProof,
} from '#server/ledger/table-proofs.ts'
import { lockRoundToVoid, voidRoundByOffice } from '#server/ledger/tables.ts'
import { writeNote } from '#server/modules/note/store.ts'
import { companyOf, entryOf, resultOf } from '#server/modules/table/store.ts'
import { sql } from 'kysely'
import type { VoidableRound } from './voidable-round.ts'

/** The void of rounds of tables. Its locks: table, round, wallets by member. */

type Found = { id: string; tableId: number; brandId: number; gameCode: string; number: number }

/** The round of a table that has this id in the operator's brands; null for another. */
export async function findTableRound(tx: Tx, context: OfficeContext, id: string): Promise<VoidableRound | null> {
  const round = await findRound(tx, context, id)
  if (round === null) return null
  return {
    id,
    brandId: round.brandId,
    lock: () => lockRoundToVoid(tx, id),
    makeVoid: async ({ approvalId, state, reason }) => {
      const { members, proof } = await voidRound(tx, context, { approvalId, round, state })
      if (state === 'settled') await writeNotes(tx, context, round, reason)
      return () => {
        const { events } = context.deps
        if (proof !== null) keepEnded(context.deps, proof)
        events.publish({ kind: 'table', tableId: round.tableId })
        for (const memberId of members) {
          events.publish({ kind: 'balance', memberId })
          events.publish({ kind: 'note', memberId })
        }
      }
    },
  }
}

/**
 * Makes a locked round void by its decided approval; resolves with the members whose money moved, and with the proof of its end where it was not dealt. Throws
 * where it was, and its row was altered: then its operators decide on a round that is not what they see.
 */
async function voidRound(
  tx: Tx,
  { deps }: OfficeContext,
  { approvalId, round, state }: { approvalId: string; round: Found; state: string },
): Promise<{ members: bigint[]; proof: StoredProof | null }> {
  const contra = await sql<{
    id: number
  }>`SELECT ledger_account(${round.brandId}, 'gaming', ${companyOf(round)}) AS id`.execute(tx)
  const contraId = contra.rows[0]?.id ?? 0
  const { game } = entryOf(round)
  const facts = await lockRoundFacts(tx, game, round.id)
  if (facts === null) throw new Error(`round ${round.id} is gone`)
  const isUnderway = state === 'open' || state === 'closed'
  if (isUnderway) {
    refuseEnded(deps, game, facts)
    await requirePlace(tx, deps, { game, proof: await readNewestSeries(tx, deps, round.tableId), place: facts.place })
  }
  const all = await readPlacements(tx, round.id)
  if (!isUnderway) await requireAsProven(tx, deps, { roundId: round.id, placements: all })
  const placements = all.flatMap(({ memberId, key, isUndone }) => (isUndone ? [] : [{ memberId, key, contraId }]))
  const proof = proveEnd(deps.config.secret, facts, { outcome: null, placements: all })
  const ending = await endingByOffice(tx, deps, { facts, at: proof.at })
  await voidRoundByOffice(tx, deps.config.secret, { approvalId, roundId: round.id }, { placements, proof, ending })
  return { members: [...new Set(placements.map(({ memberId }) => memberId))], proof: isUnderway ? proof : null }
}

/** Throws where a dealt round is not what its proof says; rounds from before proofs have none. One of a lost key need not verify: nobody else ends its round. */
async function requireAsProven(
  tx: Tx,
  { config, log }: Pick<OfficeContext['deps'], 'config' | 'log'>,
  { roundId, placements }: { roundId: string; placements: readonly ProvenPlacement[] },
): Promise<void> {
  const { outcome } = await tx
    .selectFrom('table_round')
    .select('outcome')
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  const round = { roundId, outcome: outcome as TableOutcome | null, placements }
  if ((await compareWithProof(tx, config.secret, round)) !== 'different') return
  const fault = `outcome or placements of round ${roundId} are not those of its proof`
  log.error({ round: roundId }, fault)
  throw new Error(fault)
}

/** The keyed hash of a round that becomes void at this time; a settled one keeps when it was settled. */
async function endingByOffice(
  tx: Tx,
  { config }: Pick<OfficeContext['deps'], 'config'>,
  { facts, at }: { facts: RoundFacts; at: string },
): Promise<Buffer> {
  const { rows } = await sql<{ dealer: string; endedAt: string | null }>`
    SELECT r.dealer, to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "endedAt" FROM table_round r
     WHERE r.id = ${facts.roundId}::uuid`.execute(tx)
  const { dealer = '', endedAt = null } = rows[0] ?? {}
  const { tableId, number, roundId } = facts
  const end = { endedAt: endedAt ?? at, voidedAt: endedAt === null ? null : at }
  return createTableProofKeys(config.secret).sign({
    tableId,
    number,
    roundId,
    dealer,
    state: 'void',
    voidReason: 'office',
    ...end,
  })
}

/** Tells each member of a round that had been settled what was given back and taken. */
async function writeNotes(tx: Tx, context: OfficeContext, round: Found, reason: string): Promise<void> {
  const result = resultOf(sql`b.member_id`)
  const { rows } = await sql<{ memberId: bigint; spots: string; returned: bigint | null }>`
    SELECT b.member_id AS "memberId", string_agg(b.spots, ' ') AS spots, ${result} AS returned
      FROM table_bet b JOIN table_round r ON r.id = b.round_id
     WHERE r.id = ${round.id}::uuid AND b.undone_at IS NULL GROUP BY b.member_id, r.id ORDER BY b.member_id`.execute(tx)
  for (const { memberId, spots, returned } of rows) {
    const staked = stakesOfText(spots).reduce((sum, { stake }) => sum + stake, 0n)
    const { names } = entryOf(round)
    const texts = voidNote({ names, number: round.number, staked, returned: returned ?? 0n, reason })
    await writeNote(tx, { brandId: round.brandId, memberId, sentBy: context.caller.operatorId }, texts)
  }
}

async function findRound(tx: Tx, context: OfficeContext, id: string): Promise<Found | null> {
  const { rows } = await sql<Found>`
    SELECT r.id, r.table_id AS "tableId", t.brand_id AS "brandId", t.game_code AS "gameCode", r.number
      FROM table_round r JOIN game_table t ON t.id = r.table_id
     WHERE r.id = ${id}::uuid AND t.brand_id = any(${brandIdsOf(context)}::int[])`.execute(tx)
  return rows[0] ?? null
}
