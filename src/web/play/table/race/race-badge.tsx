import type { ReactNode } from 'react'
import { numberColours } from './track.ts'
import style from './race-badge.module.css'

/** The number of a runner in the colours that it wears. */
export function RaceBadge({ number }: { number: number }): ReactNode {
  const [background, color] = numberColours[number - 1] ?? []
  return (
    <b className={style.badge} style={{ background, color }}>
      {number}
    </b>
  )
}
