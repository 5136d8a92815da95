import { networkOf } from './address.ts'

/**
 * Bounds what a listener keeps in memory for its callers: bodies that arrive and answers that wait for their readers. A connection holds
 * at most one of each, but a caller may have thousands of connections, and finish nothing.
 */
export type HeldBytes = {
  /**
   * Counts bytes for the network of an address (/24 of IPv4, /48 of IPv6). Returns the function to call once they are not held any more;
   * null where there are too many. Up to `smallBytes` are not counted.
   */
  hold: (address: string, bytes: number) => (() => void) | null
  held: () => number
}

/** What every connection may hold: all of a full listener together are 256 MB. */
export const smallBytes = 8 * 1024
const usualBounds = { most: 128 * 1024 * 1024, perNetwork: 16 * 1024 * 1024 }

const noop = (): void => undefined

export function createHeldBytes({ most, perNetwork } = usualBounds): HeldBytes {
  const networks = new Map<string, number>()
  let held = 0
  const add = (network: string, bytes: number): void => {
    held += bytes
    const now = (networks.get(network) ?? 0) + bytes
    if (now > 0) networks.set(network, now)
    else networks.delete(network)
  }
  return {
    hold: (address, bytes) => {
      if (bytes <= smallBytes) return noop
      const network = networkOf(address)
      if (held + bytes > most || (networks.get(network) ?? 0) + bytes > perNetwork) return null
      add(network, bytes)
      let isHeld = true
      return () => {
        if (isHeld) add(network, -bytes)
        isHeld = false
      }
    },
    held: () => held,
  }
}
