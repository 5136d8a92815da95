import { createStore } from '#web/shared/store.ts'

/**
 * Whether an operator is signed in, as known to this browser; only then is `me` called. `ended`: a session that has
 * expired. The cookie itself is not readable by scripts.
 */
export type SignedIn = 'in' | 'out' | 'ended'

const storageKey = 'office-signed-in'

export const signedIn = createStore<SignedIn>(wasSignedIn() ? 'in' : 'out')

function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes'
  } catch {
    return false
  }
}

/** Sets the state and stores it for the next visit. */
export function setSignedIn(state: SignedIn): void {
  try {
    if (state === 'in') localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage every visit starts with the sign-in page.
  }
  signedIn.set(state)
}
