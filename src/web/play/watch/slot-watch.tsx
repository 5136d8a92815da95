import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { Game } from '#domain/games/game.ts'
import { formatPercent, formatReturn } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { useStore } from '#web/shared/store.ts'
import { classes } from '#web/shared/classes.ts'
import { CountedInStakes } from '#web/play/kit/money.ts'
import { createSound } from '#web/play/kit/sound.ts'
import { TopBar } from '#web/play/kit/top-bar.tsx'
import { wakeOnGesture } from '#web/play/kit/wake-on-gesture.ts'
import { Backdrop } from '#web/play/slot/backdrop.tsx'
import { createDeferredStage } from '#web/play/slot/deferred-stage.ts'
import { LiveLine } from '#web/play/slot/live-line.tsx'
import { logoOf, type LoadedMachine } from '#web/play/slot/load-art.ts'
import { MachineStage } from '#web/play/slot/machine-stage.tsx'
import { SceneVeil } from '#web/play/slot/scene-veil.tsx'
import type { SlotStage } from '#web/play/slot/stage/stage.ts'
import type { StageLayout } from '#web/play/slot/stage/layout.ts'
import { StageTitle } from '#web/play/slot/stage-title.tsx'
import { themeOf } from '#web/play/slot/theme.ts'
import { useKeys } from '#web/play/slot/use-keys.ts'
import screen from '#web/play/slot/play-screen.module.css'
import { WatchBar } from './watch-bar.tsx'
import { createWatchPlay, watchedStake } from './watch-play.ts'
import type { WatchedSlotRound } from './watched-round.ts'
import { toWatchPage } from './to-watch-page.ts'

type WatchProps = {
  brandName: string
  manifest: ArtManifest
  wait: (ms: number) => Promise<void>
  game: Game
  machine: LoadedMachine
  round: WatchedSlotRound
}

/** A round of a slot in the window of its game, counted in stakes. */
export function SlotWatch(props: WatchProps): ReactNode {
  return (
    <CountedInStakes value={watchedStake(props.game)}>
      <Screen {...props} />
    </CountedInStakes>
  )
}

function Screen({ brandName, manifest, wait, game, machine, round }: WatchProps): ReactNode {
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  const name = round.names[locale]
  const sound = useMemo(() => createSound(safeStorage(), themeOf(game.code).sound), [game.code])
  const deferred = useMemo(() => createDeferredStage(), [])
  const [play] = useState(() =>
    createWatchPlay({
      game,
      stake: watchedStake(game),
      events: round.events,
      stage: deferred.port,
      now: () => performance.now(),
      wait,
      sound: (cue, step) => sound.play(cue, step),
    }),
  )
  const state = useStore(play.state)
  const [layout, setLayout] = useState<StageLayout | null>(null)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => wakeOnGesture(sound), [sound])
  useEffect(() => sound.close, [sound])
  useKeys(play, layout !== null)
  useEffect(() => {
    document.title = t('windowTitle', { game: name, brand: brandName })
  }, [t, name, brandName])
  const run = async () => {
    setIsOver(false)
    await play.run()
    setIsOver(true)
  }
  const onReady = (stage: SlotStage) => {
    deferred.bind(stage)
    void run()
  }
  const stake = watchedStake(game)
  const cards = { manifest, game, atlas: machine.atlas, play, sound, stake }
  return (
    <main className={classes(screen.window, state.scene?.kind === 'pick' && screen.picking)}>
      <h1 className="visually-hidden">{t('title', { game: name })}</h1>
      <Backdrop
        manifest={manifest}
        code={game.code}
        feature={state.feature !== null || state.scene?.kind === 'featureStart'}
      />
      <div className={screen.top}>
        <TopBar
          {...{ name, brandName, sound }}
          mark={manifest['brand/mark']}
          isTitled
          playMoney={false}
          onPanel={null}
          onPress={() => undefined}
          onClose={() => toWatchPage(locale, game.code)}
        />
      </div>
      <div className={screen.stage}>
        <MachineStage {...{ game, machine, sound, onReady }} label={t('title', { game: name })} onLayout={setLayout} />
        {layout && <StageTitle {...{ layout, name, state, ...cards }} logo={logoOf(manifest, game.code, locale)} />}
      </div>
      <SceneVeil scene={state.scene} {...cards} />
      <WatchBar
        game={game.code}
        origin={round.of.kind === 'member' ? t('ofMember', round.of) : t('ofExample', round.of)}
        result={t('times', { multiple: round.multiple })}
        odds={t('odds', { percent: formatPercent(round.winPercent, locale), rtp: formatReturn(round.rtp, locale) })}
        isOver={isOver}
        onSkip={state.pressable || state.scene !== null ? () => void play.press() : null}
        onAgain={() => void run()}
      />
      <LiveLine state={state} />
    </main>
  )
}
