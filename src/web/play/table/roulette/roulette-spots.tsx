import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl/react'
import type { Spot } from '#domain/games/table/table-game.ts'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { createStore, useStore, type Store } from '#web/shared/store.ts'
import { useSpotLabel } from '../bet-spot.tsx'
import { amountOf, type SpotEnd } from '../stakes.ts'
import type { KindTexts, SpotsProps } from '../table-kind.ts'
import { Inspected, type Inspection } from './inspected.tsx'
import { directionOf, nextSpot, spotPlace, type SpotPlace } from './layout.ts'
import { Racetrack } from './racetrack.tsx'
import { colorOf, pocketsOf, useRouletteTexts } from './roulette-text.ts'
import { SpotChip } from './spot-chip.tsx'
import { useIsStanding } from './use-is-standing.ts'
import style from './roulette-spots.module.css'

/** The layout with a button for every bet, and the racetrack; narrow windows show one of them at a time. */
export const RouletteSpots = memo(function RouletteSpots(props: SpotsProps): ReactNode {
  const { game, limits, totals } = props
  const t = useTranslations('roulette')
  const [view, setView] = useState<'layout' | 'race'>('layout')
  const [inspected] = useState(() => createStore<Inspection | null>(null))
  const places = useMemo(() => game.spots.map((spot) => spotPlace(spot.code, pocketsOf(spot))), [game])
  const texts = useRouletteTexts(game.spots)
  return (
    <div className={style.spots} data-view={view}>
      <div className={style.tabs}>
        {(['layout', 'race'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className={style.tab}
            aria-pressed={view === one}
            onClick={() => setView(one)}
          >
            {t(one === 'layout' ? 'numbers' : 'race')}
          </button>
        ))}
      </div>
      <Layout {...props} {...{ places, inspected }} />
      <div className={style.race}>
        <Racetrack {...props} inspected={inspected} />
      </div>
      <Inspected {...{ game, limits, totals, inspected, texts }} />
    </div>
  )
})

type LayoutProps = SpotsProps & {
  places: readonly SpotPlace[]
  inspected: Store<Inspection | null>
}

function Layout(props: LayoutProps): ReactNode {
  const { game, limits, chips, picture, stakes, pending, ends, isOpen, onPlace, places, inspected } = props
  const t = useTranslations('roulette')
  const isStanding = useIsStanding()
  const grid = useRef<HTMLDivElement>(null)
  const focused = useRef('straight-0')
  const buttonOf = (code: string) => grid.current?.querySelector<HTMLButtonElement>(`[data-spot='${code}']`)
  /** One button of the layout is reached by Tab, the others by arrows. */
  const onFocus = (code: string) => {
    const before = buttonOf(focused.current)
    if (before) before.tabIndex = -1
    const next = buttonOf(code)
    if (next) next.tabIndex = 0
    focused.current = code
    inspected.set({ kind: 'spot', code })
  }
  const handleKey = useRef<(event: KeyboardEvent) => void>(() => undefined)
  const onKeyDown = useCallback((event: KeyboardEvent) => handleKey.current(event), [])
  const move = (event: KeyboardEvent) => {
    const direction = directionOf(event.key, isStanding)
    const from = places.find(({ code }) => code === focused.current)
    if (direction === null || !from || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    buttonOf(nextSpot(places, from, direction).code)?.focus()
  }
  useEffect(() => {
    handleKey.current = move
  })
  return (
    <fieldset className={style.layout} aria-label={t('layout')}>
      <div
        ref={grid}
        className={style.grid}
        onPointerLeave={() => inspected.set(null)}
        onFocus={({ target }) => target instanceof HTMLElement && onFocus(target.dataset['spot'] ?? '')}
        onPointerOver={({ target, pointerType }) => {
          const code =
            target instanceof Element ? target.closest<HTMLElement>('[data-spot]')?.dataset['spot'] : undefined
          if (code !== undefined && pointerType === 'mouse') inspected.set({ kind: 'spot', code })
        }}
      >
        {game.spots.map((spot, index) => {
          const place = places[index]
          const limit = limits.spots.find((one) => one.spot === spot.code)
          if (!place || !limit) return null
          const bet = { spot, place, limit, leastStake: limits.leastStake, chips, picture, isOpen, onPlace, onKeyDown }
          const { code } = spot
          const end = ends?.get(code) ?? (ends === null ? 'running' : 'lost')
          return (
            <Bet key={code} {...bet} {...{ game, end }} stake={stakes.get(code) ?? 0n} isPending={pending.has(code)} />
          )
        })}
        {ends === null && <Covered {...{ game, places, inspected }} />}
      </div>
    </fieldset>
  )
}

/** One bet: a cell with its name, or a hit area on the lines between cells. A press renders only the bets that it changes. */
const Bet = memo(function Bet(
  props: Pick<SpotsProps, 'game' | 'chips' | 'picture' | 'isOpen' | 'onPlace'> & {
    spot: Spot
    place: SpotPlace
    onKeyDown: (event: KeyboardEvent) => void
    limit: { most: string; edge: string }
    leastStake: string
    stake: Amount
    isPending: boolean
    end: SpotEnd | 'lost' | 'running'
  },
): ReactNode {
  const { game, spot, place, limit, leastStake, chips, picture, stake, isPending, end, isOpen, onPlace } = props
  const t = useTranslations('table.bet')
  const label = useSpotLabel()
  const texts = useRouletteTexts(game.spots)
  const { code } = spot
  const isCell = place.shape === 'cell'
  const isWon = end === 'won' || end === 'back'
  const isLost = end === 'lost'
  const [least, most] = [amountOf(leastStake), amountOf(limit.most)]
  return (
    <button
      type="button"
      data-spot={code}
      data-shape={place.shape}
      data-large={place.long > 1 || undefined}
      data-staked={stake > 0n || undefined}
      tabIndex={code === 'straight-0' ? 0 : -1}
      className={classes(style.bet, isCell && style.cell, isCell && isWon && style.won, isCell && isLost && style.lost)}
      style={placeStyle(place)}
      aria-disabled={!isOpen || undefined}
      onClick={() => onPlace([{ spot: code, count: 1 }])}
      onKeyDown={props.onKeyDown}
    >
      {/* An attribute would have to contain all that is seen on the spot. */}
      <span className="visually-hidden">
        {label({ name: texts.spot(code), odds: texts.odds(spot), edge: limit.edge, least, most, stake })}
      </span>
      <span className={style.shown} aria-hidden="true">
        {isCell && <CellText spot={spot} texts={texts} />}
        {stake > 0n && <SpotChip amount={stake} {...{ chips, picture, isPending, isLost }} />}
        {isWon && (stake > 0n || place.long > 1) && <b className={style.end}>{t(end)}</b>}
      </span>
    </button>
  )
})

function placeStyle({ along, across, long, wide }: SpotPlace): CSSProperties {
  return { '--along': along, '--across': across, '--long': long, '--wide': wide } as CSSProperties
}

/** What stands in a cell: the number in its colour, the numbers of a dozen, a lozenge of the colour, or a word. */
function CellText({ spot, texts }: { spot: Spot; texts: KindTexts }): ReactNode {
  const t = useTranslations('roulette.short')
  const { code } = spot
  const [name = '', number = ''] = code.split('-')
  switch (name) {
    case 'straight':
      return (
        <span className={style.number} data-color={colorOf(Number(number))}>
          {number}
        </span>
      )
    case 'dozen':
      return (
        <span className={style.word}>
          {Number(number) * 12 - 11}–{Number(number) * 12}
        </span>
      )
    case 'column':
      return <span className={style.word}>{texts.odds(spot)}</span>
    case 'red':
    case 'black':
      return (
        <span className={style.word} data-color={name}>
          {texts.spot(code)}
        </span>
      )
    case 'odd':
    case 'even':
    case 'low':
    case 'high':
      return <span className={style.word}>{t(name)}</span>
    default:
      return null
  }
}

/** Lights the numbers that the bet below the pointer, or in focus, covers. */
function Covered(props: {
  game: SpotsProps['game']
  places: readonly SpotPlace[]
  inspected: Store<Inspection | null>
}): ReactNode {
  const { game, places, inspected } = props
  const shown = useStore(inspected)
  if (shown === null) return null
  const spots =
    shown.kind === 'spot'
      ? [shown.code]
      : (game.calls.find(({ code }) => code === shown.code)?.chips ?? []).map(({ spot }) => spot)
  const covered = new Set(places.filter(({ code }) => spots.includes(code)).flatMap(({ covers }) => covers))
  return places
    .filter(({ code, covers: [pocket = -1] }) => code.startsWith('straight-') && covered.has(pocket))
    .map((place) => <span key={place.code} className={style.covered} style={placeStyle(place)} aria-hidden="true" />)
}
