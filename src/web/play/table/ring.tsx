import { useState, type CSSProperties, type ReactNode } from 'react'
import style from './ring.module.css'

/** The time that is left, as a ring with its seconds. `id` names what ends with it, so that the ring begins anew with each. */
export function Ring(props: {
  id: string
  label: string
  text: string
  totalMs: number
  leftMs: number
  isLast: boolean
}): ReactNode {
  const { id, label, text, totalMs, leftMs, isLast } = props
  return (
    <span className={style.ring} role="timer" aria-label={label} data-last={isLast || undefined}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle className={style.track} cx="24" cy="24" r="20" />
        <Left key={id} {...{ totalMs, leftMs }} />
      </svg>
      <b data-long={text.length > 2 || undefined}>{text}</b>
    </span>
  )
}

/** The ring runs by itself from where the time was when it appeared; another delay later would move it twice. */
function Left({ totalMs, leftMs }: { totalMs: number; leftMs: number }): ReactNode {
  const [look] = useState<CSSProperties>({
    animationDuration: `${totalMs}ms`,
    animationDelay: `${Math.min(0, leftMs - totalMs)}ms`,
  })
  return <circle className={style.left} cx="24" cy="24" r="20" pathLength="1" style={look} />
}
