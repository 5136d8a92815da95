import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { createEncryption } from '#server/auth/encryption.ts'
import type { AppSecret } from '#server/config.ts'
import { ownerOfChain, sha256, type StoredChain } from './table-draw.ts'

/**
 * Reads links of stored chains, for work that reads many of them: a chain of 100 000 links takes 0.17 s to compute, so it is computed once, in
 * parts between turns of the event loop, and some of its links are kept.
 */
export type ChainLinks = {
  /**
   * The links `from` to `to` of a chain, in this order. Null where the chain is not that of its table, has another published end than `end`
   * (in hex), or has no such links.
   */
  read: (chain: StoredChain, end: string, range: { from: number; to: number }) => Promise<Uint8Array[] | null>
}

/** Every so manieth link is kept, and so many are computed between two turns of the event loop: 0.9 ms. */
const keptEvery = 500
const mostChains = 50

/** The kept links of a chain by their numbers, from its last one down. */
type Kept = ReadonlyMap<number, Uint8Array>

export function createChainLinks(secret: AppSecret): ChainLinks {
  const cache = new LRUCache<string, Kept>({ max: mostChains })
  return {
    read: async (chain, end, { from, to }) => {
      if (from < 0 || to < from || to > chain.links) return null
      const name = `${chain.publicId} ${chain.tableId} ${chain.links} ${chain.keyId} ${end} ${chain.seedEncrypted.toString('hex')}`
      const kept = cache.get(name) ?? (await walk(secret, chain, end))
      if (kept === null) return null
      cache.set(name, kept)
      const links: Uint8Array[] = []
      let number = Math.min(chain.links, Math.ceil(to / keptEvery) * keptEvery)
      let link = kept.get(number)
      for (; link !== undefined; number -= 1, link = sha256(link)) {
        if (number <= to) links.push(link)
        if (number === from) return links.toReversed()
      }
      return null
    },
  }
}

/** Computes a chain down to its end; null where that is another one than was published. */
async function walk(secret: AppSecret, chain: StoredChain, end: string): Promise<Kept | null> {
  let link: Uint8Array
  try {
    link = createEncryption({ secret }).decrypt(ownerOfChain(chain), chain.keyId, chain.seedEncrypted)
  } catch {
    return null
  }
  const kept = new Map<number, Uint8Array>()
  for (let number = chain.links; number > 0; number -= 1) {
    if (number === chain.links || number % keptEvery === 0) kept.set(number, link)
    link = sha256(link)
    if (number % keptEvery === 0) await nextTurn()
  }
  kept.set(0, link)
  return Buffer.from(link).toString('hex') === end ? kept : null
}
