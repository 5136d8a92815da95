import { useEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireTableLimits } from '#contract/table.ts'
import { facePairs, faces } from '#domain/games/table/sic-bo/marks.ts'
import { classes } from '#web/shared/classes.ts'
import { formatNumber, formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useSpotLabel } from '../bet-spot.tsx'
import { ChipStack, useChipText } from '../chip.tsx'
import { amountOf } from '../stakes.ts'
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
  const t = useTranslations('sicBo.group')
  const bet = useTranslations('table.bet')
  const host = useRef<HTMLFieldSetElement>(null)
  const [current, setCurrent] = useState('small')
  const [seen, setSeen] = useState<string | null>(null)
  useArrows(host)
  const cell = (code: string, tone: Tone, content: ReactNode, more: { at?: number; isSide?: boolean } = {}) => (
    <DiceSpot
      key={code}
      {...props}
      {...{ code, tone }}
      {...more}
      isCurrent={code === current}
      onSeen={(shown) => setSeen(shown)}
      onFocus={() => setCurrent(code)}
    >
      {content}
    </DiceSpot>
  )
  return (
    <fieldset ref={host} className={style.layout} aria-label={bet('spots')}>
      <Group name={t('sides')} className={style.sides}>
        {cell('small', 'blue', <Side code="small" range="4–10" />, { isSide: true })}
        {cell('big', 'red', <Side code="big" range="11–17" />, { isSide: true })}
      </Group>
      <Group name={t('parity')} className={style.parity}>
        {cell('odd', 'jade', <Side code="odd" />, { isSide: true })}
        {cell('even', 'jade', <Side code="even" />, { isSide: true })}
      </Group>
      <Group name={t('totals')} className={style.totals} caption>
        {totals.map((total) => cell(`total-${total}`, 'jade', <b className={style.total}>{total}</b>))}
      </Group>
      <Group name={t('singles')} className={style.singles} caption={factsOf(props, 'single-1')}>
        {faces.map((face) => cell(`single-${face}`, 'jade', <DieFaces faces={[face]} />))}
      </Group>
      <Group name={t('triples')} className={style.triples} caption={factsOf(props, 'triple-1')}>
        {cell('any-triple', 'gold', <AnyTriple />)}
        {faces.map((face) =>
          cell(`triple-${face}`, 'gold', <DieFaces faces={[face, face, face]} />, { at: atOf(face) }),
        )}
      </Group>
      <Group name={t('doubles')} className={style.doubles} caption={factsOf(props, 'double-1')}>
        {faces.map((face) => cell(`double-${face}`, 'jade', <DieFaces faces={[face, face]} />, { at: atOf(face) }))}
      </Group>
      <Group name={t('pairs')} className={style.pairs} caption={factsOf(props, 'pair-1-2')}>
        {facePairs.map(([low, high]) => cell(`pair-${low}-${high}`, 'jade', <DieFaces faces={[low, high]} />))}
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

/** Spots of one sort. `caption`: whether its name stands above them, with the facts that all of them share. */
function Group(props: {
  name: string
  className: string | undefined
  caption?: boolean | { spot: SpotsProps['game']['spots'][number]; limits: WireTableLimits } | null
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
              <span className={style.captionOdds}>{oddsText(caption.spot)}</span>{' '}
              <Facts code={caption.spot.code} limits={caption.limits} />
            </>
          )}
        </p>
      )}
      {props.children}
    </fieldset>
  )
}

function factsOf({ game, limits }: SpotsProps, code: string) {
  const spot = game.spots.find((one) => one.code === code)
  return spot ? { spot, limits } : null
}

/** Limits and edge of a spot. */
function Facts({ code, limits }: { code: string; limits: WireTableLimits }): ReactNode {
  const t = useTranslations('table.bet')
  const locale = useLocaleCode()
  const short = useChipText()
  const limit = limits.spots.find((one) => one.spot === code)
  if (!limit) return null
  return (
    <span className={style.facts}>
      <span>
        {short(amountOf(limits.leastStake))}–{short(amountOf(limit.most))}
      </span>{' '}
      <span>{t('edge', { edge: formatPercent(limit.edge, locale) })}</span>
    </span>
  )
}

/** The facts of the spot that is pointed at or focused, on a wide layout; each button's name has them too. */
function SeenFacts({ game, limits, code }: SpotsProps & { code: string }): ReactNode {
  const texts = useSicBoTexts()
  const spot = game.spots.find((one) => one.code === code)
  if (!spot) return null
  return (
    <p className={style.seen} aria-hidden="true">
      <b>{texts.spot(code)}</b> <span className={style.captionOdds}>{oddsText(spot)}</span>{' '}
      <Facts code={code} limits={limits} />
    </p>
  )
}

function Side({ code, range }: { code: string; range?: string }): ReactNode {
  const texts = useSicBoTexts()
  return (
    <>
      <b className={style.name}>{texts.spot(code)}</b>
      {range && <span className={style.range}>{range}</span>}
    </>
  )
}

function AnyTriple(): ReactNode {
  const texts = useSicBoTexts()
  return (
    <>
      <b className={style.anyName}>{texts.spot('any-triple')}</b>
      <span className={style.anyDice}>
        {faces.map((face) => (
          <DieFaces key={face} faces={[face, face, face]} />
        ))}
      </span>
    </>
  )
}

type SpotProps = SpotsProps & {
  code: string
  tone: Tone
  at?: number
  isSide?: boolean
  isCurrent: boolean
  /** The pointer is over it, or has left it. */
  onSeen: (code: string | null) => void
  onFocus: () => void
  children: ReactNode
}

/** One spot as a button: a press places the chosen chip. */
function DiceSpot(props: SpotProps): ReactNode {
  const { game, limits, chips, picture, stakes, pending, ends, isOpen, onPlace, code, tone, at, isSide } = props
  const t = useTranslations('table.bet')
  const texts = useSicBoTexts()
  const label = useSpotLabel()
  const locale = useLocaleCode()
  const spot = game.spots.find((one) => one.code === code)
  const limit = limits.spots.find((one) => one.spot === code)
  if (!spot || !limit) return null
  const stake = stakes.get(code) ?? 0n
  const end = ends?.get(code)
  const [least, most] = [amountOf(limits.leastStake), amountOf(limit.most)]
  const odds = oddsText(spot)
  const hasFacts = code === 'small' || code === 'big'
  return (
    <button
      type="button"
      data-spot={code}
      data-tone={tone}
      className={classes(
        style.spot,
        tones.tone,
        isSide ? style.side : stake > 0n && style.staked,
        isSide && stake > 0n && style.stakedSide,
        end === 'won' && style.won,
        ends !== null && end === undefined && style.lost,
      )}
      style={at === undefined ? undefined : ({ '--at': at } as CSSProperties)}
      tabIndex={props.isCurrent ? 0 : -1}
      aria-label={label({ name: texts.spot(code), odds, edge: limit.edge, least, most, stake })}
      aria-keyshortcuts={spotKeys[code]}
      aria-disabled={!isOpen || undefined}
      onClick={() => onPlace([{ spot: code, count: 1 }])}
      onFocus={props.onFocus}
      onPointerEnter={() => props.onSeen(code)}
      onPointerLeave={() => props.onSeen(null)}
    >
      {props.children}
      <span className={style.odds}>
        {end ? <b className={style.end}>{t(end)}</b> : code.startsWith('single') ? odds.split(' ')[0] : odds}
      </span>
      {hasFacts ? (
        <Facts code={code} limits={limits} />
      ) : (
        <span className={style.edge}>{formatPercent(limit.edge, locale)}</span>
      )}
      {isSide && <Others {...props} />}
      {stake > 0n && (
        <span className={style.chips}>
          <ChipStack amount={stake} {...{ chips, picture }} isPending={pending.has(code)} />
        </span>
      )}
    </button>
  )
}

/** What the whole table has staked on a spot. */
function Others({ totals: all, code }: SpotProps): ReactNode {
  const t = useTranslations('table.bet')
  const locale = useLocaleCode()
  const total = all.find((one) => one.spot === code)
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
