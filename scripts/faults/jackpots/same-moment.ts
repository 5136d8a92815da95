import type { JackpotTier } from '#domain/games/game.ts'
import { scaleByPpmFloor, wholeUnits, type Amount } from '#domain/money.ts'
import { jackpotTiers } from '#server/ledger/jackpots.ts'
import { untilWaiting } from '#test/until.ts'
import {
  countAnswer,
  first,
  holdPools,
  nextRound,
  reservePpm,
  sharePpm,
  stake,
  type JackpotArena,
  type JackpotMember,
} from './arena.ts'

/** Pairs of members hit one tier at the same moment, one at each process, while nobody else plays. */
export async function hitTogether(arena: JackpotArena, pairs: number): Promise<void> {
  const { members, tally } = arena
  for (let pair = 0; pair < pairs; pair += 1) {
    const [one, other] = [members[(2 * pair) % members.length], members[(2 * pair + 1) % members.length]]
    const tier = jackpotTiers[pair % jackpotTiers.length]
    if (one === undefined || other === undefined || tier === undefined) throw new Error('there are no two members')
    await hitPair(arena, tier, [one, other])
  }
  tally.figures['pairs'] = pairs
}

async function hitPair(
  { app, ledgers, tally }: JackpotArena,
  tier: JackpotTier,
  pair: readonly [JackpotMember, JackpotMember],
): Promise<void> {
  const pools = await holdPools(app.ownerPool)
  const events = pair.map((member) => nextRound(member, tier))
  const both = Promise.all(events.map((event, index) => ledgers[index === 0 ? 0 : 1].spin(event)))
  // Both have passed every check and wait for the money of the tiers.
  await untilWaiting(app.pool, 2).finally(pools.release)
  const outcomes = await both
  pair.forEach((member, index) => {
    const [event, outcome] = [events[index], outcomes[index]]
    if (event && outcome) countAnswer(tally, member, event, outcome)
  })
  await comparePair(
    hitsOf(
      app,
      events.map(({ roundId }) => roundId),
    ),
    { tier, tally },
  )
}

type Hit = { ordinal: number; amount: Amount; kept: Amount; reserve: Amount; reseed: Amount; atMs: number }

async function hitsOf({ ownerPool }: JackpotArena['app'], roundIds: readonly string[]): Promise<Hit[]> {
  const { rows } = await ownerPool.query<Hit>(
    `SELECT ordinal, amount, kept, reserve, reseed, extract(epoch FROM at)::float8 * 1000 AS "atMs" FROM jackpot_hit
      WHERE round_id = ANY ($1::uuid[]) ORDER BY ordinal`,
    [roundIds],
  )
  return rows
}

/** The first has the pool; the second has what the next pool began with and its own share, and nothing else. */
async function comparePair(
  found: Promise<Hit[]>,
  { tier, tally }: { tier: JackpotTier; tally: JackpotArena['tally'] },
): Promise<void> {
  const hits = await found
  const [one, other] = hits
  if (one === undefined || other === undefined || hits.length !== 2) {
    tally.faults.push(`two hits of the ${tier} in one moment were paid ${hits.length} times`)
    return
  }
  const share = scaleByPpmFloor(stake, sharePpm)
  const pool = one.kept + one.reserve + one.reseed + share - scaleByPpmFloor(share, reservePpm)
  const due = pool - (pool % wholeUnits(1))
  if (one.amount < first || other.amount !== due || other.ordinal !== one.ordinal + 1)
    tally.faults.push(
      `two hits of the ${tier} in one moment, ${one.ordinal} and ${other.ordinal}, were paid ${one.amount} and ${other.amount}, the second is due ${due}`,
    )
  if (Math.abs(one.atMs - other.atMs) <= 1)
    tally.figures['pairsInOneMillisecond'] = (tally.figures['pairsInOneMillisecond'] ?? 0) + 1
}
