import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/shared/tokens.css'
import './window.css'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { MessagesProvider, type LoadedMessages } from '#web/shared/messages.tsx'
import {
  applyLocale,
  loadBrandName,
  loadManifest,
  loadSession,
  loadMessages,
  readAddress,
  type Address,
} from './kit/boot.ts'
import { createPlayCall, type PlayCall } from './kit/calls.ts'
import { ClosedWindow, type ClosedWhy } from './kit/closed-window.tsx'
import { createSeedKeeper } from './kit/seed-keeper.ts'
import { createTotalsKeeper } from './kit/play-totals.ts'
import { loadGame } from './slot/machine-data.ts'
import { kindLoaders } from './table/kinds.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { seatCodes } from '#web/shared/seat-codes.ts'

/**
 * Entry of the game window: loads everything in parallel, then shows the game or the reason why it cannot be played. The
 * game's code says whether it is a slot, a table, or a game with a seat of one's own; only the client of that kind is loaded.
 */

const loadSlot = () => import('./slot/slot-window.tsx').catch(() => null)
const loadWatch = () => import('./watch/open-watch.tsx').catch(() => null)
const loadSeat = () => import('./seat/open-seat.tsx').catch(() => null)
const loadTable = () => import('./table/open-table.tsx').catch(() => null)

/** What is shown; dates use the time zone of the brand, never of the browser, and without a session none are shown. */
type Opened = { content: ReactNode; messages?: LoadedMessages; timeZone: string }

type Loaded = {
  address: Address
  call: PlayCall
  wait: (ms: number) => Promise<void>
  manifest: ArtManifest | null
  brandName: string
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const address = readAddress(new URL(location.href), document.cookie)
  const call = createPlayCall(address.playSession)
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const closed = closedBy(new URL(location.href))
  const loadKind = Object.hasOwn(kindLoaders, address.game) ? kindLoaders[address.game] : undefined
  const isSeat = seatCodes.includes(address.game)
  const isSlot = loadKind === undefined && !isSeat
  const { watch } = address
  // A round that anyone may watch needs no session.
  const asks = closed === null && watch === null
  // Loaded while the session is asked for; the window asks for it again, and shows a failure.
  if (asks && isSlot) loadGame(address.game).catch(() => undefined)
  const slotSession = asks && isSlot ? loadSession(call, 'get-session', wait) : null
  const [messages, manifest, brandName, watching, slot, table, kind, seat] = await Promise.all([
    loadMessages(address.locale),
    loadManifest().catch(() => null),
    closed === null ? loadBrandName() : '',
    closed === null && watch !== null ? loadWatch() : null,
    asks && isSlot ? loadSlot() : null,
    asks && loadKind ? loadTable() : null,
    asks && loadKind ? loadKind().catch(() => null) : null,
    asks && isSeat ? loadSeat() : null,
  ])
  if (manifest) applyLocale(address.locale, manifest)
  const loaded = { address, call, wait, manifest, brandName }
  const opened: Opened =
    closed !== null
      ? { content: <ClosedWindow {...closed} />, timeZone: 'UTC' }
      : watching && watch !== null
        ? await watching.openWatch({ ...loaded, ...address, watch, loadKind, isSeat })
        : table && kind
          ? await table.openTable({ ...loaded, ...address, kind, code: address.game })
          : seat
            ? await seat.openSeat({ ...loaded, ...address })
            : slot && slotSession
              ? await openSlot(loaded, slot, await slotSession)
              : { content: <ClosedWindow why="failed" />, timeZone: 'UTC' }
  createRoot(root).render(
    <MessagesProvider locale={address.locale} messages={{ ...messages, ...opened.messages }} timeZone={opened.timeZone}>
      {opened.content}
    </MessagesProvider>,
  )
}

type SlotModule = NonNullable<Awaited<ReturnType<typeof loadSlot>>>
type SlotSession = Awaited<ReturnType<typeof loadSession<'get-session'>>>

async function openSlot(loaded: Loaded, { SlotWindow }: SlotModule, end: SlotSession): Promise<Opened> {
  const { address, call, wait, manifest, brandName } = loaded
  if (end.kind === 'elsewhere') return { content: <ClosedWindow why="elsewhere" game={end.game} />, timeZone: 'UTC' }
  if (end.kind !== 'session' || !manifest) {
    return { content: <ClosedWindow why={end.kind === 'signedOut' ? 'signedOut' : 'failed'} />, timeZone: 'UTC' }
  }
  const { session } = end
  addEventListener('pagehide', () => void call('close-window', {}, { keepAlive: true }))
  const seeds = createSeedKeeper({ call, session, storage: safeStorage(), now: () => new Date() })
  addEventListener('storage', ({ key }) => seeds.onStored(key))
  // Without an answer the first spin tries again.
  await seeds.beginFirst()
  const totals = createTotalsKeeper({
    storage: safeStorage(),
    signIn: `${session.member} ${session.signedInAt}`,
    now: () => performance.now(),
    clock: () => Date.now(),
  })
  const { round, playSession } = address
  return {
    content: <SlotWindow {...{ brandName, manifest, seeds, wait, totals, round, playSession, session }} />,
    timeZone: session.timeZone,
  }
}

/** A launch link that opens nothing redirects to `/play/closed?why=…`; that of a busy server can be opened again. */
function closedBy(url: URL): { why: ClosedWhy; again?: string } | null {
  if (url.pathname !== '/play/closed') return null
  const why = url.searchParams.get('why')
  const again = url.searchParams.get('again') ?? ''
  if (why === 'busy' && again.startsWith('/play/launch/')) return { why: 'failed', again }
  return { why: why === 'signed-out' ? 'signedOut' : 'launch' }
}

void start()
