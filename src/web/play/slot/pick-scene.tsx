import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtAtlas, ArtManifest } from '#domain/art-manifest.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { Lettering } from './lettering.tsx'
import type { Play } from './play.ts'
import { totalLabel, type Scene } from './play-state.ts'
import { SymbolPicture } from './symbol-picture.tsx'
import { themeOf } from './theme.ts'
import style from './pick-scene.module.css'

type PickScene = Extract<Scene, { kind: 'pick' }>

/** Loads the picture of the boxes before a pick begins. */
export function usePickPicture(manifest: ArtManifest, game: Game): void {
  const url = featureOf(game, 'pick') && manifest[`pick/${game.code}`]?.url
  useEffect(() => {
    if (url !== undefined) new Image().src = url
  }, [url])
}

/** The boxes of a pick on their ledges. The win so far stands above them; at or below the stake nothing shines. */
export function PickCard(props: {
  scene: PickScene
  manifest: ArtManifest
  game: Game
  atlas: ArtAtlas
  play: Pick<Play, 'pickBox'>
  stake: Amount
}): ReactNode {
  const { scene, manifest, game, atlas, play, stake } = props
  const t = useTranslations('slot.feature')
  const { boxes, waits, left, latest, won } = scene
  const pictures = boxPictures(manifest, game, atlas)
  const isBright = won > stake
  return (
    <section className={style.pick}>
      <Lettering
        text={t('pick')}
        size={Math.round(Math.min(54, innerWidth * 0.1, innerHeight * 0.085))}
        theme={themeOf(game.code)}
      />
      <p className={style.state}>
        <strong>{t('picksLeft', { left })}</strong>
        {won > 0n && <Won won={won} stake={stake} />}
      </p>
      <ul className={classes(style.boxes, waits && style.waits, isBright && style.bright)}>
        {boxes.map((amount, box) => (
          <li key={`box-${String(box)}`} style={{ '--box': box } as CSSProperties}>
            <Box
              {...{ box, amount, waits, pictures }}
              isLatest={latest === box}
              isBright={isBright}
              onOpen={() => play.pickBox(box)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As many closed boxes as may be opened, on the card before the pick. */
export function PickPreview(props: { manifest: ArtManifest; game: Game; atlas: ArtAtlas; count: number }): ReactNode {
  const { manifest, game, atlas, count } = props
  const pictures = boxPictures(manifest, game, atlas)
  return (
    <p className={style.preview} aria-hidden="true">
      {pictures &&
        Array.from({ length: count }, (_, box) => (
          <SymbolPicture key={box} atlas={pictures.atlas} id={pictures.closed} />
        ))}
    </p>
  )
}

function Won({ won, stake }: { won: Amount; stake: Amount }): ReactNode {
  const t = useTranslations('slot.bar')
  const money = useMoney()
  return (
    <span data-total="">
      {t(totalLabel(won, stake))} <b className="money">{money(won)}</b>
    </span>
  )
}

/** A box: the member may open it while the pick waits and it is closed. */
function Box(props: {
  box: number
  amount: Amount | null
  waits: boolean
  pictures: BoxPictures | null
  isLatest: boolean
  isBright: boolean
  onOpen: () => void
}): ReactNode {
  const { box, amount, waits, pictures, isLatest, isBright, onOpen } = props
  const t = useTranslations('slot.feature')
  const money = useMoney()
  const isOpen = amount !== null
  const mayOpen = !isOpen && waits
  const label = isOpen ? t('opened', { number: box + 1, amount: money(amount) }) : t('box', { number: box + 1 })
  return (
    <button
      type="button"
      className={classes(style.box, isOpen && style.open)}
      aria-label={label}
      aria-disabled={!mayOpen || undefined}
      onClick={() => {
        if (mayOpen) onOpen()
      }}
    >
      {isLatest && isBright && <Burst />}
      <span key={String(isOpen)} className={style.picture}>
        {pictures && <SymbolPicture atlas={pictures.atlas} id={isOpen ? pictures.open : pictures.closed} />}
      </span>
      {isOpen && <strong className={classes(style.amount, 'money')}>{money(amount)}</strong>}
    </button>
  )
}

const rays = 14
const light = 'rgb(var(--light))'

/** Light that leaves a box as it opens: plain triangles, cheap to paint without a graphics card. */
function Burst(): ReactNode {
  const point = (turn: number) => `${Math.round(100 * Math.cos(turn))},${Math.round(100 * Math.sin(turn))}`
  return (
    <svg className={style.burst} viewBox="-100 -100 200 200" aria-hidden="true">
      <radialGradient id="burst" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="100">
        <stop offset=".2" style={{ stopColor: light }} stopOpacity=".8" />
        <stop offset="1" style={{ stopColor: light }} stopOpacity="0" />
      </radialGradient>
      {Array.from({ length: rays }, (_, ray) => {
        const middle = ((ray + 0.5) * 2 * Math.PI) / rays
        const half = ray % 2 === 0 ? 0.12 : 0.07
        return <polygon key={ray} points={`0,0 ${point(middle - half)} ${point(middle + half)}`} fill="url(#burst)" />
      })}
    </svg>
  )
}

type BoxPictures = { atlas: ArtAtlas; closed: string; open: string }

/** The machine's own boxes, or its scatter where it has none. */
function boxPictures(manifest: ArtManifest, game: Game, atlas: ArtAtlas): BoxPictures | null {
  const own = manifest[`pick/${game.code}`]
  if (own) return { atlas: own, closed: 'closed', open: 'open' }
  const scatter = game.symbols.find(({ kind }) => kind === 'scatter' || kind === 'book')
  return scatter ? { atlas, closed: scatter.id, open: scatter.id } : null
}
