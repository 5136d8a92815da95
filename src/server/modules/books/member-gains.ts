import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { chancesOf, type Chances } from '#domain/games/drawn-gain.ts'
import {
  followRound,
  memberEvidence,
  mostMemberEvidence,
  seatRound,
  slotRound,
  tableRound,
  type BookedRound,
  type Followed,
} from '#domain/games/member-gain.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { kinds } from '#server/ledger/events.ts'
import type { Metrics } from '#server/metrics.ts'
import { currentMathHash } from '#server/modules/slot/store.ts'

/**
 * Names members whose stakes follow results more than chance allows, by their sealed rounds (docs/decisions/040-measured-returns.md). What is known of them is in this
 * process alone, where nobody with rights on the database can alter it; a process begins with the rounds of the last day.
 */

/** How many heads of the journal one look reads: some 25 minutes of rounds. */
const headsOnce = 100
/** Members whose bets have won something; the one who played longest ago is forgotten first. */
const mostFollowed = 200_000

/** A sealed round of a member. Those of slots, with decisions and of tables are followed apart: their stakes have nothing in common. */
type SealedRound = { member: bigint; kind: 'slot' | 'seat' | 'table'; round: BookedRound }

/** Resolves a look when the rounds that were sealed since the last one are weighed, up to 100 heads. */
export function followMembers(deps: Deps, metrics: Metrics): () => Promise<void> {
  const followed = new LRUCache<string, Followed>({ max: mostFollowed })
  let after: bigint | null = null
  let named = 0
  metrics.watch(
    'baize_member_gains',
    'How often since the start of this process a member was named whose stakes followed results more than chance allows.',
    () => named,
  )
  return async () => {
    const from = after ?? (await readHeadOfYesterday(deps.db))
    const last = await readLastHead(deps.db, from)
    const sealed = [...(await readSpins(deps.db, from, last)), ...(await readResults(deps.db, from, last))]
    for (const { member, kind, round } of sealed) {
      const name = `${member} ${kind}`
      const state = followRound(followed.get(name) ?? null, round)
      const evidence = state === null ? 0 : memberEvidence(state)
      if (state === null || evidence > mostMemberEvidence) followed.delete(name)
      else followed.set(name, state)
      if (evidence <= mostMemberEvidence) continue
      named += 1
      const facts = { member: await publicIdOf(deps.db, member), rounds: kind, evidence: Number(evidence.toFixed(1)) }
      deps.log.error(facts, 'the stakes of a member followed results: somebody may know them before they are drawn')
    }
    after = last
  }
}

/** The last head that is older than a day. */
async function readHeadOfYesterday(db: Database): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT coalesce(max(id), 0) AS id FROM journal_head WHERE at < now() - interval '1 day'`.execute(db)
  return rows[0]?.id ?? 0n
}

async function readLastHead(db: Database, after: bigint): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT coalesce(max(h.id), ${after}) AS id
      FROM (SELECT id FROM journal_head WHERE id > ${after} ORDER BY id LIMIT ${headsOnce}) h`.execute(db)
  return rows[0]?.id ?? after
}

const slotChances = new Map<string, Chances>(catalogue.map((entry) => [currentMathHash(entry), chancesOf(entry)]))
const playedSeatGames = new Map(seatGames.map(({ game }) => [blackjackHashOf(game), game]))

/** The rounds of slots that these heads sealed, without void ones, each member's in order. */
async function readSpins(db: Database, after: bigint, last: bigint): Promise<SealedRound[]> {
  const { rows } = await sql<{ member: bigint; stake: bigint; pay: bigint; mathHash: string }>`
    SELECT r.member_id AS member, r.stake, r.pay, v.math_hash AS "mathHash"
      FROM journal_seal s JOIN round r ON r.member_id = s.member_id AND r.nonce >= s.first_nonce AND r.nonce < s.first_nonce + s.rounds
      JOIN game_version v ON v.id = r.game_version_id
     WHERE s.head_id > ${after} AND s.head_id <= ${last} AND s.rounds > 0 AND r.units IS NOT NULL AND r.stake > 0
     ORDER BY r.member_id, r.nonce`.execute(db)
  return rows.flatMap(({ member, stake, pay, mathHash }) => {
    const chances = slotChances.get(mathHash)
    if (chances === undefined) return []
    const multiple = Number(pay) / Number(stake)
    return [{ member, kind: 'slot', round: slotRound({ stake: Number(stake), multiple, chances }) }]
  })
}

/** The results of rounds with decisions and of tables that these heads sealed, each member's in order. */
async function readResults(db: Database, after: bigint, last: bigint): Promise<SealedRound[]> {
  const { rows } = await sql<{
    member: bigint
    staked: bigint
    returned: bigint
    first: bigint | null
    mathHash: string | null
  }>`
    SELECT j.member_id AS member, -j.d_in_play AS staked, j.pay AS returned, q.stake AS first, v.math_hash AS "mathHash"
      FROM journal_seal s JOIN journal j ON j.member_id = s.member_id AND j.seq > s.after_seq AND j.seq <= s.last_seq
      LEFT JOIN seat_round q ON q.id = j.ref LEFT JOIN game_version v ON v.id = q.game_version_id
     WHERE s.head_id > ${after} AND s.head_id <= ${last} AND j.kind = ${sql.raw(kinds('table_result'))} AND j.d_in_play < 0
     ORDER BY j.member_id, j.seq`.execute(db)
  return rows.flatMap(({ member, mathHash, ...row }): SealedRound[] => {
    const [staked, returned] = [Number(row.staked), Number(row.returned)]
    if (row.first === null) return [{ member, kind: 'table', round: tableRound({ staked, returned }) }]
    const game = playedSeatGames.get(mathHash ?? '')
    if (game === undefined) return []
    return [{ member, kind: 'seat', round: seatRound(game, { stake: Number(row.first), staked, returned }) }]
  })
}

async function publicIdOf(db: Database, member: bigint): Promise<string> {
  const row = await db.selectFrom('member').select('public_id').where('id', '=', member).executeTakeFirst()
  return row?.public_id ?? String(member)
}
