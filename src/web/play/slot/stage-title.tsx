import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { StageLayout } from './stage/layout.ts'
import type { FreeSpinsShown } from './timeline.ts'
import style from './stage-title.module.css'

/** Above the reels: the name of the game, or the counter during free spins. */
export function StageTitle(props: {
  layout: StageLayout
  name: string
  /** The lettering of the game, shown where it fits. */
  logo: string | undefined
  free: FreeSpinsShown | null
}): ReactNode {
  const { layout, name, logo, free } = props
  const t = useTranslations('slot.free')
  const { frame, portrait } = layout
  return (
    <div
      className={portrait ? style.tall : style.wide}
      style={portrait ? { height: frame.y } : { top: frame.y, left: frame.x, width: frame.width }}
    >
      {free === null ? (
        <Name portrait={portrait} name={name} logo={logo} />
      ) : (
        <p className={style.counter}>
          <span>{t('title')}</span>
          <strong className="money">{t('counter', { step: free.step, total: free.step + free.left })}</strong>
          <span className={style.times}>×{free.multiplier}</span>
        </p>
      )}
    </div>
  )
}

function Name({ portrait, name, logo }: { portrait: boolean; name: string; logo: string | undefined }): ReactNode {
  if (portrait && logo) return <img className={style.logo} src={logo} alt="" />
  return (
    <p className={style.name} aria-hidden="true">
      {name}
    </p>
  )
}
