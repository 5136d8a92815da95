import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { pointsOf } from '#domain/games/table/baccarat/hands.ts'
import type { Card } from '#domain/games/table/cards.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { classes } from '#web/shared/classes.ts'
import type { StageProps } from '../table-kind.ts'
import { places, project, type Cover, type Side } from './camera.ts'
import { deckOf, type Deck } from './card-painter.ts'
import { useCardName } from './card-name.ts'
import type { Hand } from './hand-painter.ts'
import { createTableStage, type TableStage } from './table-stage.ts'
import style from './card-stage.module.css'

export type CardArt = { deck: Deck; hand: Hand }

/** The table with its cards, sized to its place. */
export function CardStage(props: StageProps & { art: CardArt }): ReactNode {
  const { manifest, art, label, deal, isSettled } = props
  const t = useTranslations('cards')
  const side = useTranslations('baccarat.spot')
  const cardName = useCardName()
  const host = useRef<HTMLDivElement>(null)
  const lying = useRef<HTMLCanvasElement>(null)
  const moving = useRef<HTMLCanvasElement>(null)
  const [cover, setCover] = useState<Cover | null>(null)
  const [open, setOpen] = useState<Opened>(nothingOpen)
  const [stage, setStage] = useState<TableStage | null>(null)
  const latest = useRef({ ...props, t, side, cardName })
  useEffect(() => {
    latest.current = { ...props, t, side, cardName }
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
        const { current } = latest
        current.onShown?.(current.t('shown', { side: current.side(side), card: current.cardName(card) }))
      },
      onEnd: () => latest.current.onEnd?.(),
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
    if (next?.outcome.kind === 'baccarat') stage.deal(next.outcome, next.dealMs, next.elapsedMs)
    else stage.clear()
  }, [stage, key])
  const winner = isSettled && deal?.outcome.kind === 'baccarat' ? roadRoundOf(deal.outcome).winner : null
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
  const t = useTranslations('baccarat')
  const name = t(`spot.${side}`)
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
export async function loadCardArt(manifest: ArtManifest): Promise<CardArt> {
  const load = async (name: 'table/cards' | 'table/hand'): Promise<ImageBitmap> => {
    const url = manifest[name] ?? ''
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    return createImageBitmap(await response.blob())
  }
  const [cards, hand] = await Promise.all([load('table/cards'), load('table/hand')])
  return { deck: deckOf(cards), hand: { picture: hand } }
}
