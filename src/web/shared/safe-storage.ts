/** The browser's storage; null where it is blocked. */
export function safeStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}
