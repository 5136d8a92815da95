/**
 * When this browser last acted for the member, for all its tabs: the site's and the game window's calls write it down.
 * A hint only; the server's clock and its own record decide when a session ends.
 */
const key = 'last-act'

/** Now was an act. */
export function markAct(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // A browser that keeps nothing is not warned; the session ends the same.
  }
}

/** Epoch milliseconds of the last act; 0 when none is known. */
export function lastAct(): number {
  try {
    return Number(localStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}
