import { createStore } from '#web/shared/store.ts'

/**
 * Whether an operator is signed in in this browser; `me` is called only then. `ended`: the session has expired; `limited`: it
 * needs its second factor first. Scripts
 * cannot read the cookie itself.
 */
export type SignedIn = 'in' | 'limited' | 'out' | 'ended'

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
    if (state === 'in' || state === 'limited') localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage every visit starts with the sign-in page.
  }
  signedIn.set(state)
}
