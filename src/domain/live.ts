/** The live socket of a page, `/api/live`: why it is closed, and when to reconnect. */

/** Why the server closes a socket. 1001, 1008 and 1009 are the protocol's own codes; 4000 and above are ours. */
export const liveCloseCodes = {
  /** The server shuts down for a moment: reconnect, spread over time. */
  goingAway: 1001,
  /** Pages send nothing on this socket. */
  notListening: 1008,
  /** The session has ended, or what the member may do has changed: run the health check. */
  sessionOver: 4401,
  /** The member has too many sockets open. */
  tooMany: 4429,
} as const

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/**
 * Milliseconds to wait before reconnecting: random up to a bound that doubles from 2 s to 60 s, so that clients that
 * were cut off together do not return together. `attempt` counts from 0; `chance` is at least 0 and below 1.
 */
export function liveRetryMs(attempt: number, chance: number): number {
  const bound = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt + 1, 10))
  return Math.floor(firstWaitMs / 4 + (bound - firstWaitMs / 4) * chance)
}
