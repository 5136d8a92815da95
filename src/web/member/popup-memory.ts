/** The two closings of spec §4: hidden for 24 h by a timestamp, or closed by a key that a reload clears; kept per notice. */

const hideMs = 24 * 60 * 60 * 1000
const closedPrefix = 'popup-closed:'
const hiddenPrefix = 'popup-hidden:'

let reloaded = false

/** A reload clears the keys of the second kind, once. */
function clearClosedKeys(): void {
  if (reloaded) return
  reloaded = true
  for (const key of Object.keys(localStorage)) if (key.startsWith(closedPrefix)) localStorage.removeItem(key)
}

/** Whether the member has put this popup away, in either way. */
export function isAway(id: string): boolean {
  try {
    clearClosedKeys()
    const hiddenForMs = Date.now() - (Number(localStorage.getItem(hiddenPrefix + id)) || 0)
    return (hiddenForMs >= 0 && hiddenForMs < hideMs) || localStorage.getItem(closedPrefix + id) !== null
  } catch {
    return false
  }
}

/** Hides it for 24 hours. */
export function hideForToday(id: string): void {
  keep(hiddenPrefix + id, String(Date.now()))
}

/** Closes it until the page is loaded again. */
export function closeForNow(id: string): void {
  keep(closedPrefix + id, '1')
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage a popup is closed for this visit only.
  }
}
