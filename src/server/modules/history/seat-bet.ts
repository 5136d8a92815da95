import type { Bet } from '#contract/history.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import type { MemberContext } from '#server/auth/context.ts'
import { journalSources } from '#server/ledger/events.ts'
import { sql } from 'kysely'

type SeatBetRow = {
  id: string
  state: 'open' | 'settled' | 'void'
  code: string
  company: string
  names: unknown
  at: Date
  staked: Amount
  returned: Amount | null
  comp: Amount
}

/** A round with decisions in the shape of the list of bets; null of another member's, and of an unknown one. */
export async function readSeatBet({ caller, deps, locale }: MemberContext, roundId: string): Promise<Bet | null> {
  const { rows } = await sql<SeatBetRow>`
    SELECT q.id, q.state, g.code, g.company_code AS company, g.names, q.at, q.staked, q.returned,
           (SELECT coalesce(sum(j.d_comp), 0)::bigint FROM (SELECT q.request_id AS key UNION ALL
              SELECT d.request_id FROM seat_decision d WHERE d.round_id = q.id AND d.stake > 0) k
              JOIN journal j ON j.member_id = q.member_id AND j.source = ${journalSources.own} AND j.key = k.key) AS comp
      FROM seat_round q JOIN game_version v ON v.id = q.game_version_id JOIN game g ON g.code = v.game_code
     WHERE q.id = ${roundId}::uuid AND q.member_id = ${caller.memberId}`.execute(deps.db)
  const [row] = rows
  if (row === undefined) return null
  const isVoid = row.state === 'void'
  return {
    roundId: row.id,
    thirdParty: row.company,
    gameName: nameIn(row.names, locale),
    balanceBet: amountToWire(row.staked),
    balanceWin: amountToWire(isVoid ? row.staked : (row.returned ?? 0n)),
    jackpot: null,
    betTime: row.at.toISOString(),
    status: isVoid ? 'refunded' : row.state === 'settled' ? 'completed' : 'open',
    rolling: amountToWire(isVoid ? 0n : row.comp),
    code: row.code,
  }
}
