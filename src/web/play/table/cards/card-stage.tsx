import { useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest, PictureName } from '#domain/art-manifest.ts'
import type { Card } from '#domain/games/table/cards.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { classes } from '#web/shared/classes.ts'
import type { StageProps, Tone } from '../table-kind.ts'
import tones from '../tone.module.css'
import { places, project, type Cover, type Side } from './camera.ts'
import { loadCardArt, type CardArt } from './card-art.ts'
import { useCardName } from './card-name.ts'
import type { DealPlan } from './deal-plan.ts'
import { pictureStyle } from './picture-style.ts'
import { createTableStage, type TableStage } from './table-stage.ts'
import style from './card-stage.module.css'
import { watchSize } from '../stage-size.ts'

/** What a table with cards on two sides shows of its own. */
export type CardTable = {
  /** The picture of the table, through the camera. */
  picture: PictureName
  /** Null for an outcome of another kind. */
  planOf: (outcome: TableOutcome, dealMs: number) => DealPlan | null
  winnerOf: (outcome: TableOutcome) => Side | null
  useSides: () => Readonly<Record<Side, SideTexts>>
}

/** `figure`: what the open cards of the side count, with its name for screen readers. */
export type SideTexts = {
  name: string
  tone: Tone
  figure: (cards: readonly Card[]) => { text: string; label: string }
}

/** Loads the pictures of a table with cards, and makes its stage. Rejects when one cannot be loaded. */
export async function loadCardStage(manifest: ArtManifest, table: CardTable): Promise<ComponentType<StageProps>> {
  const art = await loadCardArt(manifest)
  return (props) => <CardStage {...props} {...{ table, art }} />
}

/** The table with its cards, sized to its place. */
function CardStage(props: StageProps & { table: CardTable; art: CardArt }): ReactNode {
  const { table, manifest, label, deal, isSettled } = props
  const { useSides } = table
  const sides = useSides()
  const host = useRef<HTMLDivElement>(null)
  const lying = useRef<HTMLCanvasElement>(null)
  const moving = useRef<HTMLCanvasElement>(null)
  const { cover, open } = useStage({ host, lying, moving }, props, sides)
  const winner = isSettled && deal ? table.winnerOf(deal.outcome) : null
  return (
    <div ref={host} className={style.host}>
      <img className={style.picture} src={manifest[table.picture]} alt={label} style={pictureStyle(cover)} />
      <canvas ref={lying} className={style.layer} aria-hidden="true" />
      <canvas ref={moving} className={style.layer} aria-hidden="true" />
      {cover &&
        (['left', 'right'] as const).map((side) => (
          <SideLabel key={side} texts={sides[side]} cards={open[side]} wins={winner === side} {...{ side, cover }} />
        ))}
      {props.children}
    </div>
  )
}

type Elements = Readonly<Record<'host', RefObject<HTMLDivElement | null>>> &
  Readonly<Record<'lying' | 'moving', RefObject<HTMLCanvasElement | null>>>

/** Makes the stage on its canvases, and deals on it; returns what lies open. */
function useStage(
  { host, lying, moving }: Elements,
  props: StageProps & { table: CardTable; art: CardArt },
  sides: Readonly<Record<Side, SideTexts>>,
): { cover: Cover | null; open: Opened } {
  const { art, deal } = props
  const t = useTranslations('cards')
  const cardName = useCardName()
  const [cover, setCover] = useState<Cover | null>(null)
  const [open, setOpen] = useState<Opened>(nothingOpen)
  const [stage, setStage] = useState<TableStage | null>(null)
  const tell = (side: Side, card: Card) => props.onShown?.(t('shown', { side: sides[side].name, card: cardName(card) }))
  const latest = useRef({ props, tell })
  useEffect(() => {
    latest.current = { props, tell }
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
      sound: (name, step) => latest.current.props.sound(name, step),
      onCard(side, index, card) {
        setOpen((before) => ({ ...before, [side]: [...before[side].slice(0, index), card] }))
        latest.current.tell(side, card)
      },
      onEnd: () => latest.current.props.onEnd?.(),
      onClear: () => setOpen(nothingOpen),
    })
    const endWatch = watchSize(place, (size) => setCover(made.resize(size)))
    setStage(made)
    return () => {
      endWatch()
      made.dispose()
    }
  }, [art, host, lying, moving])
  const key = deal?.key
  useEffect(() => {
    if (!stage) return
    const { table, deal: next } = latest.current.props
    const plan = next ? table.planOf(next.outcome, next.dealMs) : null
    if (next && plan) stage.deal(plan, next.elapsedMs)
    else stage.clear()
  }, [stage, key])
  return { cover, open }
}

type Opened = Readonly<Record<Side, readonly Card[]>>
const nothingOpen: Opened = { left: [], right: [] }

/** The name of a side with what its open cards count, above the box of its cards. */
function SideLabel(props: {
  side: Side
  texts: SideTexts
  cards: readonly Card[]
  cover: Cover
  wins: boolean
}): ReactNode {
  const { side, texts, cards, cover, wins } = props
  const { inner, outer, far } = places.box
  const sign = side === 'left' ? -1 : 1
  const middle = useMemo(() => project({ x: (sign * (inner + outer)) / 2, y: far, z: 0 }), [sign, inner, outer, far])
  const at = { left: cover.left + middle.x * cover.scale, top: cover.top + middle.y * cover.scale }
  const figure = cards.length > 0 ? texts.figure(cards) : null
  return (
    <span className={classes(style.side, tones.tone, wins && style.wins)} data-tone={texts.tone} style={at}>
      <span>{texts.name}</span>
      {figure && (
        <b className={style.figure} aria-label={figure.label}>
          {figure.text}
        </b>
      )}
    </span>
  )
}
