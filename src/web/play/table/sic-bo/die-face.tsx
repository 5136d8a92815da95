import type { ReactNode } from 'react'
import { isRed, pips } from './die.ts'
import style from './die-face.module.css'

/** A face of a die as a small drawing; the text beside it names it. */
export function DieFace({ face }: { face: number }): ReactNode {
  return (
    <svg className={style.die} viewBox="0 0 20 20" aria-hidden="true">
      <rect className={style.edge} x="0.500" y="0.500" width="19" height="19" rx="4.600" />
      <rect className={style.face} x="1.300" y="1.100" width="17.400" height="17.200" rx="4" />
      {(pips[face] ?? []).map(([across, down]) => (
        <circle
          key={`${across} ${down}`}
          className={isRed(face) ? style.red : style.pip}
          cx={10 + across * 9.2}
          cy={9.8 + down * 9.2}
          r={face === 1 ? 3.1 : 1.95}
        />
      ))}
    </svg>
  )
}

/** Several dice side by side. */
export function DieFaces({ faces }: { faces: readonly number[] }): ReactNode {
  return (
    <span className={style.dice} aria-hidden="true">
      {faces.map((face, index) => (
        <DieFace key={index} face={face} />
      ))}
    </span>
  )
}
