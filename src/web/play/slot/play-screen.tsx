import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtAtlas, ArtManifest } from '#domain/art-manifest.ts'
import type { Game } from '#domain/games/game.ts'
import { volatilityOf } from '#domain/games/volatility.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useStore } from '#web/shared/store.ts'
import { classes } from '#web/shared/classes.ts'
import { Checking } from '#web/play/kit/checking.tsx'
import { ClosedWindow, closeWindow } from '#web/play/kit/closed-window.tsx'
import { FairnessPanel } from '#web/play/kit/fairness-panel.tsx'
import { HistoryPanel } from '#web/play/kit/history-panel.tsx'
import { PairQuestion } from '#web/play/kit/pair-question.tsx'
import { loadSlotRound } from '#web/play/kit/load-round.ts'
import { loadVerification } from '#web/play/kit/load-verification.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import { SeedAlert } from '#web/play/kit/seed-alert.tsx'
import { RealityCheck } from '#web/play/kit/reality-check.tsx'
import type { SeedKeeper } from '#web/play/kit/seed-keeper.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { VerifyPanel } from '#web/play/kit/verify-panel.tsx'
import { Backdrop } from './backdrop.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { InfoPanel } from './info-panel.tsx'
import { LinkedMeters, useClosedJackpot } from './linked-parts.tsx'
import { LiveLine } from './live-line.tsx'
import { logoOf } from './load-art.ts'
import { NoticeLine } from './notice-line.tsx'
import type { Play } from './play.ts'
import { noticeOf, type PlayState } from './play-state.ts'
import { parFiguresOf } from './par-sheet.ts'
import { ReplayMark } from './replay-mark.tsx'
import { SceneVeil } from './scene-veil.tsx'
import { Splash } from './splash.tsx'
import type { StageLayout } from './stage/layout.ts'
import { StageTitle } from './stage-title.tsx'
import { TopBar, type Panel } from '#web/play/kit/top-bar.tsx'
import { useTitle } from '#web/play/kit/use-title.ts'
import { useKeys } from './use-keys.ts'
import style from './play-screen.module.css'

/** Everything around the stage: bars, scenes, notices and panels. */
export function PlayScreen(props: {
  session: PlaySession
  manifest: ArtManifest
  game: Game
  atlas: ArtAtlas
  sound: Sound
  name: string
  brandName: string
  play: Play
  ready: boolean
  /** Ends the introduction, while it is shown. */
  onBegin: (() => void) | null
  layout: StageLayout | null
  seeds: SeedKeeper
  stage: ReactNode
}): ReactNode {
  const { session, manifest, game, atlas, sound, name, brandName, play, ready, onBegin, layout, seeds, stage } = props
  const locale = useLocaleCode()
  const state = useStore(play.state)
  const { isEnded } = useStore(seeds.state)
  const isJackpotClosed = useClosedJackpot(game)
  const [panel, setPanel] = useState<Panel | null>(null)
  const [verified, setVerified] = useState<string | null>(null)
  const spinButton = useRef<HTMLButtonElement>(null)
  useKeys(play, ready)
  useSeconds(play)
  useTitle(name, brandName)
  if (state.phase === 'over') return <ClosedWindow why="signedOut" />
  if (state.phase === 'elsewhere' || (isEnded && state.phase === 'ready'))
    return <ClosedWindow why="elsewhere" game={session.game} />

  const stake = state.replay?.stake ?? state.stake
  // After a pointer click the focus returns to the spin button, so that the space bar always spins.
  const focusSpin = (event: { detail: number }) => {
    if (event.detail > 0) spinButton.current?.focus({ preventScroll: true })
  }
  return (
    <main className={classes(style.window, state.scene?.kind === 'pick' && style.picking)}>
      <h1 className="visually-hidden">{name}</h1>
      <Backdrop
        manifest={manifest}
        code={game.code}
        feature={state.feature !== null || state.scene?.kind === 'featureStart'}
      />
      <div className={style.top}>
        <TopBar
          {...{ name, brandName, sound }}
          mark={manifest['brand/mark']}
          isTitled
          playMoney={session.mode === 'play'}
          onPanel={setPanel}
          onPress={focusSpin}
        />
        <LinkedMeters game={game} state={state} />
      </div>
      <div className={style.stage}>
        {stage}
        {layout && (
          <StageTitle {...{ layout, name, state, stake, game, atlas }} logo={logoOf(manifest, game.code, locale)} />
        )}
        {state.replay && <ReplayMark replay={state.replay} play={play} />}
        <NoticeLine notice={noticeOf(state, isJackpotClosed)} onDismiss={play.dismissNotice} />
        <SeedAlert seeds={seeds} onOpen={() => setPanel('fairness')} onHistory={() => setPanel('history')} />
      </div>
      <SceneVeil scene={state.scene} {...{ manifest, game, atlas, play, sound, stake }} />
      <BottomBar
        {...{ state, play, ready, isJackpotClosed, sound, spinButton }}
        onPress={focusSpin}
        onVerify={setVerified}
      />
      {onBegin && <Introduction {...{ session, manifest, game, name }} stake={state.stake} onPlay={onBegin} />}
      <LiveLine state={state} />
      <Dialogs
        {...{ session, game, atlas, name, play, state, seeds, panel }}
        {...{ verified, onVerify: setVerified }}
        onClose={() => setPanel(null)}
      />
    </main>
  )
}

function Introduction(
  props: Omit<Parameters<typeof Splash>[0], 'rtp' | 'maxWin' | 'volatility'> & { session: PlaySession },
): ReactNode {
  const { session, ...rest } = props
  const { code, rtp, maxWin, mathHash } = session.game
  const sheet = parFiguresOf(code, mathHash)
  return (
    <Splash
      {...rest}
      rtp={rtp}
      maxWin={sheet?.largestWin ?? Number(maxWin)}
      volatility={sheet && volatilityOf(sheet.deviation)}
    />
  )
}

function useSeconds(play: Play): void {
  useEffect(() => {
    const timer = setInterval(play.tick, 1000)
    return () => clearInterval(timer)
  }, [play])
}

/** The panels, and what asks the member before the next spin. */
function Dialogs(props: {
  session: PlaySession
  game: Game
  atlas: ArtAtlas
  name: string
  play: Play
  state: PlayState
  seeds: SeedKeeper
  panel: Panel | null
  /** The round whose verdict is shown. */
  verified: string | null
  onVerify: (roundId: string | null) => void
  onClose: () => void
}): ReactNode {
  const { session, game, atlas, name, play, state, seeds, panel, onVerify, onClose: close } = props
  const t = useTranslations('slot.checking')
  const checking = { title: t('title'), text: t('text'), again: t('again') }
  return (
    <>
      {state.phase === 'checking' && <Checking texts={checking} checkAgain={play.checkAgain} />}
      {state.phase === 'ready' && panel === null && !state.realityCheck && <PairQuestion {...{ seeds, game }} />}
      {state.realityCheck && <RealityCheck state={state} onContinue={play.passRealityCheck} onClose={closeWindow} />}
      {panel === 'info' && <InfoPanel {...{ session, game, atlas, name }} stake={state.stake} onClose={close} />}
      {panel === 'fairness' && <FairnessPanel seeds={seeds} onClose={close} />}
      {panel === 'history' && (
        <HistoryPanel
          call={seeds.call}
          mathHash={session.game.mathHash}
          mayReplay={state.phase === 'ready'}
          onClose={close}
          onVerify={onVerify}
          onReplay={(round) => {
            close()
            void play.replay(round)
          }}
        />
      )}
      {props.verified !== null && (
        <VerifyPanel
          {...{ seeds, loadRound: loadSlotRound, loadParts: loadVerification }}
          roundId={props.verified}
          onClose={() => onVerify(null)}
        />
      )}
    </>
  )
}
