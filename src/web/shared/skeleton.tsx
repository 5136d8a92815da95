import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './skeleton.module.css'

/** Placeholder bars of the final height, so that nothing shifts when the content arrives. */
export function Skeleton({ rows = 1, height = 20 }: { rows?: number; height?: number }): ReactNode {
  const frame = useTranslations('frame')
  return (
    <output className={style.skeletons}>
      <span className="visually-hidden">{frame('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={style.skeleton} style={{ height }} />
      ))}
    </output>
  )
}
