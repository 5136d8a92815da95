import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import type { Amount } from '#domain/money.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import type { Scene } from './play-state.ts'
import style from './scene-veil.module.css'

/** Scenes over the stage: free spins won, added and over, and a big win. The live line announces them too. */
export function SceneVeil({ scene }: { scene: Scene | null }): ReactNode {
  if (!scene) return null
  return (
    <div className={classes(style.veil, style[scene.kind])} aria-hidden="true">
      <Rays />
      <div className={style.caption} key={scene.kind}>
        <SceneText scene={scene} />
      </div>
    </div>
  )
}

function SceneText({ scene }: { scene: Scene }): ReactNode {
  const t = useTranslations('slot')
  switch (scene.kind) {
    case 'featureStart':
      return (
        <>
          <p className={style.small}>{t('free.title')}</p>
          <p className={style.huge}>{scene.spins}</p>
          <p className={style.middle}>{t('free.multiplier', { multiplier: scene.multiplier })}</p>
        </>
      )
    case 'featureMore':
      return <p className={style.large}>{t('free.more', { count: scene.spins })}</p>
    case 'featureEnd':
      return (
        <>
          <p className={style.small}>{t('free.over')}</p>
          <p className={scene.celebrated ? style.large : style.middle}>
            <Rising amount={scene.amount} />
          </p>
          <p className={style.small}>{t('free.paid', { count: scene.spins })}</p>
        </>
      )
    case 'bigWin':
      return (
        <>
          <p className={style.small}>{t('win.big')}</p>
          <p className={style.large}>
            <Rising amount={scene.amount} />
          </p>
        </>
      )
  }
}

/** Counts up from 0 when it appears. */
function Rising({ amount }: { amount: Amount }): ReactNode {
  const money = useMoney()
  return <CountUp amount={amount} from={0n} format={money} className="money" />
}

const rays = Array.from({ length: 20 }, (_, index) => (index * Math.PI) / 10)

/** Rays of light behind the text: plain triangles, cheap to paint without a graphics card. */
function Rays(): ReactNode {
  const point = (angle: number) =>
    `${Math.round(500 + 500 * Math.cos(angle))},${Math.round(500 + 500 * Math.sin(angle))}`
  return (
    <svg className={style.rays} viewBox="0 0 1000 1000">
      <radialGradient id="ray" gradientUnits="userSpaceOnUse" cx="500" cy="500" r="500">
        <stop offset=".18" stopColor="#f6dca0" stopOpacity="0" />
        <stop offset=".34" stopColor="#f6dca0" stopOpacity=".15" />
        <stop offset="1" stopColor="#f6dca0" stopOpacity="0" />
      </radialGradient>
      {rays.map((angle) => (
        <polygon key={angle} points={`500,500 ${point(angle)} ${point(angle + 0.1)}`} fill="url(#ray)" />
      ))}
    </svg>
  )
}
