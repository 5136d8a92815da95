import { useEffect, useState, type ReactNode } from 'react'
import { load as loadBlackjack } from 'messages:blackjack'
import { load as loadCards } from 'messages:cards'
import { load as loadTable } from 'messages:table'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { Locale } from '#i18n/locales.ts'
import { useLocaleCode, type LoadedMessages } from '#web/shared/messages.tsx'
import { newRequestId } from '#web/shared/request-id.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { loadSession } from '#web/play/kit/boot.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { ClosedWindow } from '#web/play/kit/closed-window.tsx'
import { listenForEvents, readBalance } from '#web/play/kit/live.ts'
import { createTotalsKeeper, type TotalsKeeper } from '#web/play/kit/play-totals.ts'
import { createSeedKeeper, type SeedKeeper } from '#web/play/kit/seed-keeper.ts'
import { createSound, type Sound } from '#web/play/kit/sound.ts'
import type { Panel } from '#web/play/kit/top-bar.tsx'
import { useOtherWindows } from '#web/play/kit/use-other-windows.ts'
import { wakeOnGesture } from '#web/play/kit/wake-on-gesture.ts'
import { loadCardArt, type CardArt } from '../table/cards/card-art.ts'
import { tableVoice } from '../table/table-voice.ts'
import { createSeatPlay, type SeatPlay } from './seat-play.ts'
import { SeatScreen } from './seat-screen.tsx'
import type { SeatSession } from './seat-session.ts'

/** What the entry of the window shows. */
type Opened = { content: ReactNode; messages: LoadedMessages; timeZone: string }

type OpenDeps = {
  locale: Locale
  call: PlayCall
  manifest: ArtManifest | null
  brandName: string
  playSession: string
  wait: (ms: number) => Promise<void>
}

/** Loads the session of a game with a seat of one's own, its pictures and messages; without one the reason why there is none. */
export async function openSeat({ locale, call, manifest, brandName, playSession, wait }: OpenDeps): Promise<Opened> {
  const [end, art, ...parts] = await Promise.all([
    loadSession(call, 'get-seat-session', wait),
    manifest ? loadCardArt(manifest).catch(() => null) : null,
    loadBlackjack[locale](),
    loadCards[locale](),
    loadTable[locale](),
  ])
  const messages = Object.assign({}, ...parts.map((part) => part.messages)) as LoadedMessages
  const closed = (content: ReactNode): Opened => ({ content, messages, timeZone: 'UTC' })
  if (end.kind === 'elsewhere') return closed(<ClosedWindow why="elsewhere" game={end.game} />)
  if (end.kind === 'signedOut') return closed(<ClosedWindow why="signedOut" />)
  if (end.kind === 'failed' || !manifest || !art) return closed(<ClosedWindow why="failed" />)
  const { session } = end
  addEventListener('pagehide', () => void call('close-window', {}, { keepAlive: true }))
  const storage = safeStorage()
  const seeds = createSeedKeeper({
    call,
    session: { ...session, openRound: null },
    sessionCall: 'get-seat-session',
    storage,
    now: () => new Date(),
  })
  addEventListener('storage', ({ key }) => seeds.onStored(key))
  // Without an answer the first round tries again.
  await seeds.beginFirst()
  const totals = createTotalsKeeper({
    storage,
    signIn: `${session.member} ${session.signedInAt}`,
    now: () => performance.now(),
    clock: () => Date.now(),
  })
  const window = { session, manifest, art, seeds, brandName, playSession, totals, wait }
  return { content: <SeatWindow {...window} />, messages, timeZone: session.timeZone }
}

type WindowProps = {
  session: SeatSession
  manifest: ArtManifest
  art: CardArt
  seeds: SeedKeeper
  brandName: string
  playSession: string
  totals: TotalsKeeper
  wait: (ms: number) => Promise<void>
  /** A panel that is open from the beginning. */
  opened?: Panel | null
  /** Receives the controller, for the page of rounds. */
  onPlay?: (play: SeatPlay) => void
}

/** The window of a game with a seat of one's own that is loaded: its controller, the events and the sounds. */
export function SeatWindow(props: WindowProps): ReactNode {
  const { session, manifest, art, seeds, brandName, playSession, opened, onPlay } = props
  const locale = useLocaleCode()
  const [sound] = useState(() => createSound(safeStorage(), tableVoice, ['table']))
  const [play] = useState(() => createWindowPlay(props, sound))
  const { askWhetherEnded, endWindow } = seeds
  useOtherWindows({ playSession, askWhetherEnded, endWindow, onOtherEnded: play.onOtherEnded })
  useEffect(() => wakeOnGesture(sound), [sound])
  useEffect(() => sound.close, [sound])
  useEffect(() => listenForEvents(play.onBalanceChanged, false), [play])
  useEffect(() => onPlay?.(play), [play, onPlay])
  return (
    <SeatScreen
      {...{ session, manifest, art, seeds, play, sound, brandName }}
      name={session.game.names[locale]}
      opened={opened ?? null}
    />
  )
}

const stakeKey = 'baize.play.stake'

function createWindowPlay({ session, seeds, totals, wait }: WindowProps, sound: Sound): SeatPlay {
  const storage = safeStorage()
  const key = `${stakeKey}.${session.game.code}`
  return createSeatPlay({
    session,
    call: seeds.call,
    async beginFirstPair() {
      // The session names the commitment for which the client seed is chosen.
      await seeds.readSession()
      await seeds.beginFirst()
    },
    isPairInQuestion() {
      const { foreignPair, endedPair } = seeds.state.get()
      return foreignPair !== null || endedPair !== null
    },
    readSession: seeds.readSession,
    readBalance,
    now: () => performance.now(),
    wait,
    newRequestId,
    sound: sound.play,
    totals,
    lastStake: storage?.getItem(key) ?? null,
    rememberStake: (stake) => storage?.setItem(key, stake),
  })
}
