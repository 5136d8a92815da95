import type { CurrentUser } from '#contract/member.ts'
import { ApiError } from '#web/shared/api-client.ts'
import { call } from '#web/shared/api.ts'
import { announce } from './announcements.ts'
import { hasUnsavedInput } from './unsaved-input.ts'
import type { SessionEnds } from './idle-end.ts'
import { guest, session } from './session.ts'
import { resetSignInPrompt, signInAgain, wasSignInPrompted } from './sign-in-dialog.tsx'

/**
 * Health check every 30 s while signed in (spec §9): balances, counts, announcements. A 503 or a time-out does not sign
 * the member out.
 */

const healthCheckMs = 30_000

let running: Promise<void> | null = null
let next: Promise<void> | null = null
let checkedAt = 0
let ends: SessionEnds | null = null

/**
 * Loads the current figures of the member; a 401 means the session is over. One check runs at a time: all calls made
 * during a check share the one that follows it.
 */
export function checkHealth(): Promise<void> {
  if (running === null) return start()
  next ??= running.then(() => {
    next = null
    return start()
  })
  return next
}

function start(): Promise<void> {
  running = check().finally(() => {
    running = null
  })
  return running
}

/** Time of the last response, epoch ms; 0 before the first. */
export function lastChecked(): number {
  return checkedAt
}

/** The end of the session as of the last response; null for guests. */
export function sessionEnds(): SessionEnds | null {
  return session.get().kind === 'member' ? ends : null
}

async function check(): Promise<void> {
  // A response that was requested before the sign-in prompt does not show that the session is valid now.
  const isRequestedAfterPrompt = wasSignInPrompted()
  try {
    const answer = await call('user-health-check', {}, { quiet: true })
    const user: CurrentUser = { ...answer.user, noteCount: answer.noteCount, helpCount: answer.helpCount }
    checkedAt = Date.now()
    // Server times converted to the clock of this browser.
    const ahead = checkedAt - Date.parse(answer.serverTime)
    ends = { endsAt: Date.parse(answer.endsAt) + ahead, idleEndsAt: Date.parse(answer.idleEndsAt) + ahead, checkedAt }
    if (isRequestedAfterPrompt) resetSignInPrompt()
    session.set({ kind: 'member', user, held: answer.held })
    announce(user)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unauthenticated') endSession()
  }
}

/**
 * With unsaved input, a dialog over the page prompts the member to sign in again. Once it is dismissed, the health
 * check does not open it again, but the next call does. Without unsaved input the member becomes a guest.
 */
function endSession(): void {
  if (session.get().kind !== 'member' || !hasUnsavedInput()) return session.set(guest)
  if (!wasSignInPrompted()) void signInAgain()
}

/** Starts the checks and returns a function that stops them. They pause while the page is hidden. */
export function startHealthChecks(): () => void {
  const checkIfVisible = () => {
    if (session.get().kind !== 'guest' && !document.hidden) void checkHealth()
  }
  checkIfVisible()
  const timer = setInterval(checkIfVisible, healthCheckMs)
  document.addEventListener('visibilitychange', checkIfVisible)
  addEventListener('online', checkIfVisible)
  const stopListening = session.subscribe(rememberKind)
  let kindBefore = session.get().kind
  function rememberKind(): void {
    const kind = session.get().kind
    if (kind === 'member' && kindBefore === 'guest') checkIfVisible()
    kindBefore = kind
  }
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkIfVisible)
    removeEventListener('online', checkIfVisible)
    stopListening()
  }
}
