import type { WirePlacement, WireTableRound } from '#contract/table.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { journalKinds, journalSources } from '#server/ledger/events.ts'
import { sql, type RawBuilder } from 'kysely'

/** What a member has at a table. */

export type OwnRound = { staked: string; returned: string | null; placements: WirePlacement[] }

type OwnRow = {
  memberId: bigint
  id: string
  state: WireTableRound['state']
  result: Amount | null
  requestId: string
  spots: string
  undone: boolean
}

/** The result of a member's stakes in the round of `r`, in the journal under the key of the round. */
export const resultOf = (
  memberId: bigint | RawBuilder<unknown>,
) => sql<Amount | null>`(SELECT j.pay FROM journal j WHERE j.member_id = ${memberId}
  AND j.source = ${journalSources.system} AND j.key = r.id AND j.kind = ${journalKinds.table_result})`

/** The member's own money in rounds, by their ids; rounds without a placement are missing. */
export async function readOwnRounds(
  db: Database,
  memberId: bigint,
  ids: readonly string[],
): Promise<Map<string, OwnRound>> {
  return ids.length === 0 ? new Map() : ownRoundsOf(await readOwnRows(db, [memberId], ids))
}

/** The placements of members in rounds, in the order in which they were made. */
export async function readOwnRows(
  db: Database,
  memberIds: readonly bigint[],
  ids: readonly string[],
): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    SELECT b.member_id AS "memberId", r.id, r.state, CASE WHEN r.state = 'settled' THEN ${resultOf(sql`b.member_id`)} END AS result,
           b.request_id AS "requestId", b.spots, b.undone_at IS NOT NULL AS undone
      FROM table_bet b JOIN table_round r ON r.id = b.round_id
     WHERE b.member_id = any(${[...memberIds]}::bigint[]) AND r.id = any(${[...ids]}::uuid[]) ORDER BY b.at, b.request_id`.execute(
    db,
  )
  return rows
}

/** A member's rounds from the member's placements. */
export function ownRoundsOf(rows: readonly OwnRow[]): Map<string, OwnRound> {
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, ownRound(own)]))
}

export async function readOwn(db: Database, memberId: bigint, roundId: string | null): Promise<OwnRound | null> {
  return roundId === null ? null : ((await readOwnRounds(db, memberId, [roundId])).get(roundId) ?? null)
}

/** Of a round without a placement of the member. */
export const noPlacements: OwnRound = { staked: '0', returned: null, placements: [] }

function ownRound(rows: readonly OwnRow[]): OwnRound {
  const live = rows.filter(({ undone }) => !undone).flatMap(({ spots }) => stakesOfText(spots))
  const staked = live.reduce((sum, { stake }) => sum + stake, 0n)
  const [first] = rows
  // A member who has undone every stake of a settled round has no result.
  const returned = first?.state === 'void' ? staked : first?.state === 'settled' ? (first.result ?? 0n) : null
  return {
    staked: amountToWire(staked),
    returned: returned === null ? null : amountToWire(returned),
    placements: rows.map(({ requestId, spots, undone }) => ({
      requestId,
      spots: stakesOfText(spots).map(({ spot, stake }) => ({ spot, stake: amountToWire(stake) })),
      undone,
    })),
  }
}
