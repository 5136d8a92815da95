import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest, PictureName } from '#domain/art-manifest.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { virtualHounds } from '#domain/games/table/virtual-hounds/game.ts'
import { classes } from '#web/shared/classes.ts'
import type { StageProps } from '../table-kind.ts'
import { RaceBadge } from './race-badge.tsx'
import type { RaceArt } from './race-sprites.ts'
import { createRaceStage, type RaceEvent, type RaceStage } from './race-stage.ts'
import { useRunnerName } from './race-text.ts'
import { tracks, type TrackName } from './track.ts'
import style from './race-stage.module.css'
import { watchSize } from '../stage-size.ts'

/** Loads the pictures of a race, and makes its stage. Rejects when one cannot be loaded. */
export async function loadRaceStage(manifest: ArtManifest, game: TableGame): Promise<ComponentType<StageProps>> {
  const load = async (name: PictureName): Promise<ImageBitmap> => {
    const url = manifest[name] ?? ''
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    return createImageBitmap(await response.blob())
  }
  const name: TrackName = game.code === virtualHounds.code ? 'sand' : 'turf'
  const [scene, runners] = await Promise.all([load(`table/race-${name}`), load(`table/race-${tracks[name].animal}`)])
  const art = { scene, runners }
  return (props) => <RaceView {...props} {...{ game, name, art }} />
}

type ViewProps = StageProps & { game: TableGame; name: TrackName; art: RaceArt }

/** The race with the order as it is. */
function RaceView(props: ViewProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { order, isOver } = useRaceStage({ host, canvas }, props)
  return (
    <div ref={host} className={style.host}>
      <canvas ref={canvas} className={style.layer}>
        {props.label}
      </canvas>
      {order.length > 0 && <Board {...{ order, isOver }} game={props.game} />}
      {props.children}
    </div>
  )
}

type Shown = { order: readonly number[]; isOver: boolean }

/** The runners as they lie, and in the end as they came in, the first three with their names. */
function Board({ order, isOver, game }: Shown & { game: TableGame }): ReactNode {
  const t = useTranslations('race.board')
  const name = useRunnerName(game)
  return (
    <ol className={classes(style.board, isOver && style.final)} aria-label={t(isOver ? 'final' : 'now')}>
      {order.map((runner, place) => (
        <li key={place} data-first={place < 3 || undefined}>
          <span className={style.place}>{place + 1}</span>
          <RaceBadge number={runner} />
          <span className={style.name}>{name(runner)}</span>
        </li>
      ))}
    </ol>
  )
}

type Elements = Readonly<Record<'host', { current: HTMLDivElement | null }>> &
  Readonly<Record<'canvas', { current: HTMLCanvasElement | null }>>

const nothing: Shown = { order: [], isOver: false }

/** Makes the stage on its canvas, and runs the races on it. */
function useRaceStage({ host, canvas }: Elements, props: ViewProps): Shown {
  const { art, name: track } = props
  const t = useTranslations('race.live')
  const runner = useTranslations('race')
  const name = useRunnerName(props.game)
  const [shown, setShown] = useState<Shown>(nothing)
  const [stage, setStage] = useState<RaceStage | null>(null)
  const tell = (event: RaceEvent, order: readonly number[]) => {
    if (event === 'end') return props.onEnd?.()
    const named = (place: number) => {
      const number = order[place] ?? 0
      return runner('runner', { number: String(number), name: name(number) })
    }
    return props.onShown?.(t(event, { first: named(0), second: named(1), third: named(2) }))
  }
  const latest = useRef({ props, tell })
  useEffect(() => {
    latest.current = { props, tell }
  })
  useEffect(() => {
    const place = host.current
    if (!place || !canvas.current) return
    const made = createRaceStage({
      canvas: canvas.current,
      track: tracks[track],
      art,
      now: () => performance.now(),
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      sound: (sound, step) => latest.current.props.sound(sound, step),
      onOrder: (order, isOver) => setShown({ order, isOver }),
      onEvent: (event, order) => latest.current.tell(event, order),
    })
    const endWatch = watchSize(place, (size) => made.resize(size, insetsOf(place)))
    setStage(made)
    return () => {
      endWatch()
      made.dispose()
    }
  }, [art, host, canvas, track])
  const key = props.deal?.key
  useEffect(() => {
    if (!stage) return
    const { deal } = latest.current.props
    if (deal?.outcome.kind === 'race') {
      const { round, dealMs, elapsedMs, outcome } = deal
      stage.deal({ order: outcome.order, round, dealMs }, elapsedMs)
    } else stage.clear()
  }, [stage, key])
  return shown
}

/** How much of the stage other parts of the window cover, as its style says. */
function insetsOf(place: Element): { top: number; bottom: number } {
  const style = getComputedStyle(place)
  const read = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return { top: read('--stage-top'), bottom: read('--stage-bottom') }
}
