/** The browser's storage; null where it is blocked. */
export function safeStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}

/** The storage of this tab, which a reload keeps; null where it is blocked. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage
  } catch {
    return null
  }
}
