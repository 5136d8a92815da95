import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { WireRound } from '#contract/slot.ts'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useStore } from '#web/shared/store.ts'
import type { CallEnd, PlayCall } from '#web/play/kit/calls.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { createTotalsKeeper } from '#web/play/kit/window-totals.ts'
import { Backdrop } from '#web/play/slot/backdrop.tsx'
import { BottomBar } from '#web/play/slot/bottom-bar.tsx'
import { createDeferredStage } from '#web/play/slot/deferred-stage.ts'
import { InfoPanel } from '#web/play/slot/info-panel.tsx'
import { LiveLine } from '#web/play/slot/live-line.tsx'
import { logoOf, type LoadedMachine } from '#web/play/slot/load-art.ts'
import { MachineStage } from '#web/play/slot/machine-stage.tsx'
import { createPlay, type Play } from '#web/play/slot/play.ts'
import { SceneVeil } from '#web/play/slot/scene-veil.tsx'
import { Splash } from '#web/play/slot/splash.tsx'
import { StageTitle } from '#web/play/slot/stage-title.tsx'
import type { StageLayout } from '#web/play/slot/stage/layout.ts'
import { TopBar } from '#web/play/slot/top-bar.tsx'
import { useKeys } from '#web/play/slot/use-keys.ts'
import screen from '#web/play/slot/play-screen.module.css'
import { findRound, type FoundRound } from './find-round.ts'

export type ShownMachine = LoadedMachine & { game: Game; manifest: ArtManifest; sound: Sound }

/** The window's stage and bars around one round; the spin button plays it again, and then the ones after it. */
export function RoundView({ machine, found }: { machine: ShownMachine; found: FoundRound }): ReactNode {
  const { game, manifest, atlas, sound } = machine
  const locale = useLocaleCode()
  const deferred = useMemo(() => createDeferredStage(), [])
  const [play] = useState(() => createRoundsPlay(found, deferred.port, sound))
  const [layout, setLayout] = useState<StageLayout | null>(null)
  const [button] = useState<{ current: HTMLButtonElement | null }>({ current: null })
  const state = useStore(play.state)
  const opened = new URL(location.href).searchParams.get('open')
  useKeys(play, layout !== null)
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['phase'] = state.phase
    dataset['scene'] = state.scene?.kind ?? ''
    dataset['pressable'] = String(state.pressable)
  }, [state])
  const name = catalogue.find((entry) => entry.game.code === game.code)?.names[locale] ?? game.code
  const stake = state.stake
  return (
    <main className={screen.window}>
      <Backdrop
        manifest={manifest}
        code={game.code}
        feature={state.feature !== null || state.scene?.kind === 'featureStart'}
      />
      <TopBar
        {...{ name, sound }}
        brandName="Rounds"
        mark={manifest['brand/mark']}
        playMoney
        onPanel={() => undefined}
        onPress={() => undefined}
      />
      <div className={screen.stage}>
        <MachineStage
          {...{ game, machine, sound }}
          label={game.code}
          onReady={(stage) => {
            deferred.bind(stage)
            document.documentElement.dataset['ready'] = 'true'
            if (found.shown >= 0) void play.open()
          }}
          onLayout={setLayout}
        />
        {layout && (
          <StageTitle {...{ layout, name, state, stake, game, atlas }} logo={logoOf(manifest, game.code, locale)} />
        )}
      </div>
      <SceneVeil scene={state.scene} {...{ game, atlas, play, sound, stake }} />
      <BottomBar {...{ state, play, sound }} ready spinButton={button} onPress={() => undefined} />
      <LiveLine state={state} />
      {opened === 'splash' && (
        <Splash
          {...{ manifest, game, name, stake }}
          rtp="96.10"
          maxWin={game.maxWinTimesStake}
          volatility="medium"
          onPlay={() => undefined}
        />
      )}
      {opened === 'info' && (
        <InfoPanel {...{ game, atlas, name, stake }} session={sessionOf(found)} onClose={() => undefined} />
      )}
    </main>
  )
}

const balance = 1_000_000

function sessionOf({ game, stake, round, number, shown }: FoundRound): PlaySession {
  const open = wireOf({ round, number, stake })
  const names = { ko: game.code, en: game.code, jp: game.code, vn: game.code, cn: game.code }
  return {
    status: 'success',
    game: {
      code: game.code,
      company: 'baize',
      names,
      mathHash: '',
      stakes: game.stakes.map(String),
      rtp: '96.10',
      maxWin: String(game.maxWinTimesStake),
    },
    balance: String(balance),
    currency: 'KRW',
    member: '',
    fairness: { pair: 1, scheme: 'chain', serverSeedHash: '', nextServerSeedHash: '', clientSeed: '', nonce: number },
    openRound: shown >= 0 ? { ...open, shown } : null,
    closed: false,
    minSpinMs: 600,
    realityCheckMs: 0,
    mode: 'play',
    timeZone: 'Asia/Seoul',
  }
}

/** What the bench pays for any jackpot. */
const jackpotUnits = 12_345_678

function wireOf({ round, number, stake }: Pick<FoundRound, 'round' | 'number' | 'stake'>): WireRound {
  const jackpot = jackpotOf(round.events) === null ? null : String(jackpotUnits)
  const money = { stake: amountToWire(stake), pay: amountToWire(round.pay), jackpot }
  return { roundId: `round-${number}`, nonce: number, ...money, events: round.events }
}

/** A controller whose server is the engine itself: the found round first, then those with the numbers after it. */
function createRoundsPlay(found: FoundRound, stage: Parameters<typeof createPlay>[0]['stage'], sound: Sound): Play {
  let next = found
  const session = sessionOf(found)
  const call = ((name: string) => {
    if (name !== 'spin') return Promise.resolve({ kind: 'answer', answer: { ...session, openRound: null } })
    const { round, number, stake, game } = next
    next = findRound(game, 'any', number + 1, 1) ?? found
    const wire = wireOf({ round, number, stake })
    const answer = {
      status: 'success',
      round: wire,
      pair: 1,
      balance: String(balance),
      balanceAfterStake: String(balance),
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
    stage,
    readBalance: () => Promise.resolve(wholeUnits(balance)),
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    newRequestId: () => String(performance.now()),
    sound: (name, step) => sound.play(name, step),
    rememberStake: () => undefined,
    lastStake: String(found.stake),
    totals: createTotalsKeeper({
      storage: { getItem: () => null, setItem: () => undefined },
      playSession: '',
      now: () => performance.now(),
      clock: () => Date.now(),
    }),
  })
}
