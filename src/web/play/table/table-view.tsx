import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { pointsOf } from '#domain/games/table/baccarat/hands.ts'
import type { Card } from '#domain/games/table/cards.ts'
import type { BaccaratOutcome } from '#domain/games/table/outcome.ts'
import { classes } from '#web/shared/classes.ts'
import { places, project, type Cover, type Side } from './stage/camera.ts'
import type { Deck } from './stage/card-painter.ts'
import type { Hand } from './stage/hand-painter.ts'
import { createTableStage, type StageSound, type TableStage } from './stage/table-stage.ts'
import { useSpotName } from './spot-text.ts'
import style from './table-view.module.css'

/** A round whose cards lie on the table. `elapsedMs` of its deal have passed at `since`; null: all cards lie open. */
export type ShownDeal = { key: string; outcome: BaccaratOutcome; dealMs: number; elapsedMs: number | null }

export type TableArt = { deck: Deck; hand: Hand }

/** The table with its cards, sized to its place; what is dealt is said by `onCard`. */
export function TableView(props: {
  manifest: ArtManifest
  art: TableArt
  label: string
  deal: ShownDeal | null
  /** The sides that have won, once the round is settled. */
  winner: Side | 'tie' | null
  sound: (name: StageSound, step?: number) => void
  onCard?: (side: Side, card: Card) => void
  children?: ReactNode
}): ReactNode {
  const { manifest, art, label, deal, winner } = props
  const host = useRef<HTMLDivElement>(null)
  const lying = useRef<HTMLCanvasElement>(null)
  const moving = useRef<HTMLCanvasElement>(null)
  const [cover, setCover] = useState<Cover | null>(null)
  const [open, setOpen] = useState<Opened>(nothingOpen)
  const [stage, setStage] = useState<TableStage | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const place = host.current
    if (!place || !lying.current || !moving.current) return
    const made = createTableStage({
      lying: lying.current,
      moving: moving.current,
      ...art,
      now: () => performance.now(),
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      sound: (name, step) => latest.current.sound(name, step),
      onCard(side, index, card) {
        setOpen((before) => ({ ...before, [side]: [...before[side].slice(0, index), card] }))
        latest.current.onCard?.(side, card)
      },
      onClear: () => setOpen(nothingOpen),
    })
    const observer = new ResizeObserver(() => {
      const { width, height } = place.getBoundingClientRect()
      if (width > 1 && height > 1) setCover(made.resize({ width, height }))
    })
    observer.observe(place)
    setStage(made)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [art])
  const key = deal?.key
  useEffect(() => {
    if (!stage) return
    const next = latest.current.deal
    if (next) stage.deal(next.outcome, next.dealMs, next.elapsedMs)
    else stage.clear()
  }, [stage, key])
  return (
    <div ref={host} className={style.host}>
      <img className={style.picture} src={manifest['table/place']} alt={label} style={pictureStyle(cover)} />
      <canvas ref={lying} className={style.layer} aria-hidden="true" />
      <canvas ref={moving} className={style.layer} aria-hidden="true" />
      {cover && (
        <>
          <Points side="player" cards={open.player} {...{ cover, winner }} />
          <Points side="banker" cards={open.banker} {...{ cover, winner }} />
        </>
      )}
      {props.children}
    </div>
  )
}

type Opened = Readonly<Record<Side, readonly Card[]>>
const nothingOpen: Opened = { player: [], banker: [] }

function pictureStyle(cover: Cover | null): CSSProperties {
  if (!cover) return { visibility: 'hidden' }
  return { transform: `translate(${cover.left}px, ${cover.top}px) scale(${cover.scale})` }
}

/** The name of a side with the points of its open cards, above the box of its cards. */
function Points(props: { side: Side; cards: readonly Card[]; cover: Cover; winner: Side | 'tie' | null }): ReactNode {
  const { side, cards, cover, winner } = props
  const t = useTranslations('table.result')
  const name = useSpotName()(side)
  const { inner, outer, far } = places.box
  const sign = side === 'player' ? -1 : 1
  const middle = useMemo(() => project({ x: (sign * (inner + outer)) / 2, y: far, z: 0 }), [sign, inner, outer, far])
  const at = { left: cover.left + middle.x * cover.scale, top: cover.top + middle.y * cover.scale }
  return (
    <span className={classes(style.points, winner === side && style.wins)} data-side={side} style={at}>
      <span>{name}</span>
      {cards.length > 0 && (
        <b className={style.figure} aria-label={t('points', { side: name, points: pointsOf(cards) })}>
          {pointsOf(cards)}
        </b>
      )}
    </span>
  )
}

/** Loads the pictures of the stage. Rejects when one cannot be loaded. */
export async function loadTableArt(manifest: ArtManifest, deckOf: (picture: ImageBitmap) => Deck): Promise<TableArt> {
  const load = async (name: 'table/cards' | 'table/hand'): Promise<ImageBitmap> => {
    const url = manifest[name] ?? ''
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    return createImageBitmap(await response.blob())
  }
  const [cards, hand] = await Promise.all([load('table/cards'), load('table/hand')])
  return { deck: deckOf(cards), hand: { picture: hand } }
}
