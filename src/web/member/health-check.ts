import type { CurrentUser } from '#contract/user.ts'
import { call, CallError } from '#web/shared/api.ts'
import { announce } from './announcements.ts'
import { isFillingIn } from './filling-in.ts'
import { guest, session } from './session.ts'

/** Every 30 s while signed in (spec §9): figures, counts and announcements. A 503 or a time-out signs nobody out. */

const healthCheckMs = 30_000

/** Asks the server for the member's current figures; a 401 means the session is over. */
export async function checkHealth(): Promise<void> {
  try {
    const answer = await call('user-health-check', {}, { quiet: true })
    const user: CurrentUser = { ...answer.user, noteCount: answer.noteCount, helpCount: answer.helpCount }
    session.set({ kind: 'member', user })
    announce(user)
  } catch (error) {
    const over = error instanceof CallError && error.trouble === 'unauthenticated'
    // Who is filling in a form keeps the page: their next call opens the sign-in dialog over it, and nothing is lost.
    if (over && !(session.get().kind === 'member' && isFillingIn())) session.set(guest)
  }
}

/** Starts the checks; answers what stops them. They rest while the page is hidden and resume at once when it is not. */
export function startHealthChecks(): () => void {
  const check = () => {
    if (session.get().kind !== 'guest' && !document.hidden) void checkHealth()
  }
  check()
  const timer = setInterval(check, healthCheckMs)
  document.addEventListener('visibilitychange', check)
  const stopListening = session.subscribe(rememberKind)
  let kindBefore = session.get().kind
  function rememberKind(): void {
    const kind = session.get().kind
    if (kind === 'member' && kindBefore === 'guest') check()
    kindBefore = kind
  }
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
    stopListening()
  }
}
