/** When the end of a session is near: warned 60 s before, whichever end comes first. */

/** As the last health check said it, told by this browser's clock (epoch ms). */
export type SessionEnds = {
  /** The absolute end, 8 h after signing in. */
  endsAt: number
  /** Not before this, for want of acts: 30 min after the last one, 2 h while something of the member's is open. */
  idleEndsAt: number
  checkedAt: number
}

const warnMs = 60_000
/** The warning is looked for now and then, so it may begin this much earlier, and never later than a minute before. */
export const lookMs = 5_000

/**
 * Which end is near at `now`, or null. An act later than the last check has moved the idle end; by how much, the next
 * check says. `lastActAt` is 0 when none is known.
 */
export function endNear(ends: SessionEnds | null, lastActAt: number, now: number): 'idle' | 'absolute' | null {
  if (ends === null) return null
  const which = ends.endsAt <= ends.idleEndsAt ? 'absolute' : 'idle'
  if (which === 'idle' && lastActAt > ends.checkedAt) return null
  const leftMs = Math.min(ends.endsAt, ends.idleEndsAt) - now
  return leftMs > 0 && leftMs <= warnMs + lookMs ? which : null
}
