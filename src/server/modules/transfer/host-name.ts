import dns from 'node:dns'

/**
 * Look-ups of the providers' host names. Node makes them in a few threads that all look-ups share, those of the database
 * too, and a name server that does not answer holds one for many seconds, whatever the caller's time-out. So each host
 * has one at a time, which all its calls await.
 */

const inFlight = new Map<string, Promise<void>>()

/** Resolves when the host has an address; rejects when it has none, or with the reason of `signal`. */
export async function untilResolved(hostname: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.race([promise, lookUp(hostname.replace(/^\[(.*)\]$/, '$1'))])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function lookUp(name: string): Promise<void> {
  const earlier = inFlight.get(name)
  if (earlier !== undefined) return earlier
  const found = dns.promises
    .lookup(name)
    .then(() => {})
    .finally(() => inFlight.delete(name))
  inFlight.set(name, found)
  return found
}
