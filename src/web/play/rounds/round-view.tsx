import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { figures } from 'par:figures'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { gameByCode } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { classes } from '#web/shared/classes.ts'
import { setJackpotFigures } from '#web/shared/jackpot-figures.ts'
import { useStore } from '#web/shared/store.ts'
import type { CallEnd, PlayCall } from '#web/play/kit/calls.ts'
import { pageFontsReady } from '#web/play/kit/page-fonts.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { createTotalsKeeper } from '#web/play/kit/play-totals.ts'
import { Backdrop } from '#web/play/slot/backdrop.tsx'
import { BottomBar } from '#web/play/slot/bottom-bar.tsx'
import { createDeferredStage } from '#web/play/slot/deferred-stage.ts'
import { InfoPanel } from '#web/play/slot/info-panel.tsx'
import { LinkedMeters } from '#web/play/slot/linked-parts.tsx'
import { LiveLine } from '#web/play/slot/live-line.tsx'
import { logoOf, type LoadedMachine } from '#web/play/slot/load-art.ts'
import { MachineStage } from '#web/play/slot/machine-stage.tsx'
import { parFiguresOf } from '#web/play/slot/par-sheet.ts'
import { createPlay, type Play } from '#web/play/slot/play.ts'
import { SceneVeil } from '#web/play/slot/scene-veil.tsx'
import { Splash } from '#web/play/slot/splash.tsx'
import { StageTitle } from '#web/play/slot/stage-title.tsx'
import type { StageLayout } from '#web/play/slot/stage/layout.ts'
import { TopBar } from '#web/play/kit/top-bar.tsx'
import { useKeys } from '#web/play/slot/use-keys.ts'
import screen from '#web/play/slot/play-screen.module.css'
import { findRound, type FoundRound } from './find-round.ts'
import { playMoneyUnits, pools, sessionOf, wireOf } from './rounds-session.ts'

export type ShownMachine = LoadedMachine & { game: Game; manifest: ArtManifest; sound: Sound }

/** The window's stage and bars around one round; the spin button plays it again, and then the ones after it. */
export function RoundView({ machine, found }: { machine: ShownMachine; found: FoundRound }): ReactNode {
  const { game, manifest, atlas, sound } = machine
  const locale = useLocaleCode()
  const session = useMemo(() => sessionOf(found, figures[game.code]?.mathHash ?? ''), [found, game.code])
  const deferred = useMemo(() => createDeferredStage(), [])
  const [play] = useState(() => createRoundsPlay(found, session, deferred.port, sound))
  const [layout, setLayout] = useState<StageLayout | null>(null)
  const [button] = useState<{ current: HTMLButtonElement | null }>({ current: null })
  const state = useStore(play.state)
  useEffect(() => setJackpotFigures(pools), [])
  const opened = new URL(location.href).searchParams.get('open')
  useKeys(play, layout !== null)
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['phase'] = state.phase
    dataset['scene'] = state.scene?.kind ?? ''
    dataset['pressable'] = String(state.pressable)
  }, [state])
  const name = session.game.names[locale]
  const stake = state.stake
  return (
    <main className={classes(screen.window, state.scene?.kind === 'pick' && screen.picking)}>
      <Backdrop
        manifest={manifest}
        code={game.code}
        feature={state.feature !== null || state.scene?.kind === 'featureStart'}
      />
      <div className={screen.top}>
        <TopBar
          {...{ name, sound }}
          brandName="Rounds"
          mark={manifest['brand/mark']}
          isTitled
          playMoney
          onPanel={() => undefined}
          onPress={() => undefined}
        />
        <LinkedMeters game={game} state={state} />
      </div>
      <div className={screen.stage}>
        <MachineStage
          {...{ game, machine, sound }}
          label={name}
          onReady={(stage) => {
            deferred.bind(stage)
            void pageFontsReady().then(() => {
              document.documentElement.dataset['ready'] = 'true'
            })
            if (found.shown >= 0) void play.open()
          }}
          onLayout={setLayout}
        />
        {layout && (
          <StageTitle {...{ layout, name, state, stake, game, atlas }} logo={logoOf(manifest, game.code, locale)} />
        )}
      </div>
      <SceneVeil scene={state.scene} {...{ manifest, game, atlas, play, sound, stake }} />
      <BottomBar
        {...{ state, play, sound }}
        ready
        isJackpotClosed={false}
        spinButton={button}
        onPress={() => undefined}
        onVerify={() => undefined}
      />
      <LiveLine state={state} />
      {opened === 'splash' && (
        <Splash
          {...{ manifest, game, name, stake }}
          rtp={session.game.rtp}
          maxWin={parFiguresOf(game.code, session.game.mathHash)?.largestWin ?? game.maxWinTimesStake}
          volatility={gameByCode(game.code)?.volatility ?? null}
          onPlay={() => undefined}
        />
      )}
      {opened === 'info' && <InfoPanel {...{ game, atlas, name, stake }} session={session} onClose={() => undefined} />}
    </main>
  )
}

/** A controller whose server is the engine itself: the found round first, then those with the numbers after it. */
function createRoundsPlay(
  found: FoundRound,
  session: PlaySession,
  stage: Parameters<typeof createPlay>[0]['stage'],
  sound: Sound,
): Play {
  let next = found
  const call = ((name: string) => {
    if (name !== 'spin') return Promise.resolve({ kind: 'answer', answer: { ...session, openRound: null } })
    const { round, number, stake, game } = next
    next = findRound(game, 'any', number + 1, 1) ?? found
    const wire = wireOf({ round, number, stake })
    const answer = {
      status: 'success',
      round: wire,
      pair: 1,
      balance: String(playMoneyUnits),
      balanceAfterStake: String(playMoneyUnits),
    }
    return new Promise((resolve) =>
      setTimeout(() => resolve({ kind: 'answer', answer } as unknown as CallEnd<'spin'>), 40),
    )
  }) as unknown as PlayCall
  return createPlay({
    game: found.game,
    session,
    call,
    beginFirstPair: () => Promise.resolve(),
    isPairInQuestion: () => false,
    isJackpotClosed: () => false,
    stage,
    readBalance: () => Promise.resolve(wholeUnits(playMoneyUnits)),
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    newRequestId: () => String(performance.now()),
    sound: (name, step) => sound.play(name, step),
    rememberStake: () => undefined,
    lastStake: String(found.stake),
    totals: createTotalsKeeper({
      storage: null,
      signIn: '',
      now: () => performance.now(),
      clock: () => Date.now(),
    }),
  })
}
