/** The socket of a page, `/api/live`: why it is closed, and when to come back. */

/** Why the house closes a socket. 1001, 1008 and 1009 are the protocol's own; 4000 and above are ours. */
export const liveCloseCodes = {
  /** The house is going away for a moment: come back, spread out. */
  goingAway: 1001,
  /** A page says nothing on this socket. */
  notListening: 1008,
  /** The session behind it has ended, or what the member may do has changed: ask the health check. */
  sessionOver: 4401,
  /** The member has enough of them open. */
  tooMany: 4429,
} as const

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/**
 * How long to wait before the socket is tried again: anywhere up to a bound that doubles from 2 s to 60 s, so that those
 * who were cut off together do not return together. `attempt` counts from 0; `chance` is from 0 to below 1.
 */
export function liveRetryMs(attempt: number, chance: number): number {
  const bound = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt + 1, 10))
  return Math.floor(firstWaitMs / 4 + (bound - firstWaitMs / 4) * chance)
}
