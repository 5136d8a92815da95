import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import { mergedStakes, spotsText, stakesOfText, wrongSpot, type SpotStake } from '#domain/games/table/table-limits.ts'
import { lobbyOf } from '#domain/games/table/tables.ts'
import { isMaintained } from '#domain/maintenance.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { PlayContext } from '#server/auth/context.ts'
import { usedKey } from '#server/auth/request-key.ts'
import type { Database } from '#server/db/pool.ts'
import type { LedgerOutcome } from '#server/ledger/events.ts'
import { takesChanges } from '#server/ledger/ended-rounds.ts'
import { lockRoundFacts } from '#server/ledger/table-proofs.ts'
import { undoInRound } from '#server/ledger/tables.ts'
import { sql } from 'kysely'
import { placeBet } from './bets.ts'
import { expectLessCash } from '#server/modules/slot/store.ts'
import { noPlacements } from './own-bets.ts'
import { readPlaced } from './placed.ts'
import { companyOf, entryOf, type GameTable } from './store.ts'
import { readSharedTable } from './underway.ts'

/** Placing stakes and taking them back. */

function tableOf({ deps, brand, play }: PlayContext): Promise<GameTable | null> {
  return readSharedTable(deps.db, { brandId: brand.id, code: play.gameCode })
}

export async function placeBetCall(
  context: PlayContext,
  body: PlayBody<'place-bet'>,
): Promise<PlayAnswer<'place-bet'>> {
  const { deps, caller, brand, play } = context
  const { memberId } = caller
  const stakes = mergedStakes(body.spots)
  const [before, table] = await Promise.all([readBefore(deps.db, memberId, body), tableOf(context)])
  const { known } = before
  if (known !== null) {
    const isSame = known.roundId === body.roundId.toLowerCase() && known.spots === spotsText(stakes)
    return isSame ? placedAnswer(context, body.roundId) : { status: 'conflict' }
  }
  if (before.isUsed) return { status: 'conflict' }
  if (play.isEnded) return { status: 'elsewhere' }
  if (!table) return { status: 'none' }
  if (!table.offered || isMaintained(brand.maintenance, brand.databaseNow())) return { status: 'used' }
  if (before.tableId !== table.id) return { status: 'none' }
  const wrong = wrongSpot(entryOf(table).game, stakes, table.chips[0] ?? table.leastStake)
  const low = await spotBelowLeast(context, table, { roundId: body.roundId, stakes })
  if (wrong !== null || low !== null) return { status: 'spot', spot: wrong ?? low ?? '' }
  const outcome = await placeBet(deps, {
    table,
    stakes,
    placement: {
      memberId,
      key: body.requestId.toLowerCase(),
      sessionId: caller.sessionId,
      roundId: body.roundId.toLowerCase(),
      spots: spotsText(stakes),
      stake: stakes.reduce((sum, { stake }) => sum + stake, 0n),
      contraId: await deps.ledger.accountId(brand.id, 'gaming', companyOf(table)),
      gameKind: lobbyOf(entryOf(table).game).kind,
    },
  })
  if (outcome.outcome === 'table') return { status: 'table', spot: outcome.spot, room: amountToWire(outcome.room) }
  if (outcome.outcome !== 'booked') return { status: outcome.outcome }
  return bookedAnswer(context, table, body.roundId, outcome.ledger)
}

type Before = { tableId: number | null; isUsed: boolean; known: { roundId: string; spots: string } | null }

/**
 * The table of the round, whether the key of a placement is used, and the placement that has it. In one statement: a twin that is booked meanwhile is
 * found as a placement or not at all, and is no conflict.
 */
async function readBefore(
  db: Database,
  memberId: bigint,
  { requestId, roundId }: Pick<PlayBody<'place-bet'>, 'requestId' | 'roundId'>,
): Promise<Before> {
  const { rows } = await sql<Before>`
    SELECT (SELECT r.table_id FROM table_round r WHERE r.id = ${roundId}::uuid) AS "tableId", ${usedKey(memberId, requestId)} AS "isUsed",
           (SELECT json_build_object('roundId', b.round_id, 'spots', b.spots) FROM table_bet b
             WHERE b.member_id = ${memberId} AND b.request_id = ${requestId}::uuid) AS known`.execute(db)
  return rows[0] ?? { tableId: null, isUsed: false, known: null }
}

/** The first spot on which the member would have less than the least stake of the table. */
async function spotBelowLeast(
  { deps, caller }: PlayContext,
  { leastStake }: GameTable,
  { roundId, stakes }: { roundId: string; stakes: readonly SpotStake[] },
): Promise<string | null> {
  const low = stakes.filter(({ stake }) => stake < leastStake)
  if (low.length === 0) return null
  const { rows } = await sql<{ spots: string }>`
    SELECT b.spots FROM table_bet b WHERE b.round_id = ${roundId}::uuid AND b.member_id = ${caller.memberId} AND b.undone_at IS NULL`.execute(
    deps.db,
  )
  const before = rows.flatMap(({ spots }) => stakesOfText(spots))
  const staked = (code: string): Amount =>
    before.reduce((sum, { spot, stake }) => (spot === code ? sum + stake : sum), 0n)
  return low.find(({ spot, stake }) => staked(spot) + stake < leastStake)?.spot ?? null
}

async function bookedAnswer(
  context: PlayContext,
  table: GameTable,
  roundId: string,
  outcome: LedgerOutcome,
): Promise<PlayAnswer<'place-bet'>> {
  switch (outcome.outcome) {
    case 'done':
      context.deps.events.publish({ kind: 'table-bets', tableId: table.id })
      expectLessCash(context.deps, context.caller.memberId)
      context.deps.events.publish({ kind: 'balance', memberId: context.caller.memberId })
      return placedAnswer(context, roundId)
    case 'replay':
      return placedAnswer(context, roundId)
    case 'short':
      return { status: 'balance' }
    case 'limit': {
      const { limit } = outcome
      if (limit === null || limit.kind === 'deposit') throw new Error('the limit does not apply to stakes')
      const remaining = limit.kind === 'session_time' ? '0' : amountToWire(limit.left)
      return { status: 'limit', which: limit.kind, period: limit.period, remaining }
    }
    case 'excluded':
    case 'conflict':
      return { status: outcome.outcome }
    case 'rolled_back':
      return { status: 'conflict' }
    default:
      throw new Error(`unexpected outcome of a placement: ${outcome.outcome}`)
  }
}

async function placedAnswer({ deps, caller }: PlayContext, roundId: string) {
  const { own, balance } = await readPlaced(deps.db, { memberId: caller.memberId, roundId: roundId.toLowerCase() })
  return { status: 'success' as const, balance: amountToWire(balance), own: own ?? noPlacements }
}

export async function undoBets(context: PlayContext, body: PlayBody<'undo-bets'>): Promise<PlayAnswer<'undo-bets'>> {
  const { deps, caller, brand } = context
  const { memberId } = caller
  const table = await tableOf(context)
  const round = table && (await lockRoundFacts(deps.db, entryOf(table).game, body.roundId))
  if (!table || round?.tableId !== table.id) return { status: 'none' }
  const bets = await deps.db
    .selectFrom('table_bet')
    .select(['request_id', 'undone_at'])
    .where('member_id', '=', memberId)
    .where('round_id', '=', body.roundId)
    .$if(body.placement !== undefined, (query) => query.where('request_id', '=', body.placement ?? ''))
    .execute()
  if (bets.length === 0) return { status: 'none' }
  const live = bets.filter(({ undone_at: undoneAt }) => undoneAt === null)
  // Undone before: a repeated call has the same answer, also when the round has closed since.
  if (live.length === 0) return placedAnswer(context, body.roundId)
  if (!takesChanges(deps, round)) return { status: 'late' }
  const contraId = await deps.ledger.accountId(brand.id, 'gaming', companyOf(table))
  const placements = live.map((bet) => ({ memberId, key: bet.request_id, contraId }))
  const undone = await deps.db
    .transaction()
    .execute((tx) =>
      undoInRound(tx, deps.config.secret, { roundId: body.roundId, closesAt: round.closesAt, placements }),
    )
  if (undone !== 'undone') return { status: undone }
  deps.events.publish({ kind: 'table-bets', tableId: table.id })
  deps.events.publish({ kind: 'balance', memberId })
  return placedAnswer(context, body.roundId)
}
