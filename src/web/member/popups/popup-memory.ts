/** The two ways to dismiss a popup (spec §4), stored per notice: hidden for 24 h, or closed until the next reload. */

const hideMs = 24 * 60 * 60 * 1000
const closedPrefix = 'popup-closed:'
const hiddenPrefix = 'popup-hidden:'

let reloaded = false

/** Clears the keys of the second kind, once per page load. */
function clearClosedKeys(): void {
  if (reloaded) return
  reloaded = true
  for (const key of Object.keys(localStorage)) if (key.startsWith(closedPrefix)) localStorage.removeItem(key)
}

/** Whether the member dismissed this popup, in either way. */
export function isDismissed(id: string): boolean {
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
  store(hiddenPrefix + id, String(Date.now()))
}

/** Closes it until the page is loaded again. */
export function closeForNow(id: string): void {
  store(closedPrefix + id, '1')
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage a popup is dismissed for this visit only.
  }
}
