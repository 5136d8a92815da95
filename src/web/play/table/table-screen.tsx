import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { PastTableRound } from '#contract/table.ts'
import { roadRoundOf, type RoadRound } from '#domain/games/table/roads/road-round.ts'
import type { ShoeGame } from '#domain/games/table/table-game.ts'
import { useStore } from '#web/shared/store.ts'
import { ClosedWindow, closeWindow } from '#web/play/kit/closed-window.tsx'
import { RealityCheck } from '#web/play/kit/reality-check.tsx'
import type { Sound } from '#web/play/kit/sound.ts'
import { TopBar, type Panel } from '#web/play/kit/top-bar.tsx'
import { BetSpots } from './bet-spots.tsx'
import { ChipRail } from './chip-rail.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { derivedNames, RoadGrid } from './road-grid.tsx'
import { Counts, RoadPanel } from './road-panel.tsx'
import { roadRoundsOf } from './road-rounds.ts'
import { RoundResult } from './round-result.tsx'
import type { SaltKeeper } from './salt-keeper.ts'
import { Seats } from './seats.tsx'
import { ShoePanel } from './shoe-panel.tsx'
import { shownStakes, spotEnds, sumOf } from './stakes.ts'
import { TableBar } from './table-bar.tsx'
import { TableHistory } from './table-history.tsx'
import { TableInfo } from './table-info.tsx'
import { TableLiveLine } from './table-live-line.tsx'
import { TableNoticeLine } from './table-notice-line.tsx'
import type { TablePlay, TablePlayState } from './table-play.ts'
import type { TableSession } from './table-session.ts'
import type { TableSource } from './table-source.ts'
import { resultOf, shownBalance, type TableState } from './table-state.ts'
import { TableView, type ShownDeal, type TableArt } from './table-view.tsx'
import { TimerRing } from './timer-ring.tsx'
import { usePhase } from './use-phase.ts'
import { useTableKeys } from './use-table-keys.ts'
import style from './table-screen.module.css'

type ScreenProps = {
  session: TableSession
  manifest: ArtManifest
  art: TableArt
  game: ShoeGame
  play: TablePlay
  salts: SaltKeeper
  source: TableSource
  sound: Sound
  name: string
  brandName: string
  /** A panel that is open from the beginning. */
  opened?: TablePanel | null
}

export type TablePanel = Panel | 'roads'

/** The whole window of a table: stage, spots, chips, roads, seats and panels. */
export function TableScreen(props: ScreenProps): ReactNode {
  const { session, manifest, game, play, sound, name, brandName } = props
  const state = useStore(play.state)
  const { table } = state
  const [panel, setPanel] = useState<TablePanel | null>(props.opened ?? null)
  const [replayed, setReplayed] = useState<PastTableRound | null>(null)
  const shown = usePhase(play, state)
  // The chips of a void round have gone back to the member.
  const own = table.round?.state === 'void' ? null : table.own
  const stakes = useMemo(() => shownStakes(own, table.pending), [own, table.pending])
  const pending = useMemo(
    () => new Set(table.pending.flatMap(({ spots }) => spots.map(({ spot }) => spot))),
    [table.pending],
  )
  const roads = useMemo(() => roadRoundsOf(table.rounds), [table.rounds])
  const outcome =
    table.round?.state === 'settled' && table.round.outcome?.kind === 'baccarat' ? table.round.outcome : null
  const picture = manifest['table/chips']
  const isOpen = shown.phase === 'open'
  useTitle(name, brandName)
  useTicks(play)
  useKeys(play, state.chips, () => setPanel('roads'))
  if (state.end === 'signedOut') return <ClosedWindow why="signedOut" />
  if (state.end === 'elsewhere') return <ClosedWindow why="elsewhere" game={session.game} />
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
      <Stage {...props} state={state} shown={shown} />
      <div className={style.spots}>
        <BetSpots
          {...{ game, picture, stakes, pending, isOpen }}
          chips={state.chips}
          limits={session.limits}
          totals={table.totals}
          ends={outcome ? spotEnds(game, outcome) : null}
          onPlace={play.place}
        />
      </div>
      <div className={style.rail}>
        <ChipRail
          {...{ picture, isOpen }}
          chips={state.chips}
          chosen={state.chip}
          hasStakes={sumOf(stakes) > 0n}
          isUndoing={state.isUndoing}
          onChoose={play.chooseChip}
          onPlace={play.place}
          onUndo={play.undo}
          onClear={play.clear}
          onDouble={play.double}
        />
      </div>
      <div className={style.money}>
        <TableBar balance={shownBalance(table)} staked={sumOf(stakes)} net={state.net} startedAt={state.startedAt} />
      </div>
      <RoadStrip roads={roads} onOpen={() => setPanel('roads')} />
      <div className={style.seats}>
        <Seats seats={table.seats} />
        <div className={style.derived}>
          {derivedNames.map((road) => (
            <RoadGrid key={road} rounds={roads} road={road} columns={40} />
          ))}
        </div>
      </div>
      <TableLiveLine announcement={state.announcement} />
      <Panels {...props} {...{ state, roads, panel, replayed }} onClose={() => setPanel(null)} onReplay={setReplayed} />
    </main>
  )
}

/** The stage with the time to bet or the result over it, and the notices. */
function Stage(props: ScreenProps & { state: TablePlayState; shown: ReturnType<typeof usePhase> }): ReactNode {
  const { session, manifest, art, play, salts, sound, name, state, shown } = props
  const t = useTranslations('table')
  const { table, notice } = state
  const { faults } = useStore(salts.state)
  const { round } = table
  const isOver = round?.state === 'settled' || round?.state === 'void'
  const winner =
    round?.state === 'settled' && round.outcome?.kind === 'baccarat' ? roadRoundOf(round.outcome).winner : null
  return (
    <div className={style.stage}>
      <TableView
        {...{ manifest, art, winner }}
        label={t('stage', { game: name })}
        deal={dealOf(table, session.dealMs, play.serverMs())}
        sound={sound.play}
        onCard={play.onCard}
      />
      {round && isOver && shown.phase === round.state ? (
        <RoundResult round={round} money={resultOf(table)} />
      ) : (
        <TimerRing
          shown={shown}
          betSeconds={session.betSeconds}
          round={round?.roundId ?? ''}
          isLost={state.isLost}
          sound={sound.play}
        />
      )}
      <div className={style.notice}>
        {faults.length > 0 && (
          <p className={style.fault} role="alert">
            {t('notice.faults')}
          </p>
        )}
        <TableNoticeLine notice={notice} onDismiss={play.dismissNotice} />
      </div>
    </div>
  )
}

/** The cards on the table, and how much of their deal has passed. */
function dealOf({ round, dealtAt }: TableState, dealMs: number, serverMs: number): ShownDeal | null {
  if (round?.outcome?.kind !== 'baccarat') return null
  const elapsedMs = dealtAt === null ? null : Math.max(0, serverMs - Date.parse(dealtAt))
  return { key: round.roundId, outcome: round.outcome, dealMs, elapsedMs }
}

/** The roads that are always seen; the panel has all of them. */
function RoadStrip({ roads, onOpen }: { roads: readonly RoadRound[]; onOpen: () => void }): ReactNode {
  const t = useTranslations('table.roads')
  return (
    <section className={style.roads} aria-label={t('title')}>
      <button type="button" className={style.openRoads} aria-label={t('show')} aria-keyshortcuts="R" onClick={onOpen}>
        <span className={style.strip}>
          <RoadGrid rounds={roads} road="big-road" columns={26} />
        </span>
        <span className={style.plate}>
          <RoadGrid rounds={roads} road="bead-plate" columns={18} />
        </span>
      </button>
      <Counts rounds={roads} />
      <p className={style.note}>{t('note')}</p>
    </section>
  )
}

function Panels(
  props: ScreenProps & {
    state: TablePlayState
    roads: readonly RoadRound[]
    panel: TablePanel | null
    replayed: PastTableRound | null
    onClose: () => void
    onReplay: (round: PastTableRound | null) => void
  },
): ReactNode {
  const { session, manifest, art, game, play, salts, source, sound, name, state, roads, panel, replayed } = props
  const { onClose, onReplay } = props
  return (
    <>
      {state.realityCheck && <RealityCheck state={state} onContinue={play.passRealityCheck} onClose={closeWindow} />}
      {panel === 'info' && <TableInfo {...{ session, game, name, onClose }} />}
      {panel === 'roads' && <RoadPanel rounds={roads} onClose={onClose} />}
      {panel === 'history' && <TableHistory call={source.call} {...{ onReplay, onClose }} />}
      {panel === 'fairness' && (
        <ShoePanel
          {...{ game, salts, onClose }}
          series={state.table.series}
          seat={session.seat}
          loadSeries={source.loadSeries}
        />
      )}
      {replayed && (
        <ReplayDialog
          {...{ manifest, art }}
          past={replayed}
          dealMs={session.dealMs}
          sound={sound.play}
          onClose={() => onReplay(null)}
        />
      )}
    </>
  )
}

function useTitle(game: string, brand: string): void {
  const t = useTranslations('play')
  useEffect(() => {
    document.title = t('title', { game, brand })
  }, [t, game, brand])
}

function useKeys(play: TablePlay, chips: TablePlayState['chips'], openRoads: () => void): void {
  const { place, undo, clear, double } = play
  const chooseChip = (index: number) => {
    const chip = chips[index]
    if (chip !== undefined) play.chooseChip(chip)
  }
  useTableKeys({ place, chooseChip, undo, clear, double, openRoads })
}

function useTicks(play: TablePlay): void {
  useEffect(() => {
    const timer = setInterval(play.tick, 500)
    return () => clearInterval(timer)
  }, [play])
}
