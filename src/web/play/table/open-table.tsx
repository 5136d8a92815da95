import { useEffect, useState, type ReactNode } from 'react'
import { load as loadTableMessages } from 'messages:table'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import type { Locale } from '#i18n/locales.ts'
import { showForeignText } from '#web/shared/foreign-fonts.ts'
import { useLocaleCode, type LoadedMessages } from '#web/shared/messages.tsx'
import { newRequestId } from '#web/shared/request-id.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import { loadSession } from '#web/play/kit/boot.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { ClosedWindow } from '#web/play/kit/closed-window.tsx'
import { createTotalsKeeper, type TotalsKeeper } from '#web/play/kit/play-totals.ts'
import { createSound, type Sound } from '#web/play/kit/sound.ts'
import { useOtherWindows } from '#web/play/kit/use-other-windows.ts'
import { wakeOnGesture } from '#web/play/kit/wake-on-gesture.ts'
import { createSaltKeeper, type SaltKeeper } from './salt-keeper.ts'
import type { LoadedKind, TableKindParts } from './table-kind.ts'
import { createTablePlay, type TablePlay } from './table-play.ts'
import { TableScreen, type TablePanel } from './table-screen.tsx'
import type { TableSession } from './table-session.ts'
import { serverSource, type Listening, type TableSource } from './table-source.ts'
import type { Asked } from './table-state.ts'
import { tableVoice } from './table-voice.ts'

/** What the entry of the window shows. */
export type Opened = { content: ReactNode; messages: LoadedMessages; timeZone: string }

/** Loads a table's session, pictures and messages, and makes its window; without one the reason why there is none. */
export async function openTable(deps: {
  code: string
  kind: TableKindParts
  locale: Locale
  call: PlayCall
  manifest: ArtManifest | null
  brandName: string
  playSession: string
  wait: (ms: number) => Promise<void>
}): Promise<Opened> {
  const { code, kind: parts, locale, call, manifest, brandName, playSession, wait } = deps
  const game = parts.games.find((one) => one.code === code)
  const [session, messages, own, Stage] = await Promise.all([
    loadSession(call, 'get-table-session', wait),
    loadTableMessages[locale]().then((loaded) => loaded.messages),
    parts.loadMessages(locale),
    manifest && game ? parts.loadStage(manifest, game).catch(() => null) : null,
  ])
  const closed = (content: ReactNode): Opened => ({ content, messages: { ...messages, ...own }, timeZone: 'UTC' })
  if (session.kind === 'elsewhere') return closed(<ClosedWindow why="elsewhere" game={session.game} />)
  if (session.kind === 'signedOut') return closed(<ClosedWindow why="signedOut" />)
  if (session.kind === 'failed' || !game || !manifest || !Stage) return closed(<ClosedWindow why="failed" />)
  const storage = safeStorage()
  const totals = createTotalsKeeper({
    storage,
    signIn: `${session.session.member} ${session.session.signedInAt}`,
    now: () => performance.now(),
    clock: () => Date.now(),
  })
  const { sentMs, receivedMs } = session
  const kind = { ...parts, Stage }
  const window = { kind, game, manifest, brandName, playSession, wait, totals, asked: { sentMs, receivedMs } }
  return {
    content: <TableWindow {...window} session={session.session} source={serverSource(call, code)} />,
    messages: { ...messages, ...own },
    timeZone: session.session.timeZone,
  }
}

type WindowProps = {
  session: TableSession
  asked: Asked
  kind: LoadedKind
  game: TableGame
  manifest: ArtManifest
  brandName: string
  playSession: string
  source: TableSource
  totals: TotalsKeeper
  wait: (ms: number) => Promise<void>
  /** A panel that is open from the beginning. */
  opened?: TablePanel | null
  /** Receives the controller, for the page of rounds. */
  onPlay?: (play: TablePlay) => void
}

/** The window of a table that is loaded: its controller, the socket, the sounds. */
export function TableWindow(props: WindowProps): ReactNode {
  const { session, kind, game, manifest, brandName, playSession, source, opened, onPlay } = props
  const locale = useLocaleCode()
  const [sound] = useState(() => createSound(safeStorage(), tableVoice, ['table', ...(kind.sounds ?? [])]))
  const [{ play, salts, live }] = useState(() => createParts(props, sound))
  const { askWhetherEnded, endWindow, onOtherEnded } = play
  useOtherWindows({ playSession, askWhetherEnded, endWindow, onOtherEnded })
  useEffect(() => wakeOnGesture(sound), [sound])
  useEffect(() => sound.close, [sound])
  // The names of members at the table may be in any language.
  useEffect(() => showForeignText(manifest, locale), [manifest, locale])
  useEffect(() => {
    const listening = source.listen({ onMessage: play.onMessage, onGap: play.catchUp, onBalance: play.onBalance })
    live.set(listening)
    return () => {
      live.set(null)
      listening.stop()
    }
  }, [source, play, live])
  useEffect(() => onPlay?.(play), [play, onPlay])
  return (
    <TableScreen
      {...{ kind, session, manifest, game, play, salts, source, sound, brandName }}
      name={session.game.names[locale]}
      opened={opened ?? null}
    />
  )
}

type Parts = { play: TablePlay; salts: SaltKeeper; live: Store<Listening | null> }

function createParts({ session, asked, game, source, totals, wait }: WindowProps, sound: Sound): Parts {
  const live = createStore<Listening | null>(null)
  const salts = createSaltKeeper({
    call: source.call,
    seat: session.seat,
    storage: safeStorage(),
    randomBytes: () => crypto.getRandomValues(new Uint8Array(32)),
    wait,
  })
  const play = createTablePlay({
    game,
    session,
    asked,
    call: source.call,
    salts,
    now: () => performance.now(),
    wait,
    newRequestId,
    totals,
    sound: sound.play,
    isLive: () => live.get()?.isLive() ?? false,
    share: randomShare,
  })
  return { play, salts, live }
}

/** Spreads calls over time only; no result depends on it. */
function randomShare(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}
