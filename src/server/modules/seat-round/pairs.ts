import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type { SeatDrawn } from '#server/ledger/seats.ts'
import { readPair, type DrawnPair } from '#server/modules/slot/store.ts'
import { LRUCache } from 'lru-cache'
import type { SeatRoundRow } from './rows.ts'

/** The seed pairs of rounds with decisions. */

/** What reads a pair: the program, or a command with the key. */
export type PairDeps = { db: Database; config: { secret: AppSecret } }

/** Server seeds of pairs that rounds were played from, as the program recorded them. A pair never changes after its first draw. */
const mostPairs = 5_000
const pairs = new WeakMap<PairDeps['config'], LRUCache<bigint, DrawnPair>>()

/** The seed pair of a round. Throws where it is not as the program recorded it, or its key is not known. */
export async function readPairOf(deps: PairDeps, { memberId, seedId }: SeatRoundRow): Promise<DrawnPair> {
  const cache = pairs.get(deps.config) ?? new LRUCache<bigint, DrawnPair>({ max: mostPairs })
  pairs.set(deps.config, cache)
  const known = cache.get(seedId)
  if (known) return known
  const pair = await readPair(deps, memberId, seedId)
  if (pair === null) throw new Error(`the seed pair ${seedId} of member ${memberId} is not as the program recorded it`)
  cache.set(seedId, pair)
  return pair
}

/** What the proofs of a round cover of its draw. */
export function drawnOf(row: SeatRoundRow, { serverSeedHash, clientSeed }: DrawnPair): SeatDrawn {
  return { seedId: row.seedId, serverSeedHash, clientSeed, nonce: row.nonce, gameVersionId: row.gameVersionId }
}
