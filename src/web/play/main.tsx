import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/shared/tokens.css'
import './window.css'
import { MessagesProvider } from '#web/shared/messages.tsx'
import { applyLocale, loadBrandName, loadManifest, loadSession, loadMessages, readAddress } from './kit/boot.ts'
import { createPlayCall } from './kit/calls.ts'
import { ClosedWindow, type ClosedWhy } from './kit/closed-window.tsx'
import { createSeedKeeper } from './kit/seed-keeper.ts'
import { createTotalsKeeper } from './kit/play-totals.ts'
import { loadGame } from './slot/machine-data.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'

/**
 * Entry of the game window: loads everything in parallel, then shows the game or the reason why it cannot be played.
 */

const loadWindow = () => import('./slot/slot-window.tsx').catch(() => null)

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const address = readAddress(new URL(location.href), document.cookie)
  const call = createPlayCall(address.playSession)
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const closed = closedWhy(new URL(location.href))
  // Loaded while the session is asked for; the window asks for it again, and shows a failure.
  if (closed === null) loadGame(address.game).catch(() => undefined)
  const [messages, manifest, session, brandName, slot] = await Promise.all([
    loadMessages(address.locale),
    loadManifest().catch(() => null),
    closed === null ? loadSession(call, wait) : { kind: 'failed' as const },
    closed === null ? loadBrandName() : '',
    closed === null ? loadWindow() : null,
  ])
  if (manifest) applyLocale(address.locale, manifest)
  let content: ReactNode
  if (session.kind === 'session' && manifest && slot) {
    const seeds = createSeedKeeper({ call, session: session.session, storage: safeStorage(), now: () => new Date() })
    addEventListener('storage', ({ key }) => seeds.onStored(key))
    // Without an answer the first spin tries again.
    await seeds.beginFirst()
    const totals = createTotalsKeeper({
      storage: safeStorage(),
      signIn: `${session.session.member} ${session.session.signedInAt}`,
      now: () => performance.now(),
      clock: () => Date.now(),
    })
    const { round, playSession } = address
    const { SlotWindow } = slot
    content = (
      <SlotWindow {...{ brandName, manifest, seeds, wait, totals, round, playSession }} session={session.session} />
    )
  } else {
    content =
      session.kind === 'elsewhere' ? (
        <ClosedWindow why="elsewhere" game={session.game} />
      ) : (
        <ClosedWindow why={closed ?? (session.kind === 'signedOut' ? 'signedOut' : 'failed')} />
      )
  }
  if (session.kind === 'session') {
    addEventListener('pagehide', () => void call('close-window', {}, { keepAlive: true }))
  }
  // Dates use the time zone of the brand, never of the browser; without a session none are shown.
  const timeZone = session.kind === 'session' ? session.session.timeZone : 'UTC'
  createRoot(root).render(
    <MessagesProvider locale={address.locale} messages={messages} timeZone={timeZone}>
      {content}
    </MessagesProvider>,
  )
}

/** An invalid launch link redirects to `/play/closed?why=…`. */
function closedWhy(url: URL): ClosedWhy | null {
  if (url.pathname !== '/play/closed') return null
  return url.searchParams.get('why') === 'signed-out' ? 'signedOut' : 'launch'
}

void start()
