import { createStore } from '#web/shared/store.ts'

/**
 * Whether somebody is signed in, as far as this browser knows: only then is the server asked who. `ended` is a session
 * that was there and is over. The cookie itself no script can read.
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

/** Says so, and remembers it for the next visit. */
export function setSignedIn(state: SignedIn): void {
  try {
    if (state === 'in') localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // A browser that keeps nothing asks for the sign-in at every visit.
  }
  signedIn.set(state)
}
