import { seatGameByCode } from '#domain/games/seat-games.ts'
import { voidNote } from '#domain/void-note.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { lockSeatToVoid, voidSeatByOffice } from '#server/ledger/seats.ts'
import { writeNote } from '#server/modules/note/store.ts'
import { readSeatRounds, stakeKeysOf, type SeatRoundRow } from '#server/modules/seat-round/store.ts'
import { sql } from 'kysely'
import type { VoidableRound } from './voidable-round.ts'

/** The void of rounds with decisions. Its locks: wallet, round. */

/** The round with decisions that has this id in the operator's brands; null for another. */
export async function findSeatRound(tx: Tx, context: OfficeContext, id: string): Promise<VoidableRound | null> {
  const [found] = await readSeatRounds(tx, sql`q.id = ${id}::uuid AND m.brand_id = any(${brandIdsOf(context)}::int[])`)
  if (found === undefined) return null
  return {
    id,
    brandId: found.brandId,
    lock: () => lockSeatToVoid(tx, id),
    makeVoid: async ({ approvalId, state, reason }) => {
      // Read again under the lock: decisions may have been taken since.
      const [round] = await readSeatRounds(tx, sql`q.id = ${id}::uuid`)
      if (round === undefined) throw new Error(`round ${id} is gone`)
      await voidRound(tx, context, { approvalId, round })
      if (state === 'settled') await tellMember(tx, context, { round, reason })
      const { memberId } = round
      return () => {
        context.deps.events.publish({ kind: 'balance', memberId })
        context.deps.events.publish({ kind: 'note', memberId })
      }
    },
  }
}

async function voidRound(
  tx: Tx,
  { deps }: OfficeContext,
  { approvalId, round }: { approvalId: string; round: SeatRoundRow },
): Promise<void> {
  const company = seatGameByCode(round.gameCode)?.company
  if (company === undefined) throw new Error(`there is no game ${round.gameCode} with decisions`)
  const { rows } = await sql<{
    id: number
  }>`SELECT ledger_account(${round.brandId}, 'gaming', ${company}) AS id`.execute(tx)
  const voided = { approvalId, roundId: round.id, memberId: round.memberId, contraId: rows[0]?.id ?? 0 }
  await voidSeatByOffice(tx, deps.config.secret, voided, stakeKeysOf(round))
}

/** Tells the member of a round that had been settled what was given back and taken. */
async function tellMember(
  tx: Tx,
  { caller }: OfficeContext,
  { round, reason }: { round: SeatRoundRow; reason: string },
): Promise<void> {
  const { gameCode, nonce, staked, returned, brandId, memberId } = round
  const names = seatGameByCode(gameCode)?.names
  if (names === undefined) throw new Error(`there is no game ${gameCode} with decisions`)
  const texts = voidNote({ names, number: Number(nonce), staked, returned: returned ?? 0n, reason })
  await writeNote(tx, { brandId, memberId, sentBy: caller.operatorId }, texts)
}
