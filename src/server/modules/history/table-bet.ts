import type { Bet } from '#contract/history.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import type { MemberContext } from '#server/auth/context.ts'
import { journalSources } from '#server/ledger/events.ts'
import { resultOf, type RoundRow } from '#server/modules/table/store.ts'
import { sql } from 'kysely'

type TableBetRow = {
  id: string
  state: RoundRow['state']
  code: string
  company: string
  names: unknown
  at: Date
  staked: Amount
  comp: Amount
  result: Amount | null
}

/** A member's stakes in a round of a table, in the shape of the list of bets; null of a round without a placement of theirs. */
export async function readTableBet({ caller, deps, locale }: MemberContext, roundId: string): Promise<Bet | null> {
  const { rows } = await sql<TableBetRow>`
    SELECT r.id, r.state, g.code, g.company_code AS company, g.names, own.at, own.staked, own.comp, ${resultOf(caller.memberId)} AS result
      FROM table_round r JOIN game_table t ON t.id = r.table_id JOIN game g ON g.code = t.game_code
     CROSS JOIN LATERAL (
       SELECT min(b.at) AS at, coalesce(sum(b.stake) FILTER (WHERE b.undone_at IS NULL), 0)::bigint AS staked,
              coalesce(sum(j.d_comp) FILTER (WHERE b.undone_at IS NULL), 0)::bigint AS comp
         FROM table_bet b JOIN journal j ON j.member_id = b.member_id AND j.source = ${journalSources.own} AND j.key = b.request_id
        WHERE b.round_id = r.id AND b.member_id = ${caller.memberId}) own
     WHERE r.id = ${roundId}::uuid AND own.at IS NOT NULL`.execute(deps.db)
  const [row] = rows
  if (row === undefined) return null
  const isVoid = row.state === 'void'
  const isOver = isVoid || row.state === 'settled'
  return {
    roundId: row.id,
    thirdParty: row.company,
    gameName: nameIn(row.names, locale),
    balanceBet: amountToWire(row.staked),
    balanceWin: amountToWire(isVoid ? row.staked : isOver ? (row.result ?? 0n) : 0n),
    jackpot: null,
    betTime: row.at.toISOString(),
    status: row.staked === 0n ? 'cancelled' : isVoid ? 'refunded' : isOver ? 'completed' : 'open',
    rolling: amountToWire(isVoid ? 0n : row.comp),
    code: row.code,
  }
}
