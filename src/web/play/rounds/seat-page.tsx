import { useEffect, useState, type ReactNode } from 'react'
import { load as loadBlackjack } from 'messages:blackjack'
import { load as loadCards } from 'messages:cards'
import { load as loadTable } from 'messages:table'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { Locale } from '#i18n/locales.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { pageFontsReady } from '#web/play/kit/page-fonts.ts'
import { createTotalsKeeper } from '#web/play/kit/play-totals.ts'
import { createSeedKeeper } from '#web/play/kit/seed-keeper.ts'
import type { Panel } from '#web/play/kit/top-bar.tsx'
import { SeatWindow } from '#web/play/seat/open-seat.tsx'
import type { SeatPlay } from '#web/play/seat/seat-play.ts'
import type { CardArt } from '#web/play/table/cards/card-art.ts'
import type { SeatScene } from './seat-scenes.ts'
import { simulateSeat } from './simulated-seat.ts'

/** The messages of the window, beside those of every game. */
export async function loadSeatMessages(locale: Locale): Promise<LoadedMessages> {
  const parts = await Promise.all([loadBlackjack, loadCards, loadTable].map((load) => load[locale]()))
  return Object.assign({}, ...parts.map(({ messages }) => messages)) as LoadedMessages
}

/** Other scenes of a panel are reached by a press in it. */
const panels: Partial<Record<SeatScene, Panel>> = {
  history: 'history',
  replay: 'history',
  verify: 'history',
  fairness: 'fairness',
  info: 'info',
  strategy: 'info',
}

/** The window of a game with a seat of one's own around a simulated one: `?bare=1&seat=blackjack&kind=offer`. */
export function SeatPage(props: { code: string; scene: SeatScene; manifest: ArtManifest; art: CardArt }): ReactNode {
  const { code, scene, manifest, art } = props
  const [parts] = useState(() => {
    const { session, call } = simulateSeat(code, scene)
    const now = () => performance.now()
    const totals = createTotalsKeeper({ storage: null, signIn: '', now, clock: () => Date.now() })
    totals.count('earlier', -84_000n * 10_000n)
    // Where a round has ended, what it began with is proposed again.
    safeStorage()?.setItem(`baize.play.stake.${code}`, '50000')
    const seeds = createSeedKeeper({
      call,
      session: { ...session, openRound: null },
      sessionCall: 'get-seat-session',
      storage: null,
      now: () => new Date(),
    })
    // No browser has chosen its client seed.
    seeds.acceptPair()
    return { session, totals, seeds }
  })
  const [play, setPlay] = useState<SeatPlay | null>(null)
  useEffect(() => {
    if (play) begin(play, scene)
  }, [play, scene])
  return (
    <SeatWindow
      {...{ manifest, art }}
      {...parts}
      brandName="Rounds"
      playSession=""
      wait={(ms) => new Promise((done) => setTimeout(done, ms))}
      opened={panels[scene] ?? null}
      onPlay={setPlay}
    />
  )
}

/** Puts the window into a scene that presses lead to. The stake of a round that is over lies there for the next one. */
function begin(play: SeatPlay, scene: SeatScene): void {
  const { round, chips } = play.state.get()
  if (!round) play.clear()
  if (scene === 'bets') {
    for (const chip of [3, 2, 1, 1]) {
      play.chooseChip(chips[chip] ?? 0n)
      play.place()
    }
  }
  void pageFontsReady().then(() => {
    document.documentElement.dataset['ready'] = 'true'
    if (scene !== 'dealing') return
    play.place()
    void play.begin()
  })
}
