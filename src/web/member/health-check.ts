import type { CurrentUser } from '#contract/user.ts'
import { call, CallError } from '#web/shared/api.ts'
import { announce } from './announcements.ts'
import { hasUnsavedInput } from './unsaved-input.ts'
import type { SessionEnds } from './idle-end.ts'
import { guest, session } from './session.ts'
import { forgetOffer, signInAgain, wasOfferedAgain } from './sign-in-dialog.tsx'

/** Every 30 s while signed in (spec §9): figures, counts and announcements. A 503 or a time-out signs nobody out. */

const healthCheckMs = 30_000

let running: Promise<void> | null = null
let next: Promise<void> | null = null
let checkedAt = 0
let ends: SessionEnds | null = null

/**
 * Asks the server for the member's current figures; a 401 means the session is over. One at a time: whoever asks while one
 * is under way gets the one after it, together with everybody else who did.
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
  running = look().finally(() => {
    running = null
  })
  return running
}

/** When the last answer came, epoch ms; 0 before the first. */
export function lastChecked(): number {
  return checkedAt
}

/** When the session ends as the last answer said, or null for guests. */
export function sessionEnds(): SessionEnds | null {
  return session.get().kind === 'member' ? ends : null
}

async function look(): Promise<void> {
  // An answer that was asked for before the offer says nothing of the session that has ended since.
  const isAskedAfterOffer = wasOfferedAgain()
  try {
    const answer = await call('user-health-check', {}, { quiet: true })
    const user: CurrentUser = { ...answer.user, noteCount: answer.noteCount, helpCount: answer.helpCount }
    checkedAt = Date.now()
    // The server's times, told by this browser's clock.
    const ahead = checkedAt - Date.parse(answer.serverTime)
    ends = { endsAt: Date.parse(answer.endsAt) + ahead, idleEndsAt: Date.parse(answer.idleEndsAt) + ahead, checkedAt }
    if (isAskedAfterOffer) forgetOffer()
    session.set({ kind: 'member', user })
    announce(user)
  } catch (error) {
    if (error instanceof CallError && error.trouble === 'unauthenticated') endSession()
  }
}

/**
 * Who is filling in a form keeps the page, and signs in over it; nothing is lost. Who has waved that away is asked by their
 * next call. Everyone else is a guest now.
 */
function endSession(): void {
  if (session.get().kind !== 'member' || !hasUnsavedInput()) return session.set(guest)
  if (!wasOfferedAgain()) void signInAgain()
}

/** Starts the checks; answers what stops them. They rest while the page is hidden and resume at once when it is not. */
export function startHealthChecks(): () => void {
  const check = () => {
    if (session.get().kind !== 'guest' && !document.hidden) void checkHealth()
  }
  check()
  const timer = setInterval(check, healthCheckMs)
  document.addEventListener('visibilitychange', check)
  addEventListener('online', check)
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
    removeEventListener('online', check)
    stopListening()
  }
}
