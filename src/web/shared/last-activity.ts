/**
 * Time of the last member activity in this browser, shared by all tabs; calls of the site and of the game window record
 * it. A hint only: when a session ends is decided by the server's own clock and record.
 */
const key = 'last-act'

/** Records activity now. */
export function markActivity(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // Without storage there is no idle warning; the end of the session does not depend on it.
  }
}

/** Epoch milliseconds of the last activity; 0 when unknown. */
export function lastActivity(): number {
  try {
    return Number(localStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}
