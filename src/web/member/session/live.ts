import type { LiveMessage } from '#contract/live.ts'
import { jitterMs, openLive } from '#web/shared/live-socket.ts'
import { toast } from '#web/shared/toasts.tsx'
import { checkHealth, lastChecked } from './health-check.ts'
import { jackpotFigures, setJackpotFigures } from '#web/shared/jackpot-figures.ts'
import { loadJackpots } from '#web/shared/load-jackpots.ts'
import { isLoggingOut } from './log-out.ts'
import { refreshMaintenance } from '#web/member/frame/maintenance.ts'
import { translate } from '#web/member/translate.ts'
import { session } from './session.ts'
import { loadMessages } from '#web/member/message-parts.ts'

/**
 * Handles events of the server socket: changed data is reloaded with the ordinary calls, after a short random delay and
 * once for several events. While the socket is down, maintenance and jackpots are polled every 30 s, like the health
 * check.
 */

/**
 * The random delays that spread the calls of pages which receive the same event: for events of one member, and for
 * events of everyone.
 */
const ownSpreadMs = 300
const allSpreadMs = 4_000
/** Minimum time between two loads of a member's figures, however many rounds they play elsewhere. */
const minIntervalMs = 1_000
const pollMs = 30_000

type Stale = 'figures' | 'note' | 'help' | 'request' | 'notice' | 'maintenance'

/** Starts listening; returns a function that stops it. */
export function startLive(): () => void {
  const stale = new Set<Stale>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let isMembers = false
  let isFirst = true

  const refresh = (): void => {
    timer = undefined
    dueAt = Infinity
    // A hidden page reloads stale data when it becomes visible again.
    if (document.hidden) return
    const now = [...stale]
    stale.clear()
    void refreshAll(now)
  }
  const mark = (kinds: readonly Stale[], spreadMs: number): void => {
    for (const kind of kinds) stale.add(kind)
    const soonest = kinds.includes('figures') ? lastChecked() + minIntervalMs - Date.now() : 0
    const inMs = Math.max(0, soonest) + jitterMs(spreadMs)
    if (Date.now() + inMs >= dueAt) return
    clearTimeout(timer)
    dueAt = Date.now() + inMs
    timer = setTimeout(refresh, inMs)
  }
  const onMessage = (message: LiveMessage, isNew: boolean): void => {
    switch (message.kind) {
      case 'hello': {
        isMembers = message.member
        // A page loads everything at its start, so the first `hello` is ignored. Reconnections are already spread over
        // time; a `hello` on an open socket (events may have been missed) reaches all pages at once.
        const spread = isNew ? ownSpreadMs : allSpreadMs
        if (!isFirst) mark(['maintenance', 'note', 'help', 'request', 'notice'], spread)
        if (session.get().kind === 'member' && (!isFirst || !isMembers)) mark(['figures'], spread)
        isFirst = false
        break
      }
      case 'balance':
        mark(['figures'], ownSpreadMs)
        break
      case 'note':
      case 'help':
      case 'request':
        mark(['figures', message.kind], ownSpreadMs)
        break
      case 'notice':
      case 'maintenance':
        mark([message.kind], allSpreadMs)
        break
      case 'jackpot':
        setJackpotFigures(message.jackpots)
        break
    }
  }
  const socket = openLive({ onMessage, onSessionOver: () => void sessionOver() })
  const stopFollowing = session.subscribe(() => {
    if (session.get().kind === 'member' && socket.isUp() && !isMembers) socket.reopen()
  })
  const onSeen = (): void => {
    if (!document.hidden && stale.size > 0) mark([], ownSpreadMs)
  }
  document.addEventListener('visibilitychange', onSeen)
  const pollTimer = setInterval(() => {
    if (document.hidden || socket.isUp()) return
    void refreshMaintenance()
    void refreshJackpots()
  }, pollMs)
  return () => {
    socket.stop()
    stopFollowing()
    clearTimeout(timer)
    clearInterval(pollTimer)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

/** The health check shows whether the session is over; a member who became a guest gets a toast with the reason. */
async function sessionOver(): Promise<void> {
  if (isLoggingOut()) return
  const before = session.get().kind
  await checkHealth()
  if (before !== 'member' || session.get().kind !== 'guest') return
  await loadMessages('live')
  toast(translate('signInEnd.over'))
}

async function refreshJackpots(): Promise<void> {
  if (jackpotFigures.get() === null && !document.querySelector('[data-tier]')) return
  await loadJackpots()
}

/** The queries that each kind of event makes stale, by the first element of their keys. */
const queriesOf = {
  figures: [],
  note: ['get-user-note'],
  help: ['get-help-list', 'get-deposit-account'],
  request: ['get-money-requests', 'get-member'],
  notice: ['get-user-notices', 'get-notice'],
  maintenance: [],
} as const satisfies Record<Stale, readonly string[]>

async function refreshAll(stale: readonly Stale[]): Promise<void> {
  const isMember = session.get().kind === 'member'
  const loads: Promise<unknown>[] = []
  if (stale.includes('maintenance')) loads.push(refreshMaintenance())
  if (isMember && stale.includes('figures')) loads.push(checkHealth())
  const keys = stale.flatMap((kind): readonly string[] => queriesOf[kind])
  if (keys.length > 0) loads.push(invalidate(keys))
  await Promise.allSettled(loads)
}

/** Open pages reload their queries; the home page has none, so the query library is not loaded for it. */
async function invalidate(keys: readonly string[]): Promise<void> {
  if (/^\/[a-z]{2}\/?$/.test(location.pathname)) return
  const { queryClient } = await import('#web/member/kit/query-client.ts')
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
