import { LRUCache } from 'lru-cache'
import type { Deps } from '#server/deps.ts'

/** The pairs whose server seed left this process: nothing is decided with one any more, whatever the database says of it afterwards. */

type PairDeps = Pick<Deps, 'config'>

/** Far more than are shown while a round is open. */
const mostKept = 100_000
const revealed = new WeakMap<PairDeps['config'], LRUCache<bigint, true>>()

/** Keeps that this process shows the server seed of a pair. */
export function keepRevealed({ config }: PairDeps, seedId: bigint): void {
  const pairs = revealed.get(config) ?? new LRUCache<bigint, true>({ max: mostKept })
  revealed.set(config, pairs)
  pairs.set(seedId, true)
}

/** Whether this process has shown the server seed of a pair. */
export function isKnownRevealed({ config }: PairDeps, seedId: bigint): boolean {
  return revealed.get(config)?.has(seedId) === true
}
