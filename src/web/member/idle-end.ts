/** When the end of an idle session is near: 30 min after the last act, warned 60 s before. */

const idleMs = 30 * 60_000
// The server writes an act down at most every 20 s, so its half hour may have begun that much earlier.
const warnMs = 60_000 + 20_000

/** Whether a session last used at `lastActAt` is about to end at `now`; both epoch milliseconds, 0: not known. */
export function isIdleEndNear(lastActAt: number, now: number): boolean {
  const idle = now - lastActAt
  return lastActAt > 0 && idle >= idleMs - warnMs && idle < idleMs
}
