import { LRUCache } from 'lru-cache'
import { wideNetworkOf } from '#server/http/address.ts'

/**
 * The order in which callers without a session have their secrets hashed: the network that called least in the last minutes goes
 * first, so that a flood waits behind everybody who is not part of it. Refused calls count as well: who repeats a call at once
 * gains nothing. Each process counts for itself.
 */

const rememberedMs = 15 * 60_000
/** Calls by network, and by the wider network around it. */
const calls = new LRUCache<string, number>({ max: 100_000, ttl: rememberedMs, noUpdateTTL: true })

/** Counts a call of a network, whether it is served or refused. */
export function countCall(network: string): void {
  for (const key of [network, `wide ${wideNetworkOf(network)}`]) calls.set(key, (calls.get(key) ?? 0) + 1)
}

/**
 * The index of the call that goes first: of the network that called least, then of the wider network that did, so
 * that the owner of many networks gains nothing by changing them; then the one that waits longest. -1 without calls.
 */
export function firstInTurn(waiting: readonly { network: string }[]): number {
  return waiting.reduce((first, { network }, index) => {
    const best = waiting[first]
    return best === undefined || compareTurns(network, best.network) < 0 ? index : first
  }, -1)
}

/** The index of the call that goes last, of which a call of this network goes ahead; -1 when there is none. */
export function lastInTurn(waiting: readonly { network: string }[], network: string): number {
  return waiting.reduce((last, one, index) => {
    const worst = waiting[last]?.network ?? network
    return compareTurns(one.network, worst) > 0 || (last >= 0 && compareTurns(one.network, worst) === 0) ? index : last
  }, -1)
}

/** Negative when the first network goes first. */
function compareTurns(one: string, other: string): number {
  const wide = (network: string): number => calls.get(`wide ${wideNetworkOf(network)}`) ?? 0
  return (calls.get(one) ?? 0) - (calls.get(other) ?? 0) || wide(one) - wide(other)
}
