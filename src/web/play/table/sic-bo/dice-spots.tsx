import { memo, useEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableSpotTotal, WireTableLimits } from '#contract/table.ts'
import { facePairs, faces } from '#domain/games/table/sic-bo/marks.ts'
import type { Spot } from '#domain/games/table/table-game.ts'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { formatNumber, formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useSpotLabel } from '../bet-spot.tsx'
import { ChipStack, useChipText } from '../chip.tsx'
import { amountOf, type SpotEnd } from '../stakes.ts'
import type { SpotsProps, Tone } from '../table-kind.ts'
import tones from '../tone.module.css'
import { DieFaces } from './die-face.tsx'
import { isArrow, nearestBox } from './near-focus.ts'
import { oddsText, useSicBoTexts } from './sic-bo-text.ts'
import style from './dice-spots.module.css'

/** The keys of the spots that have one; every spot is reached by arrows. */
export const spotKeys: Readonly<Record<string, string>> = {
  small: 'S',
  big: 'B',
  odd: 'O',
  even: 'E',
  'any-triple': 'T',
}

const totals = Array.from({ length: 14 }, (_, index) => index + 4)

/** All spots of Sic Bo, those with the lowest edge first. On a wide window they lie as on a table. */
export function DiceSpots(props: SpotsProps): ReactNode {
  const { game, limits, chips, picture, stakes, pending, ends, isOpen, onPlace } = props
  const t = useTranslations('sicBo.group')
  const bet = useTranslations('table.bet')
  const host = useRef<HTMLFieldSetElement>(null)
  const [current, setCurrent] = useState('small')
  const [seen, setSeen] = useState<string | null>(null)
  useArrows(host)
  const cell = (code: string, tone: Tone, at?: number) => (
    <DiceSpot
      key={code}
      {...{ code, tone, at, chips, picture, isOpen, onPlace }}
      spot={game.spots.find((one) => one.code === code)}
      limit={limits.spots.find((one) => one.spot === code)}
      leastStake={limits.leastStake}
      stake={stakes.get(code) ?? 0n}
      isPending={pending.has(code)}
      end={ends === null ? null : (ends.get(code) ?? 'lost')}
      total={props.totals.find((one) => one.spot === code)}
      isCurrent={code === current}
      onSeen={setSeen}
      onFocus={setCurrent}
    />
  )
  return (
    <fieldset ref={host} className={style.layout} aria-label={bet('spots')}>
      <Group name={t('sides')} className={style.sides}>
        {cell('small', 'blue')}
        {cell('big', 'red')}
      </Group>
      <Group name={t('parity')} className={style.parity}>
        {cell('odd', 'jade')}
        {cell('even', 'jade')}
      </Group>
      <Group name={t('totals')} className={style.totals} caption>
        {totals.map((total) => cell(`total-${total}`, 'jade'))}
      </Group>
      <Group name={t('singles')} className={style.singles} caption={factsOf(props, 'single-1')}>
        {faces.map((face) => cell(`single-${face}`, 'jade'))}
      </Group>
      <Group name={t('triples')} className={style.triples} caption={factsOf(props, 'triple-1')}>
        {cell('any-triple', 'gold')}
        {faces.map((face) => cell(`triple-${face}`, 'gold', atOf(face)))}
      </Group>
      <Group name={t('doubles')} className={style.doubles} caption={factsOf(props, 'double-1')}>
        {faces.map((face) => cell(`double-${face}`, 'jade', atOf(face)))}
      </Group>
      <Group name={t('pairs')} className={style.pairs} caption={factsOf(props, 'pair-1-2')}>
        {facePairs.map(([low, high]) => cell(`pair-${low}-${high}`, 'jade'))}
      </Group>
      <SeenFacts {...props} code={seen ?? current} />
    </fieldset>
  )
}

/** The column of a face on a wide layout: three at the left of any triple, three at its right. */
function atOf(face: number): number {
  return face <= 3 ? 5 + 2 * face : 9 + 2 * face
}

/** Arrow keys move the focus to the spot that lies there. */
function useArrows(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const layout = host.current
    if (!layout) return
    const onKey = (event: KeyboardEvent) => {
      if (!isArrow(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
      const buttons = [...layout.querySelectorAll<HTMLButtonElement>('button[data-spot]')]
      const boxes = buttons.map((button) => button.getBoundingClientRect())
      const to = nearestBox(
        boxes,
        buttons.findIndex((button) => button === document.activeElement),
        event.key,
      )
      event.preventDefault()
      if (to !== null) buttons[to]?.focus()
    }
    layout.addEventListener('keydown', onKey)
    return () => layout.removeEventListener('keydown', onKey)
  }, [host])
}

type Caption = { spot: Spot; limit: WireTableLimits['spots'][number]; leastStake: string }

/** The facts that all spots of a group share, which are those of one of them. */
function factsOf({ game, limits }: SpotsProps, code: string): Caption | null {
  const spot = game.spots.find((one) => one.code === code)
  const limit = limits.spots.find((one) => one.spot === code)
  return spot && limit ? { spot, limit, leastStake: limits.leastStake } : null
}

/** Spots of one sort. `caption`: whether its name stands above them, with the facts that all of them share. */
function Group(props: {
  name: string
  className: string | undefined
  caption?: boolean | Caption | null
  children: ReactNode
}): ReactNode {
  const { name, className, caption } = props
  return (
    <fieldset aria-label={name} className={classes(style.group, className)}>
      {caption && (
        <p className={style.caption} aria-hidden="true">
          <b>{name}</b>
          {typeof caption === 'object' && (
            <>
              {' '}
              <span className={style.captionOdds}>{oddsText(caption.spot)}</span> <Facts {...caption} />
            </>
          )}
        </p>
      )}
      {props.children}
    </fieldset>
  )
}

/** Limits and edge of a spot. */
function Facts({ limit, leastStake }: Pick<Caption, 'limit' | 'leastStake'>): ReactNode {
  const t = useTranslations('table.bet')
  const locale = useLocaleCode()
  const short = useChipText()
  return (
    <span className={style.facts}>
      <span>
        {short(amountOf(leastStake))}–{short(amountOf(limit.most))}
      </span>{' '}
      <span>{t('edge', { edge: formatPercent(limit.edge, locale) })}</span>
    </span>
  )
}

/** The facts of the spot that is pointed at or focused, on a wide layout; each button's name has them too. */
function SeenFacts(props: SpotsProps & { code: string }): ReactNode {
  const texts = useSicBoTexts()
  const facts = factsOf(props, props.code)
  if (!facts) return null
  return (
    <p className={style.seen} aria-hidden="true">
      <b>{texts.spot(props.code)}</b> <span className={style.captionOdds}>{oddsText(facts.spot)}</span>{' '}
      <Facts {...facts} />
    </p>
  )
}

/** What is printed on a spot: a word, a number or dice. */
function Print({ code }: { code: string }): ReactNode {
  const texts = useSicBoTexts()
  if (code === 'any-triple') {
    return (
      <>
        <b className={style.anyName}>{texts.spot(code)}</b>
        <span className={style.anyDice}>
          {faces.map((face) => (
            <DieFaces key={face} faces={[face, face, face]} />
          ))}
        </span>
      </>
    )
  }
  const [kind, ...figures] = code.split('-')
  const [first = 0, second = 0] = figures.map(Number)
  switch (kind) {
    case 'total':
      return <b className={style.total}>{first}</b>
    case 'single':
      return <DieFaces faces={[first]} />
    case 'double':
      return <DieFaces faces={[first, first]} />
    case 'triple':
      return <DieFaces faces={[first, first, first]} />
    case 'pair':
      return <DieFaces faces={[first, second]} />
    default: {
      const range = ranges[code]
      return (
        <>
          <b className={style.name}>{texts.spot(code)}</b>
          {range && <span className={style.range}>{range}</span>}
        </>
      )
    }
  }
}

const ranges: Readonly<Record<string, string>> = { small: '4–10', big: '11–17' }

type SpotProps = Pick<SpotsProps, 'chips' | 'picture' | 'isOpen' | 'onPlace'> & {
  code: string
  tone: Tone
  /** The column on a wide layout, for spots that are not laid in a row. */
  at: number | undefined
  spot: Spot | undefined
  limit: WireTableLimits['spots'][number] | undefined
  leastStake: string
  stake: Amount
  isPending: boolean
  /** How the spot ended, once the round is settled. */
  end: SpotEnd | 'lost' | null
  /** What all members have staked on it. */
  total: TableSpotTotal | undefined
  isCurrent: boolean
  /** The pointer is over the spot, or has left it. */
  onSeen: (code: string | null) => void
  onFocus: (code: string) => void
}

/** One spot as a button: a press places the chosen chip. Only spots that changed are rendered. */
const DiceSpot = memo(function DiceSpot(props: SpotProps): ReactNode {
  const { code, tone, at, spot, limit, stake, end, isOpen, onPlace, onSeen } = props
  const t = useTranslations('table.bet')
  const texts = useSicBoTexts()
  const label = useSpotLabel()
  const locale = useLocaleCode()
  if (!spot || !limit) return null
  const isSide = code in ranges
  const isWord = isSide || code === 'odd' || code === 'even'
  const [least, most] = [amountOf(props.leastStake), amountOf(limit.most)]
  const odds = oddsText(spot)
  const shownOdds = code.startsWith('single') ? odds.split(' ')[0] : odds
  return (
    <button
      type="button"
      data-spot={code}
      data-tone={tone}
      className={classes(
        style.spot,
        tones.tone,
        isWord ? style.side : stake > 0n && style.staked,
        isWord && stake > 0n && style.stakedSide,
        end === 'won' && style.won,
        end === 'lost' && style.lost,
      )}
      style={at === undefined ? undefined : ({ '--at': at } as CSSProperties)}
      tabIndex={props.isCurrent ? 0 : -1}
      aria-keyshortcuts={spotKeys[code]}
      aria-disabled={!isOpen || undefined}
      onClick={() => onPlace([{ spot: code, count: 1 }])}
      onFocus={() => props.onFocus(code)}
      onPointerEnter={() => onSeen(code)}
      onPointerLeave={() => onSeen(null)}
    >
      {/* An attribute would have to contain all that is seen on the spot. */}
      <span className="visually-hidden">
        {label({ name: texts.spot(code), odds, edge: limit.edge, least, most, stake })}
      </span>
      <span className={style.shown} aria-hidden="true">
        <Print code={code} />
        <span className={style.odds}>
          {end === null || end === 'lost' ? shownOdds : <b className={style.end}>{t(end)}</b>}
        </span>
        {isSide ? (
          <Facts limit={limit} leastStake={props.leastStake} />
        ) : (
          <span className={style.edge}>{formatPercent(limit.edge, locale)}</span>
        )}
        {isWord && <Others total={props.total} />}
        {stake > 0n && (
          <span className={style.chips}>
            <ChipStack amount={stake} chips={props.chips} picture={props.picture} isPending={props.isPending} />
          </span>
        )}
      </span>
    </button>
  )
})

/** What the whole table has staked on a spot. */
function Others({ total }: { total: TableSpotTotal | undefined }): ReactNode {
  const t = useTranslations('table.bet')
  const locale = useLocaleCode()
  return (
    <span className={style.others}>
      {total && total.members > 0 && (
        <>
          <b className="money">{formatNumber(total.stake, locale)}</b> {t('members', { count: total.members })}
        </>
      )}
    </span>
  )
}
