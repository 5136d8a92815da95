import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { beadPlate } from '#domain/games/table/roads/bead-plate.ts'
import { bigRoad } from '#domain/games/table/roads/big-road.ts'
import { roadRows, type Place } from '#domain/games/table/roads/road-places.ts'
import { roadTexts, roundText } from '#domain/games/table/roads/road-text.ts'
import type { Winner } from '#domain/games/table/roads/road-round.ts'
import type { Size } from './sic-bo-text.ts'
import { roadRoundsOf, withMarks, type PastThrow } from './throws.ts'
import style from './size-road.module.css'

const cell = 20
const sizes = { banker: 'big', player: 'small', tie: 'triple' } as const satisfies Record<Winner, Size>

/** The letters of big, small and triple in the language of the page. */
export function useMarks(): Record<Size, string> {
  const t = useTranslations('sicBo.mark')
  return { big: t('big'), small: t('small'), triple: t('triple') }
}

/** A road of big and small, six rows high, as a picture that is named by its text. Triples are the ties of the road. */
export function SizeRoad(props: {
  throws: readonly PastThrow[]
  road: 'bead-plate' | 'big-road'
  columns: number
}): ReactNode {
  const { throws, road, columns } = props
  const t = useTranslations('sicBo')
  const marks = useMarks()
  const rounds = roadRoundsOf(throws)
  const text = withMarks(roadTexts(rounds, roundText)[road], marks)
  const cells =
    road === 'bead-plate'
      ? beadPlate(rounds).map((one) => ({ ...one, mark: <Bead size={sizes[one.round.winner]} marks={marks} /> }))
      : bigRoad(rounds).map((one) => ({
          ...one,
          mark: <Ring size={one.round ? sizes[one.round.winner] : null} triples={one.ties.length} />,
        }))
  const last = Math.max(-1, ...cells.map(({ column }: Place) => column))
  // One column stays free, where the next mark may come.
  const first = Math.max(0, last + 2 - columns)
  return (
    <figure className={style.figure}>
      <figcaption>{t(road === 'bead-plate' ? 'beadPlate' : 'bigRoad')}</figcaption>
      <svg
        className={style.road}
        viewBox={`0 0 ${columns * cell} ${roadRows * cell}`}
        role="img"
        aria-label={`${t(road === 'bead-plate' ? 'beadPlate' : 'bigRoad')}: ${text === '' ? t('empty') : text}`}
      >
        <path className={style.lines} d={linesOf(columns)} />
        {cells
          .filter(({ column }) => column >= first)
          .map(({ column, row, mark }) => (
            <g key={`${column} ${row}`} transform={`translate(${(column - first) * cell} ${row * cell})`}>
              {mark}
            </g>
          ))}
      </svg>
      <details className={style.details}>
        <summary>{t('asText')}</summary>
        <p>{text === '' ? t('empty') : text}</p>
      </details>
    </figure>
  )
}

function linesOf(columns: number): string {
  const across = Array.from({ length: roadRows + 1 }, (_, row) => `M0 ${row * cell}h${columns * cell}`)
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${column * cell} 0v${roadRows * cell}`)
  return [...across, ...down].join('')
}

function Bead({ size, marks }: { size: Size; marks: Record<Size, string> }): ReactNode {
  return (
    <>
      <circle className={style[size]} cx="10" cy="10" r="8.800" />
      <text className={style.letter} x="10" y="13.800">
        {marks[size]}
      </text>
    </>
  )
}

/** Triples are a stroke of their own with their number. */
function Ring({ size, triples }: { size: Size | null; triples: number }): ReactNode {
  return (
    <>
      {size && size !== 'triple' && (
        <circle
          className={style[`${size}Ring`]}
          cx="10"
          cy="10"
          r="7.400"
          strokeDasharray={size === 'small' ? '6.400 2.200' : undefined}
        />
      )}
      {triples > 0 && <path className={style.stroke} d="M4 16L16 4" />}
      {triples > 1 && (
        <text className={style.count} x="10" y="13.600">
          {triples}
        </text>
      )}
    </>
  )
}
