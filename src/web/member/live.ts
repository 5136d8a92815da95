import type { LiveMessage } from '#contract/live.ts'
import { call } from '#web/shared/api.ts'
import { jitterMs, openLive } from '#web/shared/live-socket.ts'
import { toast } from '#web/shared/toasts.tsx'
import { checkHealth, lastChecked } from './health-check.ts'
import { jackpotFigures } from './jackpot-figures.ts'
import { isLeaving } from './log-out.ts'
import { refreshMaintenance } from './maintenance.ts'
import { translate } from './translate.ts'
import { session } from './session.ts'
import { loadMessages } from './message-parts.ts'

/**
 * What the page does when the house says that something changed: it asks for it by the ordinary calls, a moment later and
 * once however much was said. While the house is not heard, the 30 s check carries on, and so do the figures of guests.
 */

/** How far the questions of pages that heard the same thing lie apart: a member's own few, and everyone's. */
const ownSpreadMs = 300
const allSpreadMs = 4_000
/** A member's figures are asked for no more often than this, however many rounds they play elsewhere. */
const leastBetweenMs = 1_000
const awayMs = 30_000

type Stale = 'figures' | 'note' | 'help' | 'request' | 'notice' | 'maintenance'

/** Starts listening; answers what stops it. */
export function startLive(): () => void {
  const stale = new Set<Stale>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let isMembers = false
  let isFirst = true

  const refresh = (): void => {
    timer = undefined
    dueAt = Infinity
    // Nobody looks at a hidden page: what is stale is asked for when it is seen again.
    if (document.hidden) return
    const now = [...stale]
    stale.clear()
    void refreshAll(now)
  }
  const mark = (kinds: readonly Stale[], spreadMs: number): void => {
    for (const kind of kinds) stale.add(kind)
    const soonest = kinds.includes('figures') ? lastChecked() + leastBetweenMs - Date.now() : 0
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
        // The first is the page's own beginning, which asks for everything anyway. Pages come back apart from one another;
        // those told on an open socket that something may have been missed are all told at once.
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
        jackpotFigures.set({ jackpots: message.jackpots, at: performance.now() })
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
  const away = setInterval(() => {
    if (document.hidden || socket.isUp()) return
    void refreshMaintenance()
    void refreshJackpots()
  }, awayMs)
  return () => {
    socket.stop()
    stopFollowing()
    clearTimeout(timer)
    clearInterval(away)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

/** The health check says whether it is over; who has no form to lose is told why the page has changed. */
async function sessionOver(): Promise<void> {
  if (isLeaving()) return
  const before = session.get().kind
  await checkHealth()
  if (before !== 'member' || session.get().kind !== 'guest') return
  await loadMessages('live')
  toast(translate('live.sessionOver'))
}

async function refreshJackpots(): Promise<void> {
  if (jackpotFigures.get() === null && !document.querySelector('[data-tier]')) return
  const answer = await call('get-jackpots', {}, { quiet: true }).catch(() => null)
  if (answer !== null) jackpotFigures.set({ jackpots: answer.jackpots, at: performance.now() })
}

/** The answers each kind makes stale, by the first word of their keys. */
const queriesOf = {
  figures: [],
  note: ['get-user-note'],
  help: ['get-help-list', 'account-reply'],
  request: ['get-money-requests', 'get-member'],
  notice: ['get-user-notices', 'get-notice'],
  maintenance: [],
} as const satisfies Record<Stale, readonly string[]>

async function refreshAll(stale: readonly Stale[]): Promise<void> {
  const isMember = session.get().kind === 'member'
  const asks: Promise<unknown>[] = []
  if (stale.includes('maintenance')) asks.push(refreshMaintenance())
  if (isMember && stale.includes('figures')) asks.push(checkHealth())
  const keys = stale.flatMap((kind): readonly string[] => queriesOf[kind])
  if (keys.length > 0) asks.push(invalidate(keys))
  await Promise.allSettled(asks)
}

/** Pages that are open ask again; the library that keeps answers is not loaded for a home that has none. */
async function invalidate(keys: readonly string[]): Promise<void> {
  if (/^\/[a-z]{2}\/?$/.test(location.pathname)) return
  const { queryClient } = await import('./query-client.ts')
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
