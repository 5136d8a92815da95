import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireSeatRound } from '#contract/seat-round.ts'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { totalOf } from '#domain/games/blackjack/cards.ts'
import type { Card } from '#domain/games/table/cards.ts'
import { classes } from '#web/shared/classes.ts'
import { useMoney } from '#web/play/kit/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { lowestOfHands, project, type Cover } from '../table/cards/camera.ts'
import { loadCardArt, type CardArt } from '../table/cards/card-art.ts'
import cards from '../table/cards/card-stage.module.css'
import { pictureStyle } from '../table/cards/picture-style.ts'
import { createTableStage, type TableStage } from '../table/cards/table-stage.ts'
import { watchSize } from '../table/stage-size.ts'
import { labelPlace, type SeatPlan, type SeatSide } from './seat-plan.ts'
import { amountOfUnits } from './seat-state.ts'
import { totalText } from './seat-text.ts'
import style from './seat-stage.module.css'

/** Loads the pictures of the stage. Rejects when one cannot be loaded. */
export function loadSeatStage(manifest: ArtManifest): Promise<CardArt> {
  return loadCardArt(manifest)
}

/** What the stage shows of a round. */
export type StagedRound = Pick<WireSeatRound, 'view' | 'state' | 'unit'>

type StageProps = {
  art: CardArt
  manifest: ArtManifest
  label: string
  round: StagedRound | null
  plan: SeatPlan | null
  /** When the round began to be shown: a `performance.now()` time. */
  shownFrom: number
  /** Everything of the answer is shown: the hand that is to be played, and the outcomes, may be marked. */
  isShown: boolean
  sound: Sound['play']
}

/** The table with the cards of a round, and what each hand counts. */
export function SeatStage(props: StageProps): ReactNode {
  const { manifest, label, round, plan, isShown } = props
  const host = useRef<HTMLDivElement>(null)
  const lying = useRef<HTMLCanvasElement>(null)
  const moving = useRef<HTMLCanvasElement>(null)
  const [cover, setCover] = useState<Cover | null>(null)
  const [open, setOpen] = useState<Opened>(nothingOpen)
  const stage = useStage(props, { host, lying, moving }, { setCover, setOpen })
  useDeal(stage, props)
  return (
    <div ref={host} className={classes(cards.host, (plan?.hands.length ?? 0) > 2 && style.many)}>
      <img className={cards.picture} src={manifest['table/seat']} alt={label} style={pictureStyle(cover)} />
      <canvas ref={lying} className={cards.layer} aria-hidden="true" />
      <canvas ref={moving} className={cards.layer} aria-hidden="true" />
      {cover && round && plan && <Figures {...{ round, plan, open, cover, isShown }} />}
    </div>
  )
}

/** The cards that lie open, by their place in the order of the deal. */
type Opened = Readonly<Record<SeatSide, readonly Card[]>>
const nothingOpen: Opened = { dealer: [], member: [] }

type Refs = Readonly<Record<'host', React.RefObject<HTMLDivElement | null>>> &
  Readonly<Record<'lying' | 'moving', React.RefObject<HTMLCanvasElement | null>>>

function useStage(
  props: StageProps,
  { host, lying, moving }: Refs,
  { setCover, setOpen }: { setCover: (cover: Cover) => void; setOpen: React.Dispatch<React.SetStateAction<Opened>> },
): TableStage<SeatSide> | null {
  const { art } = props
  const [stage, setStage] = useState<TableStage<SeatSide> | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const place = host.current
    if (!place || !lying.current || !moving.current) return
    const made = createTableStage<SeatSide>({
      lying: lying.current,
      moving: moving.current,
      ...art,
      now: () => performance.now(),
      lowest: lowestOfHands,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      sound: (name, step) => latest.current.sound(name, step),
      onCard: (side, index, card) =>
        setOpen((before) => {
          const cards = [...before[side]]
          cards[index] = card
          return { ...before, [side]: cards }
        }),
      onEnd: () => undefined,
      onClear: () => setOpen(nothingOpen),
    })
    const endWatch = watchSize(place, (size) => setCover(made.resize(size)))
    setStage(made)
    return () => {
      endWatch()
      made.dispose()
    }
  }, [art, host, lying, moving, setCover, setOpen])
  return stage
}

/** Deals a round that is new, and goes on with one that is there. */
function useDeal(stage: TableStage<SeatSide> | null, { round, plan, shownFrom }: StageProps): void {
  const dealt = useRef<{ stage: TableStage<SeatSide>; shownFrom: number } | null>(null)
  const has = round !== null && plan !== null
  useEffect(() => {
    if (!stage) return
    if (!has || !plan) {
      stage.clear()
      dealt.current = null
      return
    }
    if (dealt.current?.stage === stage && dealt.current.shownFrom === shownFrom) return stage.extend(plan)
    dealt.current = { stage, shownFrom }
    stage.deal(plan, performance.now() - shownFrom)
  }, [stage, has, plan, shownFrom])
}

type FigureProps = { round: StagedRound; plan: SeatPlan; open: Opened; cover: Cover; isShown: boolean }

/** What the dealer and each hand count as far as their cards lie open, with the stake of each hand, and its outcome in the end. */
function Figures({ round, plan, open, cover, isShown }: FigureProps): ReactNode {
  const t = useTranslations('blackjack')
  const money = useMoney()
  const { view } = round
  if (!view) return null
  const dealer = open.dealer.filter((card) => card !== undefined)
  const count = plan.hands.length
  const isOver = isShown && round.state === 'settled'
  return (
    <>
      {dealer.length > 0 && (
        <span className={classes(style.total, style.dealer)} style={at(cover, { x: -1.36, y: 1.3 })}>
          {t('dealer')} <b>{totalText(totalOf(dealer), isOver)}</b>
        </span>
      )}
      {plan.hands.map((places, index) => {
        const cards = places.map((place) => open.member[place]).filter((card) => card !== undefined)
        const hand = view.hands[index]
        if (cards.length === 0 || !hand) return null
        const outcome = isOver ? hand.outcome : null
        const isActive = isShown && view.active === index
        return (
          <span
            key={index}
            className={classes(style.total, style.hand, isActive && style.active)}
            data-outcome={outcome ?? undefined}
            style={at(cover, labelPlace(count, index))}
          >
            <b>{totalText(totalOf(cards), isOver)}</b>
            {outcome ? (
              <span>{t(`outcome.${outcome}`)}</span>
            ) : (
              <span className={classes(style.stake, 'money')}>{money(amountOfUnits(round, hand.staked))}</span>
            )}
          </span>
        )
      })}
    </>
  )
}

function at(cover: Cover, place: { x: number; y: number }): CSSProperties {
  const spot = project({ ...place, z: 0 })
  return { left: cover.left + spot.x * cover.scale, top: cover.top + spot.y * cover.scale }
}
