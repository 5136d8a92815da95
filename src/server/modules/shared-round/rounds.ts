import type { OfficeRoundBet, OfficeSharedRound } from '#contract/shared-round.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import { isShoeGame } from '#domain/games/table/table-game.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { journalKinds, journalSources } from '#server/ledger/events.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import {
  readVoidDecision,
  waitingProposal,
  wireProposal,
  type StoredProposal,
} from '#server/modules/round-void/store.ts'
import { entryOf, readSeries, roundColumns, wireSeries, type RoundRow } from '#server/modules/table/store.ts'
import { sql, type RawBuilder } from 'kysely'

/** Shared rounds as the office reads them. Every query is limited to the given brands. */

/** What an operator sees, and who it is: a proposal of their own is marked. */
export type RoundScope = { brandIds: number[]; operatorId: bigint }

type ListedRow = RoundRow & {
  brand: string
  table: string
  gameCode: string
  endedAt: Date | null
  voidedAt: Date | null
  members: number
  staked: Amount
  proposal: StoredProposal | null
}

const listedColumns = ({
  operatorId,
}: RoundScope) => sql`${roundColumns}, b.code AS brand, t.name AS table, t.game_code AS "gameCode", r.ended_at AS "endedAt",
  r.voided_at AS "voidedAt", s.members, s.staked,
  ${waitingProposal(sql`r.id`, operatorId)} AS proposal`

/** Rounds with their tables and the stakes that were not undone. */
const roundsWithStakes = sql`table_round r JOIN game_table t ON t.id = r.table_id JOIN brand b ON b.id = t.brand_id
  CROSS JOIN LATERAL (SELECT count(DISTINCT x.member_id)::int AS members, coalesce(sum(x.stake), 0)::bigint AS staked
    FROM table_bet x WHERE x.round_id = r.id AND x.undone_at IS NULL) s`

function listedRound(row: ListedRow): OfficeSharedRound {
  return {
    id: row.id,
    brand: row.brand,
    table: row.table,
    game: row.gameCode,
    number: row.number,
    state: row.state,
    opensAt: row.openedAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    outcome: row.outcome,
    voidReason: row.voidReason,
    members: row.members,
    staked: amountToWire(row.staked),
    proposal: wireProposal(row.proposal),
  }
}

/** A page of the rounds that conditions on `r` and `t` select, newest first, and their number. */
export async function listRounds(
  db: Database,
  scope: RoundScope,
  { conditions, skip, take }: { conditions: readonly RawBuilder<unknown>[]; skip: number; take: number },
): Promise<{ rounds: OfficeSharedRound[]; maxCount: number }> {
  const where = sql.join([sql`t.brand_id = any(${scope.brandIds}::int[])`, ...conditions], sql` AND `)
  const [{ rows }, counted] = await Promise.all([
    sql<ListedRow>`SELECT ${listedColumns(scope)} FROM ${roundsWithStakes} WHERE ${where}
      ORDER BY r.opened_at DESC, r.id DESC OFFSET ${skip} LIMIT ${take}`.execute(db),
    sql<{ count: number }>`SELECT count(*)::int AS count FROM table_round r JOIN game_table t ON t.id = r.table_id
      WHERE ${where}`.execute(db),
  ])
  return { rounds: rows.map(listedRound), maxCount: counted.rows[0]?.count ?? 0 }
}

/** One round with its series and its bets; null where the brands have none with this id. */
export async function readSharedRound(db: Database | Tx, id: string, scope: RoundScope) {
  const { rows } = await sql<ListedRow & { seriesId: bigint }>`
    SELECT ${listedColumns(scope)}, r.series_id AS "seriesId" FROM ${roundsWithStakes}
     WHERE r.id = ${id}::uuid AND t.brand_id = any(${scope.brandIds}::int[])`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const [series] = await readSeries(db, sql`q.id = ${row.seriesId}`)
  if (series === undefined) throw new Error(`round ${id} has no series`)
  const { game } = entryOf(row)
  const link = series.revealed[isShoeGame(game) ? 0 : row.place]
  return {
    ...listedRound(row),
    place: row.place + 1,
    link: link?.toString('hex') ?? null,
    series: wireSeries(series),
    voidedAt: row.voidedAt?.toISOString() ?? null,
    decision: row.voidReason === 'office' ? await readVoidDecision(db, id) : null,
    bets: await readBetsOf(db, row),
  }
}

type BetRow = {
  publicId: string
  loginId: string
  nick: string
  level: number
  referenceCode: string
  at: Date
  spots: string
  stake: Amount
  undone: boolean
  result: Amount | null
  owed: Amount
}

/** The placements of a round by member, in the order of the members' first ones. */
async function readBetsOf(db: Database | Tx, round: ListedRow): Promise<OfficeRoundBet[]> {
  const { rows } = await sql<BetRow>`
    SELECT m.public_id AS "publicId", m.login_id AS "loginId", m.nick, m.level, m.reference_code AS "referenceCode",
           x.at, x.spots, x.stake, x.undone_at IS NOT NULL AS undone,
           (SELECT j.pay FROM journal j WHERE j.member_id = x.member_id AND j.source = ${journalSources.system} AND j.key = x.round_id
              AND j.kind = ${journalKinds.table_result}) AS result,
           (SELECT coalesce(sum(d.amount), 0)::bigint FROM receivable d WHERE d.member_id = x.member_id AND d.round_id = x.round_id) AS owed
      FROM table_bet x JOIN member m ON m.id = x.member_id
     WHERE x.round_id = ${round.id}::uuid ORDER BY x.at, x.request_id`.execute(db)
  return [...Map.groupBy(rows, ({ publicId }) => publicId).values()].map((own) => betOf(own, round))
}

function betOf(rows: readonly BetRow[], { state, voidedAt }: ListedRow): OfficeRoundBet {
  const [first] = rows
  if (first === undefined) throw new Error('a member without a placement')
  const staked = rows.reduce((sum, { stake, undone }) => (undone ? sum : sum + stake), 0n)
  // A member who has undone every stake of a settled round has no result.
  const returned = state === 'void' ? staked : state === 'settled' ? (first.result ?? 0n) : null
  return {
    member: {
      id: first.publicId,
      userId: first.loginId,
      nick: first.nick,
      level: first.level,
      referenceCode: first.referenceCode,
    },
    placements: rows.map(({ at, spots, undone }) => ({
      at: at.toISOString(),
      spots: stakesOfText(spots).map(({ spot, stake }) => ({ spot, stake: amountToWire(stake) })),
      undone,
    })),
    staked: amountToWire(staked),
    returned: returned === null ? null : amountToWire(returned),
    takenBack:
      voidedAt === null || first.result === null
        ? null
        : { returned: amountToWire(first.result), owed: amountToWire(first.owed) },
  }
}
