import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { catalogue } from '#domain/games/catalogue.ts'
import { chancesOf, type Chances } from '#domain/games/drawn-gain.ts'
import { followRound, memberEvidence, mostMemberEvidence, type Followed } from '#domain/games/member-gain.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
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

type SealedRound = { member: bigint; stake: bigint; pay: bigint; math_hash: string }

/** Resolves a look when the rounds that were sealed since the last one are weighed, up to 100 heads. */
export function followMembers(deps: Deps, metrics: Metrics): () => Promise<void> {
  const followed = new LRUCache<string, Followed>({ max: mostFollowed })
  const chances = new Map<string, Chances>(catalogue.map((entry) => [currentMathHash(entry), chancesOf(entry)]))
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
    for (const { member, stake, pay, math_hash: mathHash } of await readRounds(deps.db, from, last)) {
      const of = chances.get(mathHash)
      if (of === undefined) continue
      const round = { stake: Number(stake), multiple: Number(pay) / Number(stake), chances: of }
      const state = followRound(followed.get(String(member)) ?? null, round)
      const evidence = state === null ? 0 : memberEvidence(state)
      if (state === null || evidence > mostMemberEvidence) followed.delete(String(member))
      else followed.set(String(member), state)
      if (evidence <= mostMemberEvidence) continue
      named += 1
      const facts = { member: await publicIdOf(deps.db, member), evidence: Number(evidence.toFixed(1)) }
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

/** The rounds that these heads sealed, without void ones, each member's in order. */
async function readRounds(db: Database, after: bigint, last: bigint): Promise<SealedRound[]> {
  const { rows } = await sql<SealedRound>`
    SELECT r.member_id AS member, r.stake, r.pay, v.math_hash
      FROM journal_seal s JOIN round r ON r.member_id = s.member_id AND r.nonce >= s.first_nonce AND r.nonce < s.first_nonce + s.rounds
      JOIN game_version v ON v.id = r.game_version_id
     WHERE s.head_id > ${after} AND s.head_id <= ${last} AND s.rounds > 0 AND r.units IS NOT NULL AND r.stake > 0
     ORDER BY r.member_id, r.nonce`.execute(db)
  return rows
}

async function publicIdOf(db: Database, member: bigint): Promise<string> {
  const row = await db.selectFrom('member').select('public_id').where('id', '=', member).executeTakeFirst()
  return row?.public_id ?? String(member)
}
