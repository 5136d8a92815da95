import type { OfficeTable } from '#contract/shared-round.ts'
import { largestOwed, owedFor } from '#domain/games/table/exposure.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { entryOf, tableColumns, type GameTable, type RoundRow, type SeriesPhase } from '#server/modules/table/store.ts'
import { sql } from 'kysely'

/** Tables as the office reads them. */

type TableRow = GameTable & {
  brand: string
  now: Date
  dealer: string | null
  dealerUntil: Date | null
  watchedAt: Date | null
  resting: boolean
  firstLink: number | null
  phase: SeriesPhase | null
  phaseEndsAt: Date | null
  roundId: string | null
  number: number
  state: RoundRow['state']
  openedAt: Date
  closesAt: Date
  members: number
  stakes: { spot: string; stake: string }[]
}

/** The tables of brands with the round in progress, and the database's clock. */
export async function readOfficeTables(
  db: Database,
  brandIds: number[],
): Promise<{ now: Date; tables: OfficeTable[] }> {
  const [clock, { rows }] = await Promise.all([
    sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db),
    sql<TableRow>`
      SELECT ${tableColumns}, b.code AS brand, clock_timestamp() AS now, s.dealer, s.dealer_until AS "dealerUntil", s.watched_at AS "watchedAt",
             s.resting, q.first_link AS "firstLink", q.phase, q.phase_ends_at AS "phaseEndsAt", r.id AS "roundId", r.number, r.state,
             r.opened_at AS "openedAt", r.closes_at AS "closesAt",
             (SELECT count(DISTINCT x.member_id)::int FROM table_bet x WHERE x.round_id = r.id AND x.undone_at IS NULL) AS members,
             (SELECT coalesce(json_agg(json_build_object('spot', l.spot, 'stake', l.stake::text)), '[]') FROM (
                SELECT split_part(p, ':', 1) AS spot, sum(split_part(p, ':', 2)::bigint) AS stake
                  FROM table_bet x CROSS JOIN LATERAL unnest(string_to_array(x.spots, ' ')) p
                 WHERE x.round_id = r.id AND x.undone_at IS NULL GROUP BY 1) l) AS stakes
        FROM game_table t JOIN brand b ON b.id = t.brand_id JOIN table_state s ON s.table_id = t.id
        LEFT JOIN LATERAL (SELECT * FROM table_series x WHERE x.table_id = t.id ORDER BY x.id DESC LIMIT 1) q ON true
        LEFT JOIN table_round r ON r.table_id = t.id AND r.state IN ('open', 'closed', 'dealt')
       WHERE t.brand_id = any(${brandIds}::int[]) ORDER BY b.code, t.id`.execute(db),
  ])
  return { now: clock.rows[0]?.now ?? new Date(0), tables: rows.map(officeTable) }
}

function officeTable(row: TableRow): OfficeTable {
  const stakes = new Map(row.stakes.map(({ spot, stake }): [string, Amount] => [spot, BigInt(stake)]))
  const held = row.dealer !== null && row.dealerUntil !== null
  return {
    name: row.name,
    brand: row.brand,
    game: row.gameCode,
    offered: row.offered,
    resting: row.resting,
    lease: !held ? 'none' : row.dealerUntil !== null && row.dealerUntil > row.now ? 'held' : 'lapsed',
    leaseUntil: row.dealerUntil?.toISOString() ?? null,
    watchedAt: row.watchedAt?.toISOString() ?? null,
    series:
      row.firstLink === null || row.phase === null
        ? null
        : { firstLink: row.firstLink, phase: row.phase, phaseEndsAt: row.phaseEndsAt?.toISOString() ?? null },
    round:
      row.roundId === null
        ? null
        : {
            id: row.roundId,
            number: row.number,
            state: row.state,
            opensAt: row.openedAt.toISOString(),
            closesAt: row.closesAt.toISOString(),
          },
    members: row.members,
    staked: amountToWire([...stakes.values()].reduce((sum, stake) => sum + stake, 0n)),
    owed: amountToWire(largestOwed(owedFor(entryOf(row).game, stakes))),
    settings: {
      betSeconds: row.betSeconds,
      chips: row.chips.map(amountToWire),
      leastStake: amountToWire(row.leastStake),
      mostStake: amountToWire(row.mostStake),
      exposure: amountToWire(row.exposure),
    },
  }
}
