/** Decides when a session is about to end: warns 60 s before its idle or absolute end, the earlier of the two. */

/** As of the last health check, converted to the clock of this browser (epoch ms). */
export type SessionEnds = {
  /** The absolute end, 8 h after signing in. */
  endsAt: number
  /** The earliest idle end: 30 min after the last activity, 2 h while the member has an open request. */
  idleEndsAt: number
  checkedAt: number
}

const warnMs = 60_000
/** Interval of the check. The warning may begin this much earlier, but never later than a minute before the end. */
export const checkIntervalMs = 5_000

/**
 * The end that is near at `now`, or null. Activity after the last check moves the idle end; the next check reports the
 * new one. `lastActivityAt` is 0 when unknown.
 */
export function endingSoon(ends: SessionEnds | null, lastActivityAt: number, now: number): 'idle' | 'absolute' | null {
  if (ends === null) return null
  const which = ends.endsAt <= ends.idleEndsAt ? 'absolute' : 'idle'
  if (which === 'idle' && lastActivityAt > ends.checkedAt) return null
  const leftMs = Math.min(ends.endsAt, ends.idleEndsAt) - now
  return leftMs > 0 && leftMs <= warnMs + checkIntervalMs ? which : null
}
