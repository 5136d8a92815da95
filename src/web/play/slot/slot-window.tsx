import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtAtlas, ArtManifest } from '#domain/art-manifest.ts'
import { gameByCode } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import { newRequestId } from '#web/shared/request-id.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { ClosedWindow } from '#web/play/kit/closed-window.tsx'
import { listenForBalance, readBalance } from '#web/play/kit/live.ts'
import { useMoney } from '#web/play/kit/money.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import type { TotalsKeeper } from '#web/play/kit/window-totals.ts'
import { safeStorage } from '#web/shared/safe-storage.ts'
import type { SeedKeeper } from '#web/play/kit/seed-keeper.ts'
import { createSound, type Sound } from '#web/play/kit/sound.ts'
import { Backdrop } from './backdrop.tsx'
import { createPlay, type Play } from './play.ts'
import { PlayScreen } from './play-screen.tsx'
import type { StagePort } from './show-round.ts'
import type { StageLayout } from './stage/layout.ts'
import { createSlotStage, type SlotStage, type StageCanvases } from './stage/stage.ts'
import { StageView } from './stage-view.tsx'
import style from './slot-window.module.css'

type WindowProps = {
  brandName: string
  session: PlaySession
  manifest: ArtManifest
  seeds: SeedKeeper
  wait: (ms: number) => Promise<void>
  totals: TotalsKeeper
  /** A past round to replay. */
  round: string | null
}

/** The window of a slot: loads game data and art, then starts the game. */
export function SlotWindow(props: WindowProps): ReactNode {
  const { session, manifest } = props
  const game = gameByCode(session.game.code)?.game
  const atlas = manifest[`atlas/${session.game.code}`]
  const [picture, setPicture] = useState<ImageBitmap | 'none' | null>(null)
  useEffect(() => {
    if (!atlas) return
    void loadPicture(atlas.url).then(setPicture, () => setPicture('none'))
  }, [atlas])
  if (!game || !atlas || picture === 'none') return <ClosedWindow why="failed" />
  if (picture === null) return <Loading manifest={manifest} code={session.game.code} />
  return <Table {...props} {...{ game, atlas, picture }} />
}

async function loadPicture(url: string): Promise<ImageBitmap> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  const [picture] = await Promise.all([createImageBitmap(await response.blob()), document.fonts.ready])
  return picture
}

function Loading({ manifest, code }: { manifest: ArtManifest; code: string }): ReactNode {
  const t = useTranslations('play')
  return (
    <main className={style.window} aria-busy="true">
      <Backdrop manifest={manifest} code={code} feature={false} />
      <output className={style.loading}>{t('loading')}</output>
    </main>
  )
}

type TableProps = WindowProps & { game: Game; atlas: ArtAtlas; picture: ImageBitmap }

function Table(props: TableProps): ReactNode {
  const { session, manifest, game, atlas, picture } = props
  const bar = useTranslations('slot.bar')
  const money = useMoney()
  const locale = useLocaleCode()
  const name = session.game.names[locale]
  const sound = useMemo(() => createSound(safeStorage()), [])
  const deferredStage = useMemo(() => createDeferredStage(), [])
  const [play] = useState(() => createWindowPlay(props, deferredStage.port, sound))
  const [ready, setReady] = useState(false)
  const [layout, setLayout] = useState<StageLayout | null>(null)
  useEffect(() => wakeOnGesture(sound), [sound])
  useEffect(() => listenForBalance(play.onBalanceChanged), [play])

  const makeStage = (canvases: StageCanvases) =>
    createSlotStage({
      game,
      canvases,
      atlas,
      picture,
      sound,
      fontFamily: getComputedStyle(document.body).fontFamily,
      formatAmount: money,
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    })
  const onReady = (stage: SlotStage) => {
    deferredStage.bind(stage)
    setReady(true)
    void play.open().then(() => replayRequested(props, play))
  }

  return (
    <PlayScreen
      {...{ session, manifest, game, atlas, sound, name, play, ready, layout }}
      brandName={props.brandName}
      seeds={props.seeds}
      stage={<StageView label={bar('stage', { game: name })} {...{ makeStage, onReady, onLayout: setLayout }} />}
    />
  )
}

/** Replays the round the window was opened for, after resuming an open round. */
async function replayRequested({ round, seeds }: TableProps, play: Play): Promise<void> {
  if (round === null) return
  const end = await seeds.call('get-round', { roundId: round })
  if (end.kind !== 'answer' || end.answer.status !== 'success') return
  await play.replay(end.answer.round)
}

/** A stage whose calls do nothing until the canvases exist and the real stage is bound. */
function createDeferredStage(): { port: StagePort; bind: (stage: SlotStage) => void } {
  let stage: SlotStage | null = null
  return {
    bind(created) {
      stage = created
    },
    port: {
      placeReels: (spin) => stage?.placeReels(spin),
      press: () => stage?.press(),
      returnReels: async () => stage?.returnReels(),
      show: async (step, brief) => stage?.show(step, brief),
      celebrate: async () => stage?.celebrate(),
      hurry: () => stage?.hurry(),
      setFeature: (on) => stage?.setFeature(on),
    },
  }
}

const stakeKey = 'baize.play.stake'

function createWindowPlay({ game, session, seeds, wait, totals }: TableProps, stage: StagePort, sound: Sound): Play {
  const storage = safeStorage()
  return createPlay({
    game,
    session,
    call: seeds.call,
    async beginFirstPair() {
      // The session names the commitment for which the client seed is chosen.
      await seeds.call('get-session', {})
      await seeds.beginFirst()
    },
    isPairInQuestion() {
      const { foreignPair, endedPair } = seeds.state.get()
      return foreignPair !== null || endedPair !== null
    },
    stage,
    wait,
    totals,
    readBalance,
    newRequestId,
    now: () => performance.now(),
    sound: (name) => sound.play(name),
    lastStake: storage?.getItem(`${stakeKey}.${game.code}`) ?? null,
    rememberStake: (stake) => storage?.setItem(`${stakeKey}.${game.code}`, stake),
  })
}

/** Enables sound with the first user gesture anywhere. */
function wakeOnGesture(sound: Sound): () => void {
  const wake = () => sound.wake()
  addEventListener('pointerdown', wake)
  addEventListener('keydown', wake)
  return () => {
    removeEventListener('pointerdown', wake)
    removeEventListener('keydown', wake)
  }
}
