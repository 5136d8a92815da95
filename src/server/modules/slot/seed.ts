import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import type { Fairness, SeedPair } from '#contract/slot.ts'
import type { MemberContext, PlayContext } from '#server/auth/context.ts'
import type { Deps } from '#server/deps.ts'
import { sql, type SqlBool } from 'kysely'
import { EarlierRoundsError, mostInRoundQueue, refuseWhileUndecided, roundQueue } from './round-queue.ts'
import { openRevealedSeeds, recordPairs, revealedSeedOf } from './revealed-seeds.ts'
import { drawServerSeed } from './new-seed.ts'
import { forgetSeed, ofBegunPair, readFairness, schemeOf } from './store.ts'

type Step = {
  outcome: 'success' | 'blocked' | 'excluded' | 'used' | 'open-round' | 'commitment'
  revealed: bigint | null
  begun: bigint | null
}

/** How many steps of one member may wait behind the member's spins. */
const mostSteps = 4

/**
 * One step of the member's chain: reveals the pair in use, and begins the next one from the server seed that was
 * committed before this call and the client seed that was chosen after it. The server seed drawn here is that of the
 * pair after it.
 */
export async function setClientSeed(
  { deps, caller, play }: PlayContext,
  body: PlayBody<'set-client-seed'>,
): Promise<PlayAnswer<'set-client-seed'>> {
  if (play.isEnded) return { status: 'elsewhere' }
  const { memberId } = caller
  const following = drawServerSeed(deps)
  const chosenFor = body.nextServerSeedHash === undefined ? null : Buffer.from(body.nextServerSeedHash, 'hex')
  const begin = sql<Step>`SELECT * FROM seed_begin(${memberId}, ${body.clientSeed}, ${chosenFor},
    ${following.encrypted}, ${following.keyId}, ${following.hash})`
  const step = roundQueue.run(
    memberId,
    async () => {
      refuseWhileUndecided(deps, memberId)
      // Seed pairs are recorded rows: the transaction is signed.
      return deps.db.transaction().execute(async (tx) => {
        const { rows } = await begin.execute(tx)
        const [taken] = rows
        if (!taken) throw new Error('seed_begin has no outcome')
        return { taken, recorded: await recordPairs(tx, memberId, taken.revealed === null ? [] : [taken.revealed]) }
      })
    },
    mostInRoundQueue + mostSteps,
  )
  if (step === null) throw new EarlierRoundsError('too many spins of the member wait')
  const { taken, recorded } = await step
  if (taken.outcome === 'commitment') {
    return { status: 'commitment', fairness: (await readFairness(deps, memberId)).fairness }
  }
  if (taken.outcome !== 'success') return { status: taken.outcome }
  forgetSeed(deps, memberId)
  // By their ids: another step may have followed meanwhile.
  const pairs = await seedPairs(deps, memberId)
    .where('pair.id', 'in', [ofBegunPair(taken.begun), taken.revealed])
    .execute()
  const begun = pairs.find((pair) => pair.pair_id === taken.begun)
  const revealed = pairs.find((pair) => pair.pair_id === taken.revealed)
  if (!begun) throw new Error('the pair that began is not there')
  const seeds = await openRevealedSeeds(deps, memberId, pairs, recorded)
  return {
    status: 'success',
    revealed: revealed ? seedPair(revealed, seeds) : null,
    fairness: fairnessAtBegin(seedPair(begun, seeds)),
  }
}

function fairnessAtBegin(pair: SeedPair): Fairness {
  return {
    pair: pair.pair,
    scheme: pair.scheme,
    serverSeedHash: pair.serverSeedHash,
    nextServerSeedHash: ofBegunPair(pair.nextServerSeedHash),
    clientSeed: pair.clientSeed,
    nonce: pair.firstNonce,
  }
}

/** The member's seed pairs, newest first. The seed that waits for its client seed is not a pair yet. */
export async function getSeeds(
  { deps, caller }: Pick<MemberContext, 'deps' | 'caller'>,
  body: PlayBody<'get-seeds'>,
): Promise<PlayAnswer<'get-seeds'>> {
  const { memberId } = caller
  const rows = await seedPairs(deps, memberId)
    .orderBy('pair.ordinal', 'desc')
    .offset(body.skip)
    .limit(body.take)
    .execute()
  const counted = await deps.db
    .selectFrom('member_seed')
    .select(({ fn }) => fn.countAll<bigint>().as('many'))
    .where('member_id', '=', memberId)
    .where('client_seed', 'is not', null)
    .executeTakeFirstOrThrow()
  const seeds = await openRevealedSeeds(deps, memberId, rows)
  return { status: 'success', pairs: rows.map((row) => seedPair(row, seeds)), maxCount: Number(counted.many) }
}

/** The pairs that have begun, each with the pair after it. The server seed is selected only where it has been revealed. */
function seedPairs(deps: Deps, memberId: bigint) {
  return deps.db
    .selectFrom('member_seed as pair')
    .innerJoin('wallet', 'wallet.member_id', 'pair.member_id')
    .leftJoin('member_seed as next', (join) =>
      join.onRef('next.member_id', '=', 'pair.member_id').on(sql<SqlBool>`next.ordinal = pair.ordinal + 1`),
    )
    .select(['pair.id as pair_id', 'pair.ordinal', 'pair.scheme', 'pair.server_seed_hash', 'pair.client_seed'])
    .select([
      'pair.key_id',
      'pair.reveal_mac',
      'pair.created_at',
      'pair.begun_at',
      'pair.revealed_at',
      'pair.first_nonce',
    ])
    .select(['next.server_seed_hash as next_hash', 'next.first_nonce as next_nonce', 'wallet.nonce as wallet_nonce'])
    .select(revealedSeedOf('pair').as('revealed_seed'))
    .where('pair.member_id', '=', memberId)
    .where('pair.client_seed', 'is not', null)
}

type PairRow = Awaited<ReturnType<ReturnType<typeof seedPairs>['execute']>>[number]

function seedPair(row: PairRow, seeds: ReadonlyMap<bigint, string>): SeedPair {
  const scheme = schemeOf(row.scheme)
  const firstNonce = ofBegunPair(row.first_nonce)
  const end = row.next_nonce ?? row.wallet_nonce
  return {
    pair: row.ordinal,
    scheme,
    serverSeedHash: row.server_seed_hash.toString('hex'),
    // Nothing was published beside a pair of the old scheme when it began.
    nextServerSeedHash: scheme === 'old' ? null : (row.next_hash?.toString('hex') ?? null),
    clientSeed: ofBegunPair(row.client_seed),
    serverSeed: seeds.get(row.pair_id) ?? null,
    committedAt: row.created_at.toISOString(),
    begunAt: ofBegunPair(row.begun_at).toISOString(),
    revealedAt: row.revealed_at?.toISOString() ?? null,
    firstNonce: Number(firstNonce),
    lastNonce: end > firstNonce ? Number(end - 1n) : null,
  }
}
