import type { ReactNode } from 'react'
import { bigRoad, type BigRoadCell } from '#domain/games/table/roads/big-road.ts'
import { roadRows } from '#domain/games/table/roads/road-places.ts'
import type { RoadRound } from '#domain/games/table/roads/road-round.ts'
import type { TileOutcomes } from './table-outcomes.ts'
import style from './table-face.module.css'

/** The past rounds of a table as a picture of four by one; its text is beside the tile. */

const [width, height] = [192, 48]

export function TableBoard({ outcomes }: { outcomes: TileOutcomes }): ReactNode {
  return (
    <svg className={style.board} viewBox={`0 0 ${width} ${height}`}>
      {outcomes.kind === 'road' && <Road rounds={outcomes.rounds} />}
      {outcomes.kind === 'pockets' && <Pockets pockets={outcomes.pockets} />}
      {outcomes.kind === 'throws' && <Throws throws={outcomes.throws} />}
      {outcomes.kind === 'races' && <Races races={outcomes.races} />}
    </svg>
  )
}

/** The signs of two suits, below the middle of a card. */
const heart = 'M0 14C-9 7 -6 1 -2.600 2Q-.600 2.500 0 4.500Q.600 2.500 2.600 2C6 1 9 7 0 14'
const spade =
  'M0 1C-8 7 -6 12 -2.500 11Q-1 10.500 -.600 9.500L-1.800 14H1.800L.600 9.500Q1 10.500 2.500 11C6 12 8 7 0 1'

/** What a blackjack pays; a test compares it with the game. */
export const blackjackPays = '3:2'

/** The board of a game with a seat of one's own has no past rounds: a blackjack, and what it pays. */
export function SeatBoard(): ReactNode {
  return (
    <svg className={style.board} viewBox={`0 0 ${width} ${height}`}>
      <Card x={42} tilt={-7} rank="A" suit={spade} className={style.spade} />
      <Card x={66} tilt={7} rank="K" suit={heart} className={style.heart} />
      <text className={style.pays} x="136" y="31">
        {blackjackPays}
      </text>
    </svg>
  )
}

function Card(props: {
  x: number
  tilt: number
  rank: string
  suit: string
  className: string | undefined
}): ReactNode {
  const { x, tilt, rank, suit, className } = props
  return (
    <g transform={`translate(${x} 24) rotate(${tilt})`}>
      <rect className={style.die} x="-13" y="-18" width="26" height="36" rx="3" />
      <path className={className} d={suit} />
      <text className={`${style.rank} ${className}`} y="-3">
        {rank}
      </text>
    </g>
  )
}

const cell = height / roadRows
const columns = width / cell

/** The big road, of which the last column stays free: rings of the two sides, a stroke where ties followed. */
function Road({ rounds }: Pick<Extract<TileOutcomes, { kind: 'road' }>, 'rounds'>): ReactNode {
  const cells = bigRoad(rounds)
  const last = Math.max(-1, ...cells.map(({ column }) => column))
  const first = Math.max(0, last + 2 - columns)
  const shown = cells.filter(({ column }) => column >= first)
  const path = (fits: (one: BigRoadCell<RoadRound>) => boolean, mark: string): string =>
    shown
      .filter(fits)
      .map(({ column, row }) => `M${(column - first) * cell} ${row * cell}${mark}`)
      .join('')
  return (
    <>
      <path className={style.lines} d={lines} />
      <path className={style.banker} d={path(({ round }) => round?.winner === 'banker', ring)} />
      <path className={style.player} d={path(({ round }) => round?.winner === 'player', disc)} />
      <path className={style.tie} d={path(({ ties }) => ties.length > 0, stroke)} />
    </>
  )
}

/** The marks from the corner of a cell. One side has rings and the other discs, so that colour is not alone. */
const ring = 'm1.3 4a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0'
const disc = 'm0.9 4a3.1 3.1 0 1 0 6.2 0a3.1 3.1 0 1 0 -6.2 0'
const stroke = 'm1.4 6.6l5.2 -5.2'
const lines = [
  ...Array.from({ length: roadRows - 1 }, (_, row) => `M0 ${(row + 1) * cell}h${width}`),
  ...Array.from({ length: columns - 1 }, (_, column) => `M${(column + 1) * cell} 0v${height}`),
].join('')

const pocketsARow = 7

function Pockets({ pockets }: Pick<Extract<TileOutcomes, { kind: 'pockets' }>, 'pockets'>): ReactNode {
  const [wide, high] = [width / pocketsARow, height / 2]
  return pockets.slice(0, pocketsARow * 2).map(({ pocket, color }, index) => (
    // The newest is always the first.
    // oxlint-disable-next-line react/no-array-index-key
    <g key={index} transform={`translate(${(index % pocketsARow) * wide} ${Math.floor(index / pocketsARow) * high})`}>
      <rect className={style[color]} x="1" y="1" width={wide - 2} height={high - 2} rx="4" />
      <text className={style.figure} x={wide / 2} y={high / 2 + 5}>
        {pocket}
      </text>
    </g>
  ))
}

const shownThrows = 5

function Throws({ throws }: Pick<Extract<TileOutcomes, { kind: 'throws' }>, 'throws'>): ReactNode {
  const wide = width / shownThrows
  return throws.slice(0, shownThrows).map(({ dice, total }, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <g key={index} transform={`translate(${index * wide} 0)`}>
      <rect className={style.throw} x="1" y="1" width={wide - 2} height={height - 2} rx="4" />
      {dice.map((eyes, die) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Die key={die} eyes={eyes} x={wide / 2 - 16.5 + die * 11.5} />
      ))}
      <text className={style.figure} x={wide / 2} y="38">
        {total}
      </text>
    </g>
  ))
}

const shownRaces = 3

/** The first three runners of each race. */
function Races({ races }: Pick<Extract<TileOutcomes, { kind: 'races' }>, 'races'>): ReactNode {
  const wide = width / shownRaces
  return races.slice(0, shownRaces).map((order, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <g key={index} transform={`translate(${index * wide} 0)`}>
      <rect className={style.throw} x="1" y="1" width={wide - 2} height={height - 2} rx="4" />
      <text className={style.figure} x={wide / 2} y={height / 2 + 5}>
        {order.join('–')}
      </text>
    </g>
  ))
}

/** Where the eyes of a die are, in quarters of its edge. */
const eyesOf: readonly (readonly [number, number])[][] = [
  [[2, 2]],
  [
    [1, 1],
    [3, 3],
  ],
  [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3],
  ],
  [
    [1, 1],
    [1, 3],
    [2, 2],
    [3, 1],
    [3, 3],
  ],
  [
    [1, 1],
    [1, 2],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ],
]

function Die({ eyes, x }: { eyes: number; x: number }): ReactNode {
  const eye = ([across, down]: readonly [number, number]) => `M${across * 2.5} ${down * 2.5}h0`
  return (
    <g transform={`translate(${x} 6)`}>
      <rect className={style.die} width="10" height="10" rx="2" />
      <path className={style.eyes} d={(eyesOf[eyes - 1] ?? []).map(eye).join('')} />
    </g>
  )
}
