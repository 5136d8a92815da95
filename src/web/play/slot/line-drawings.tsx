import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './line-drawings.module.css'

const cell = 9
const gap = 2

/** A small drawing of each line with its number. */
export function LineDrawings({ lines, rows }: { lines: readonly (readonly number[])[]; rows: number }): ReactNode {
  const t = useTranslations('slot.info')
  return (
    <ol className={style.lines}>
      {lines.map((line, index) => (
        <li key={line.join('')} className={style.line}>
          <svg
            width={line.length * (cell + gap)}
            height={rows * (cell + gap)}
            role="img"
            aria-label={t('line', { number: index + 1 })}
          >
            {line.map((lit, reel) =>
              Array.from({ length: rows }, (_, row) => (
                <rect
                  key={`${reel}-${row}`}
                  x={reel * (cell + gap)}
                  y={row * (cell + gap)}
                  width={cell}
                  height={cell}
                  rx="2"
                  fill={row === lit ? '#e8c177' : '#ffffff14'}
                />
              )),
            )}
          </svg>
          <span aria-hidden="true">{index + 1}</span>
        </li>
      ))}
    </ol>
  )
}
