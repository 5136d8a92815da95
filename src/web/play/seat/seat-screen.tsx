import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PastSeatRound } from '#contract/seat-round.ts'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { Amount } from '#domain/money.ts'
import { useStore } from '#web/shared/store.ts'
import { Checking } from '#web/play/kit/checking.tsx'
import { ClosedWindow, closeWindow } from '#web/play/kit/closed-window.tsx'
import { FairnessPanel } from '#web/play/kit/fairness-panel.tsx'
import { PairQuestion } from '#web/play/kit/pair-question.tsx'
import { RealityCheck } from '#web/play/kit/reality-check.tsx'
import { SeedAlert } from '#web/play/kit/seed-alert.tsx'
import type { SeedKeeper } from '#web/play/kit/seed-keeper.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { TopBar, type Panel } from '#web/play/kit/top-bar.tsx'
import { useTitle } from '#web/play/kit/use-title.ts'
import { VerifyPanel } from '#web/play/kit/verify-panel.tsx'
import type { CardArt } from '../table/cards/card-art.ts'
import { ChipRail } from '../table/chip-rail.tsx'
import { TableBar } from '../table/table-bar.tsx'
import { loadSeatRound, loadSeatVerification } from './load-verification.ts'
import { DecisionTimer, SeatControls } from './seat-controls.tsx'
import { SeatHistory } from './seat-history.tsx'
import { SeatInfo } from './seat-info.tsx'
import { SeatLiveLine } from './seat-live-line.tsx'
import { SeatNoticeLine } from './seat-notice-line.tsx'
import type { SeatPlay } from './seat-play.ts'
import { SeatReplay } from './seat-replay.tsx'
import { SeatResult } from './seat-result.tsx'
import type { SeatSession } from './seat-session.ts'
import { SeatStage } from './seat-stage.tsx'
import { stakeOf, amountOf, type SeatState } from './seat-state.ts'
import { useSeatKeys } from './use-seat-keys.ts'
import style from './seat-screen.module.css'

type ScreenProps = {
  session: SeatSession
  manifest: ArtManifest
  art: CardArt
  seeds: SeedKeeper
  play: SeatPlay
  sound: Sound
  name: string
  brandName: string
  /** A panel that is open from the beginning. */
  opened: Panel | null
}

/** The whole window of a game with a seat of one's own: table, decisions, chips and panels. */
export function SeatScreen(props: ScreenProps): ReactNode {
  const { session, manifest, art, seeds, play, sound, name, brandName, opened } = props
  const state = useStore(play.state)
  const { isEnded } = useStore(seeds.state)
  const [panel, setPanel] = useState<Panel | null>(opened)
  const [replayed, setReplayed] = useState<PastSeatRound | null>(null)
  const [verified, setVerified] = useState<string | null>(null)
  const dealButton = useRef<HTMLButtonElement>(null)
  useTitle(name, brandName)
  useTicks(play)
  useSeatKeys(play, dealButton)
  if (state.phase === 'signedOut') return <ClosedWindow why="signedOut" />
  if (state.phase === 'elsewhere' || (isEnded && state.phase === 'betting'))
    return <ClosedWindow why="elsewhere" game={session.game} />
  const picture = manifest['table/chips']
  const stake = stakeOf(state)
  const isBetting = state.phase === 'betting'
  return (
    <main className={style.window}>
      <h1 className="visually-hidden">{name}</h1>
      <div className={style.top}>
        <TopBar
          {...{ name, brandName, sound }}
          mark={manifest['brand/mark']}
          playMoney={session.mode === 'play'}
          onPanel={setPanel}
          onPress={() => undefined}
        />
      </div>
      <Stage {...{ session, manifest, art, seeds, play, sound, name, state }} onPanel={setPanel} />
      <div className={style.controls}>
        <SeatControls {...{ state, play, picture, dealButton }} />
      </div>
      <div className={style.rail}>
        <ChipRail
          {...{ picture }}
          chips={state.chips}
          chosen={state.chip}
          isOpen={isBetting}
          hasStakes={stake > 0n}
          onChoose={play.chooseChip}
          onUndo={play.undo}
          onClear={play.clear}
          onDouble={play.double}
        />
      </div>
      <div className={style.money}>
        <TableBar balance={state.balance} staked={stakedNow(state)} net={state.net} startedAt={state.startedAt} />
      </div>
      <SeatLiveLine state={state} />
      <Panels
        {...props}
        {...{ state, panel, replayed, verified }}
        onClose={() => setPanel(null)}
        onReplay={setReplayed}
        onVerify={setVerified}
      />
    </main>
  )
}

/** What is in play, or lies on the spot for the next round. */
function stakedNow(state: SeatState): Amount {
  if (state.phase !== 'betting') return amountOf(state.round?.staked ?? '0') || stakeOf(state)
  return state.kept === null ? stakeOf(state) : 0n
}

/** The table with the cards, the notices over it, and the result or the time to decide. */
function Stage(
  props: Omit<ScreenProps, 'brandName' | 'opened'> & { state: SeatState; onPanel: (panel: Panel) => void },
): ReactNode {
  const { session, manifest, art, seeds, play, sound, name, state, onPanel } = props
  const t = useTranslations('blackjack')
  const isBetting = state.phase === 'betting'
  return (
    <>
      <div className={style.stage} data-many={(state.plan?.hands.length ?? 0) > 2 || undefined}>
        <SeatStage
          {...{ art, manifest }}
          label={t('stage', { game: name })}
          round={state.round}
          plan={state.plan}
          shownFrom={state.shownFrom}
          isShown={isBetting || state.phase === 'deciding'}
          sound={sound.play}
        />
      </div>
      <div className={style.notice}>
        <SeatNoticeLine notice={state.notice} onDismiss={play.dismissNotice} />
        <SeedAlert seeds={seeds} onOpen={() => onPanel('fairness')} onHistory={() => onPanel('history')} />
      </div>
      <div className={style.sign}>
        {isBetting && state.round && <SeatResult round={state.round} />}
        <DecisionTimer state={state} totalMs={session.decisionSeconds * 1000} />
      </div>
    </>
  )
}

function Panels(
  props: ScreenProps & {
    state: SeatState
    panel: Panel | null
    replayed: PastSeatRound | null
    onClose: () => void
    onReplay: (round: PastSeatRound | null) => void
    /** The round whose verdict is shown. */
    verified: string | null
    onVerify: (roundId: string | null) => void
  },
): ReactNode {
  const { session, manifest, art, seeds, play, sound, name, state, panel, replayed, verified } = props
  const { onClose, onReplay, onVerify } = props
  const t = useTranslations('blackjack.checking')
  const checking = { title: t('title'), text: t('text'), again: t('again') }
  const isFree = state.phase === 'betting' && panel === null && !state.realityCheck
  return (
    <>
      {state.phase === 'checking' && <Checking texts={checking} checkAgain={play.checkAgain} />}
      {isFree && <PairQuestion seeds={seeds} game={null} />}
      {state.realityCheck && <RealityCheck state={state} onContinue={play.passRealityCheck} onClose={closeWindow} />}
      {panel === 'info' && <SeatInfo {...{ session, name, onClose }} />}
      {panel === 'fairness' && <FairnessPanel seeds={seeds} onClose={onClose} />}
      {panel === 'history' && (
        <SeatHistory {...{ seeds, onReplay, onVerify, onClose }} mathHash={session.game.mathHash} />
      )}
      {verified !== null && (
        <VerifyPanel
          {...{ seeds, loadRound: loadSeatRound, loadParts: loadSeatVerification }}
          roundId={verified}
          onClose={() => onVerify(null)}
        />
      )}
      {replayed && (
        <SeatReplay {...{ art, manifest }} past={replayed} sound={sound.play} onClose={() => onReplay(null)} />
      )}
    </>
  )
}

function useTicks(play: SeatPlay): void {
  useEffect(() => {
    const timer = setInterval(play.tick, 500)
    return () => clearInterval(timer)
  }, [play])
}
