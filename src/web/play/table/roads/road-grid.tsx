import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { beadPlate } from '#domain/games/table/roads/bead-plate.ts'
import { bigRoad, type BigRoadCell } from '#domain/games/table/roads/big-road.ts'
import { derivedRoad, derivedRoads, type Colour, type DerivedRoad } from '#domain/games/table/roads/derived-road.ts'
import { roadRows, type Place } from '#domain/games/table/roads/road-places.ts'
import { roadTexts } from '#domain/games/table/roads/road-text.ts'
import type { RoadMark } from './road-marks.ts'
import style from './road-grid.module.css'

export const roadNames = ['bead-plate', 'big-road', 'big-eye-boy', 'small-road', 'cockroach-pig'] as const
export type RoadName = (typeof roadNames)[number]

/** The edge of a cell in the units of the drawing. */
const cell = 20

/** One road: six rows, and so many columns that the last one is always seen. The picture is named by the road and its text. */
export function RoadGrid(props: {
  marks: readonly RoadMark[]
  road: RoadName
  columns: number
  /** The letter of a winner, on the bead plate. */
  bead?: (winner: string) => string
}): ReactNode {
  const { marks, road, columns, bead } = props
  const t = useTranslations('cards.roads')
  const cells = cellsOf(marks, road, bead)
  const last = Math.max(-1, ...cells.map(({ column }) => column))
  // One column stays free, where the next mark may come.
  const first = Math.max(0, last + 2 - columns)
  const text = roadTexts(marks, (mark) => mark.text)[road]
  return (
    <svg
      className={style.road}
      viewBox={`0 0 ${columns * cell} ${roadRows * cell}`}
      role="img"
      aria-label={`${t(road)}: ${text === '' ? t('empty') : text}`}
    >
      <path className={style.lines} d={linesOf(columns)} />
      {cells
        .filter(({ column }) => column >= first)
        .map(({ column, row, mark, isLast }) => (
          <g
            key={`${column} ${row}`}
            transform={`translate(${(column - first) * cell} ${row * cell})`}
            className={isLast ? style.last : undefined}
          >
            {mark}
          </g>
        ))}
    </svg>
  )
}

type Drawn = Place & { mark: ReactNode; isLast: boolean }

function cellsOf(marks: readonly RoadMark[], road: RoadName, bead?: (winner: string) => string): Drawn[] {
  const placed =
    road === 'bead-plate'
      ? beadPlate(marks).map((one) => ({ ...one, mark: <Bead mark={one.round} letter={bead?.(one.round.winner)} /> }))
      : road === 'big-road'
        ? bigRoad(marks).map((one) => ({ ...one, mark: <Ring cell={one} /> }))
        : derivedRoad(marks, road).map((one) => ({ ...one, mark: <Mark road={road} colour={one.colour} /> }))
  return placed.map(({ column, row, mark }, index) => ({ column, row, mark, isLast: index === placed.length - 1 }))
}

function linesOf(columns: number): string {
  const across = Array.from({ length: roadRows + 1 }, (_, row) => `M0 ${row * cell}h${columns * cell}`)
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${column * cell} 0v${roadRows * cell}`)
  return [...across, ...down].join('')
}

function Bead({ mark, letter }: { mark: RoadMark; letter: string | undefined }): ReactNode {
  return (
    <>
      <circle className={style.disc} data-tone={mark.tone} cx="10" cy="10" r="8.6" />
      <text className={style.letter} x="10" y="13.800">
        {letter}
      </text>
      <Dots mark={mark} />
    </>
  )
}

function Dots({ mark: { upper, lower } }: { mark: RoadMark }): ReactNode {
  return (
    <>
      {upper && <circle className={style.dot} data-tone={upper} cx="3.600" cy="3.600" r="2.800" />}
      {lower && <circle className={style.dot} data-tone={lower} cx="16.400" cy="16.400" r="2.800" />}
    </>
  )
}

/** Ties are a stroke of their own with their number. */
function Ring({ cell: { round, ties } }: { cell: BigRoadCell<RoadMark> }): ReactNode {
  return (
    <>
      {round && <circle className={style.ring} data-tone={round.tone} cx="10" cy="10" r="7.400" />}
      {ties.length > 0 && <path className={style.tieStroke} d="M4 16L16 4" />}
      {ties.length > 1 && (
        <text className={style.ties} x="10" y="13.600">
          {ties.length}
        </text>
      )}
      {round && <Dots mark={round} />}
    </>
  )
}

/** Red rings, discs and strokes repeat; blue ones do not. Blue ones have a gap or a dot too, so that colour is not alone. */
function Mark({ road, colour }: { road: DerivedRoad; colour: Colour }): ReactNode {
  const isBlue = colour === 'blue'
  if (road === 'big-eye-boy')
    return (
      <circle
        className={style.ring}
        data-tone={colour}
        cx="10"
        cy="10"
        r="6.600"
        strokeDasharray={isBlue ? '5 2.300' : undefined}
      />
    )
  if (road === 'small-road')
    return (
      <>
        <circle className={style.disc} data-tone={colour} cx="10" cy="10" r="6.800" />
        {isBlue && <circle className={style.hole} cx="10" cy="10" r="2" />}
      </>
    )
  return (
    <path
      className={style.stroke}
      data-tone={colour}
      d="M4.500 15.500L15.500 4.500"
      strokeDasharray={isBlue ? '5.500 2.600' : undefined}
    />
  )
}

export const derivedNames = Object.keys(derivedRoads) as DerivedRoad[]
