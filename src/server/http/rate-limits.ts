import type { Throttle } from '#contract/route.ts'
import { createRecent } from '#server/recent.ts'
import { subscriberOf } from './address.ts'

/**
 * Token buckets in memory, bounded: they slow down floods and the guessing of names. Each process has its own, of the
 * size divided by the number of processes, so that together they let through what one alone would. Exact limits
 * (attempts at a password or PIN) are counted in the database by their modules. No bucket is keyed by an account alone:
 * a stranger could empty it and lock its owner out.
 */

type Size = { most: number; perSecond: number }
type Rule = { address: Size; account: Size }

/** Those of throttled calls, and that of bodies which the contract of such a call refuses. */
export type BucketName = Throttle | 'unfit-body'
export type ThrottleRules = Record<BucketName, Rule>

/** Per address first, with room for many people behind one address; then per address and account. */
export const throttleRules: ThrottleRules = {
  'sign-in': { address: { most: 120, perSecond: 4 }, account: { most: 20, perSecond: 0.2 } },
  register: { address: { most: 30, perSecond: 0.05 }, account: { most: 10, perSecond: 0.05 } },
  'check-name': { address: { most: 60, perSecond: 1 }, account: { most: 20, perSecond: 0.5 } },
  reset: { address: { most: 30, perSecond: 0.05 }, account: { most: 8, perSecond: 0.02 } },
  file: { address: { most: 30, perSecond: 0.2 }, account: { most: 30, perSecond: 0.2 } },
  // Each call adds rows that are never deleted (requests, limits, audit), or has a secret verified.
  write: { address: { most: 300, perSecond: 5 }, account: { most: 30, perSecond: 0.5 } },
  // Anyone may watch shared rounds by their ids, which nobody can guess.
  watch: { address: { most: 240, perSecond: 8 }, account: { most: 240, perSecond: 8 } },
  // Each new seed is a row that is never deleted.
  seed: { address: { most: 300, perSecond: 2 }, account: { most: 40, perSecond: 0.2 } },
  'unfit-body': { address: { most: 120, perSecond: 4 }, account: { most: 120, perSecond: 4 } },
}

export type Buckets = {
  /**
   * Takes one token of the address and one of its account, or none where one of them has none; returns 0, or the seconds after which
   * to retry.
   */
  take: (bucket: BucketName, address: string, account: string | null) => number
}

type Bucket = { tokens: number; at: number }

/** `now` returns milliseconds of a monotonic clock, `processes` the number of processes that share the limits. */
export function createBuckets(
  rules: ThrottleRules = throttleRules,
  now = (): number => performance.now(),
  processes = (): number => 1,
): Buckets {
  const buckets = createRecent<string, Bucket>(100_000)
  const fill = (key: string, whole: Size): { key: string; size: Size; tokens: number } => {
    const size = shareOf(whole, processes())
    const bucket = buckets.get(key) ?? { tokens: size.most, at: now() }
    return { key, size, tokens: Math.min(size.most, bucket.tokens + ((now() - bucket.at) / 1_000) * size.perSecond) }
  }
  return {
    take: (name, address, account) => {
      const rule = rules[name]
      const place = subscriberOf(address)
      const filled = [fill(`${name} ${place}`, rule.address)]
      if (account !== null) {
        filled.push(fill(`${name} ${place} ${account.toLowerCase().slice(0, 100)}`, rule.account))
      }
      const waits = filled.map(({ tokens, size }) => (tokens >= 1 ? 0 : Math.ceil((1 - tokens) / size.perSecond)))
      const wait = Math.max(...waits)
      if (wait === 0) for (const { key, tokens } of filled) buckets.set(key, { tokens: tokens - 1, at: now() })
      return wait
    },
  }
}

/** The part of one of several processes, at least one call at a time. */
function shareOf({ most, perSecond }: Size, processes: number): Size {
  return { most: Math.max(1, Math.floor(most / processes)), perSecond: perSecond / processes }
}
