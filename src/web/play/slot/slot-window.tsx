import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import type { Locale } from '#i18n/locales.ts'
import { newRequestId } from '#web/shared/request-id.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { ClosedWindow } from '#web/play/kit/closed-window.tsx'
import { listenForEvents, readBalance } from '#web/play/kit/live.ts'
import { useOtherWindows } from '#web/play/kit/use-other-windows.ts'
import { wakeOnGesture } from '#web/play/kit/wake-on-gesture.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import type { TotalsKeeper } from '#web/play/kit/play-totals.ts'
import { safeStorage, tabStorage } from '#web/shared/safe-storage.ts'
import type { SeedKeeper } from '#web/play/kit/seed-keeper.ts'
import { createSound, type Sound } from '#web/play/kit/sound.ts'
import { Backdrop } from './backdrop.tsx'
import { createDeferredStage } from './deferred-stage.ts'
import { hasClosedJackpot } from './linked-parts.tsx'
import { loadGame } from './machine-data.ts'
import { loadMachine, type LoadedMachine } from './load-art.ts'
import { createPlay, type Play } from './play.ts'
import { PlayScreen } from './play-screen.tsx'
import type { StagePort } from './showing.ts'
import type { StageLayout } from './stage/layout.ts'
import type { SlotStage } from './stage/stage.ts'
import { MachineStage } from './machine-stage.tsx'
import { themeOf } from './theme.ts'
import style from './slot-window.module.css'

type WindowProps = {
  brandName: string
  session: PlaySession
  manifest: ArtManifest
  seeds: SeedKeeper
  wait: (ms: number) => Promise<void>
  totals: TotalsKeeper
  playSession: string
  /** A past round to replay. */
  round: string | null
}

/** The window of a slot: loads game data and art, then starts the game. */
export function SlotWindow(props: WindowProps): ReactNode {
  const { session, manifest } = props
  const { code } = session.game
  const locale = useLocaleCode()
  const [loaded, setLoaded] = useState<Loaded | 'none' | null>(null)
  useEffect(() => {
    void load(manifest, code, locale).then(setLoaded, () => setLoaded('none'))
  }, [manifest, code, locale])
  if (loaded === 'none') return <ClosedWindow why="failed" />
  if (loaded === null) return <Loading manifest={manifest} code={code} />
  return <Table {...props} {...loaded} />
}

type Loaded = { game: Game; machine: LoadedMachine }

async function load(manifest: ArtManifest, code: string, locale: Locale): Promise<Loaded | 'none'> {
  const game = await loadGame(code)
  const atlas = manifest[`atlas/${code}`]
  return game && atlas ? { game, machine: await loadMachine(manifest, game, atlas, locale) } : 'none'
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

type TableProps = WindowProps & Loaded

function Table(props: TableProps): ReactNode {
  const { session, manifest, game, machine } = props
  const bar = useTranslations('slot.bar')
  const locale = useLocaleCode()
  const name = session.game.names[locale]
  const sound = useMemo(() => createSound(safeStorage(), themeOf(game.code).sound), [game.code])
  const deferredStage = useMemo(() => createDeferredStage(), [])
  const [play] = useState(() => createWindowPlay(props, deferredStage.port, sound))
  const [ready, setReady] = useState(false)
  const [layout, setLayout] = useState<StageLayout | null>(null)
  useEffect(() => wakeOnGesture(sound), [sound])
  useEffect(() => sound.close, [sound])
  const isLinked = featureOf(game, 'jackpot-link') !== undefined
  useEffect(() => listenForEvents(play.onBalanceChanged, isLinked), [play, isLinked])
  const { askWhetherEnded, endWindow } = props.seeds
  useOtherWindows({ playSession: props.playSession, askWhetherEnded, endWindow, onOtherEnded: play.onOtherEnded })

  // A round to resume or to replay is shown at once.
  const [introduces, setIntroduces] = useState(() => introduction.isDue(props))
  const onReady = (stage: SlotStage) => {
    deferredStage.bind(stage)
    setReady(true)
    void play.open().then(() => replayRequested(props, play))
  }
  const begin = () => {
    introduction.done(game)
    setIntroduces(false)
  }

  return (
    <PlayScreen
      {...{ session, manifest, game, sound, name, play, layout }}
      atlas={machine.atlas}
      ready={ready && !introduces}
      onBegin={ready && introduces ? begin : null}
      brandName={props.brandName}
      seeds={props.seeds}
      stage={
        <MachineStage
          {...{ game, machine, sound, onReady }}
          label={bar('stage', { game: name })}
          onLayout={setLayout}
        />
      }
    />
  )
}

/** The introduction of a machine is shown once in a tab. */
const introduction = {
  isDue: ({ session, round, game }: TableProps) =>
    session.openRound === null && round === null && tabStorage()?.getItem(`${introducedKey}.${game.code}`) !== '1',
  done: (game: Game) => tabStorage()?.setItem(`${introducedKey}.${game.code}`, '1'),
}

const introducedKey = 'baize.play.introduced'

/** Replays the round the window was opened for, after resuming an open round. */
async function replayRequested({ round, seeds }: TableProps, play: Play): Promise<void> {
  if (round === null) return
  const end = await seeds.call('get-round', { roundId: round })
  if (end.kind !== 'answer' || end.answer.status !== 'success') return
  await play.replay(end.answer.round)
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
      await seeds.readSession()
      await seeds.beginFirst()
    },
    isPairInQuestion() {
      const { foreignPair, endedPair } = seeds.state.get()
      return foreignPair !== null || endedPair !== null
    },
    isJackpotClosed: () => hasClosedJackpot(game),
    stage,
    wait,
    totals,
    readBalance,
    newRequestId,
    now: () => performance.now(),
    sound: (name, step) => sound.play(name, step),
    lastStake: storage?.getItem(`${stakeKey}.${game.code}`) ?? null,
    rememberStake: (stake) => storage?.setItem(`${stakeKey}.${game.code}`, stake),
  })
}
