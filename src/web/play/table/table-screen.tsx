import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { PastTableRound } from '#contract/table.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { classes } from '#web/shared/classes.ts'
import { useStore } from '#web/shared/store.ts'
import { ClosedWindow, closeWindow } from '#web/play/kit/closed-window.tsx'
import { RealityCheck } from '#web/play/kit/reality-check.tsx'
import type { Sound } from '#web/play/kit/sound.ts'
import { TopBar, type Panel } from '#web/play/kit/top-bar.tsx'
import { useTitle } from '#web/play/kit/use-title.ts'
import { ChipRail } from './chip-rail.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RoundResult } from './round-result.tsx'
import type { SaltKeeper } from './salt-keeper.ts'
import { Seats } from './seats.tsx'
import { SeriesPanel } from './series-panel.tsx'
import { useSeriesText } from './series-text.ts'
import { pendingSpots, shownStakes, spotEnds, sumOf } from './stakes.ts'
import { TableBar } from './table-bar.tsx'
import { TableHistory } from './table-history.tsx'
import { TableInfo } from './table-info.tsx'
import type { KindTexts, LoadedKind, ShownDeal } from './table-kind.ts'
import { TableLiveLine } from './table-live-line.tsx'
import { TableNoticeLine } from './table-notice-line.tsx'
import type { TablePlay, TablePlayState } from './table-play.ts'
import type { TableSession } from './table-session.ts'
import type { TableSource } from './table-source.ts'
import { openMsOf, resultOf, shownBalance, type TableState } from './table-state.ts'
import { TimerRing } from './timer-ring.tsx'
import { usePhase } from './use-phase.ts'
import { useTableKeys } from './use-table-keys.ts'
import style from './table-screen.module.css'

type ScreenProps = {
  kind: LoadedKind
  session: TableSession
  manifest: ArtManifest
  game: TableGame
  play: TablePlay
  salts: SaltKeeper
  source: TableSource
  sound: Sound
  name: string
  brandName: string
  /** A panel that is open from the beginning. */
  opened?: TablePanel | null
}

export type TablePanel = Panel | 'results'

/** The whole window of a table: stage, spots, chips, results, seats and panels. */
export function TableScreen(props: ScreenProps): ReactNode {
  const { kind, session, manifest, game, play, sound, name, brandName } = props
  const { useTexts } = kind
  const texts = useTexts(game)
  const state = useStore(play.state)
  const { table } = state
  const [panel, setPanel] = useState<TablePanel | null>(props.opened ?? null)
  const [replayed, setReplayed] = useState<PastTableRound | null>(null)
  const shown = usePhase(play, state)
  // The chips of a void round have gone back to the member.
  const own = table.round?.state === 'void' ? null : table.own
  const { pending, undoing } = table
  const stakes = useMemo(() => shownStakes({ own, pending, undoing }), [own, pending, undoing])
  const waiting = useMemo(() => pendingSpots({ own, pending, undoing }), [own, pending, undoing])
  const outcome = table.round?.state === 'settled' ? table.round.outcome : null
  const openResults = () => setPanel('results')
  const picture = manifest['table/chips']
  const isOpen = shown.phase === 'open'
  useTitle(name, brandName)
  useTicks(play)
  useKeys(kind, play, openResults)
  if (state.end === 'signedOut') return <ClosedWindow why="signedOut" />
  if (state.end === 'elsewhere') return <ClosedWindow why="elsewhere" game={session.game} />
  return (
    <main className={classes(style.window, kind.arrangement)}>
      <h1 className="visually-hidden">{name}</h1>
      <div className={style.top} data-area="top">
        <TopBar
          {...{ name, brandName, sound }}
          mark={manifest['brand/mark']}
          playMoney={session.mode === 'play'}
          onPanel={setPanel}
          onPress={() => undefined}
        />
      </div>
      <Stage {...props} {...{ texts, state, shown }} />
      <div className={style.spots} data-area="spots">
        <kind.Spots
          {...{ game, picture, stakes, isOpen }}
          pending={waiting}
          chips={state.chips}
          limits={session.limits}
          totals={table.totals}
          ends={outcome ? spotEnds(game, outcome) : null}
          onPlace={play.place}
        />
      </div>
      <div className={style.rail} data-area="rail">
        <ChipRail
          {...{ picture, isOpen }}
          chips={state.chips}
          chosen={state.chip}
          hasStakes={sumOf(stakes) > 0n}
          onChoose={play.chooseChip}
          onUndo={play.undo}
          onClear={play.clear}
          onDouble={play.double}
        />
      </div>
      <div className={style.money} data-area="money">
        <TableBar balance={shownBalance(table)} staked={sumOf(stakes)} net={state.net} startedAt={state.startedAt} />
      </div>
      <div className={style.results} data-area="results">
        <kind.Strip rounds={table.rounds} onOpen={openResults} />
      </div>
      <div className={style.seats} data-area="seats">
        <Seats seats={table.seats} />
        {kind.Aside && (
          <div className={style.aside}>
            <kind.Aside rounds={table.rounds} />
          </div>
        )}
      </div>
      <TableLiveLine announcement={state.announcement} texts={texts} />
      <Panels {...props} {...{ texts, state, panel, replayed }} onClose={() => setPanel(null)} onReplay={setReplayed} />
    </main>
  )
}

/** The stage with the time to bet or the result over it, and the notices. */
function Stage(
  props: ScreenProps & { texts: KindTexts; state: TablePlayState; shown: ReturnType<typeof usePhase> },
): ReactNode {
  const { kind, session, manifest, game, play, salts, sound, name, texts, state, shown } = props
  const t = useTranslations('table')
  const series = useSeriesText(game)
  const { table, notice } = state
  const { faults } = useStore(salts.state)
  const { round } = table
  const isOver = round?.state === 'settled' || round?.state === 'void'
  return (
    <>
      <div className={style.stage} data-area="stage">
        <kind.Stage
          {...{ manifest }}
          label={t('stage', { game: name })}
          deal={dealOf(table, session.dealMs, play.serverMs())}
          isSettled={round?.state === 'settled'}
          sound={sound.play}
          onShown={play.onShown}
        />
        {round && isOver && shown.phase === round.state ? (
          <RoundResult round={round} money={resultOf(table)} texts={texts} />
        ) : (
          <TimerRing
            {...{ game, shown }}
            dealt={texts.dealt}
            openMs={round ? openMsOf(round) : session.betSeconds * 1000}
            round={round?.roundId ?? ''}
            isLost={state.isLost}
            sound={sound.play}
          />
        )}
      </div>
      <div className={style.notice}>
        {faults.length > 0 && (
          <p className={style.fault} role="alert">
            {series('faults')}
          </p>
        )}
        <TableNoticeLine {...{ notice, texts }} onDismiss={play.dismissNotice} />
      </div>
    </>
  )
}

/** The outcome on the table, and how much of its deal has passed. */
function dealOf({ round, dealtAt }: TableState, dealMs: number, serverMs: number): ShownDeal | null {
  if (!round?.outcome) return null
  const elapsedMs = dealtAt === null ? null : Math.max(0, serverMs - Date.parse(dealtAt))
  return { key: round.roundId, round: round.roundId, outcome: round.outcome, dealMs, elapsedMs }
}

function Panels(
  props: ScreenProps & {
    texts: KindTexts
    state: TablePlayState
    panel: TablePanel | null
    replayed: PastTableRound | null
    onClose: () => void
    onReplay: (round: PastTableRound | null) => void
  },
): ReactNode {
  const { kind, session, manifest, game, play, salts, source, sound, name, texts, state, panel, replayed } = props
  const { onClose, onReplay } = props
  return (
    <>
      {state.realityCheck && <RealityCheck state={state} onContinue={play.passRealityCheck} onClose={closeWindow} />}
      {panel === 'info' && <TableInfo {...{ kind, session, game, name, onClose }} />}
      {panel === 'results' && (
        <kind.Results rounds={state.table.rounds} form={state.table.form} {...{ game, onClose }} />
      )}
      {panel === 'history' && (
        <TableHistory call={source.call} table={session.table} {...{ texts, onReplay, onClose }} />
      )}
      {panel === 'fairness' && (
        <SeriesPanel
          {...{ game, salts, onClose }}
          series={state.table.series}
          seat={session.seat}
          loadSeries={source.loadSeries}
        />
      )}
      {replayed && (
        <ReplayDialog
          {...{ kind, texts, manifest }}
          past={replayed}
          dealMs={session.dealMs}
          sound={sound.play}
          onClose={() => onReplay(null)}
        />
      )}
    </>
  )
}

function useKeys({ keys: spots }: LoadedKind, play: TablePlay, openResults: () => void): void {
  const { place, undo, clear, double } = play
  const chooseChip = (index: number) => {
    const chip = play.state.get().chips[index]
    if (chip !== undefined) play.chooseChip(chip)
  }
  useTableKeys({ spots, place, chooseChip, undo, clear, double, openResults })
}

function useTicks(play: TablePlay): void {
  useEffect(() => {
    const timer = setInterval(play.tick, 500)
    return () => clearInterval(timer)
  }, [play])
}
