import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatNumber, formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { classes } from '#web/shared/classes.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { ChipStack, useChipText } from './chip.tsx'
import { amountOf } from './stakes.ts'
import type { KindTexts, SpotsProps, Tone } from './table-kind.ts'
import style from './bet-spot.module.css'
import tones from './tone.module.css'

/** A spot of a table with few of them, as a button: a press places the chosen chip. */
export function BetSpot(
  props: SpotsProps & {
    code: string
    tone: Tone
    /** The spot of a side, whose name is large. */
    isSide: boolean
    shortcut: string | undefined
    texts: Pick<KindTexts, 'spot' | 'odds'>
  },
): ReactNode {
  const { game, limits, chips, picture, stakes, pending, totals, ends, isOpen, onPlace, code, texts } = props
  const t = useTranslations('table.bet')
  const short = useChipText()
  const locale = useLocaleCode()
  const label = useSpotLabel()
  const spot = game.spots.find((one) => one.code === code)
  const limit = limits.spots.find((one) => one.spot === code)
  if (!spot || !limit) return null
  const stake = stakes.get(code) ?? 0n
  const total = totals.find((one) => one.spot === code)
  const end = ends?.get(code)
  const [least, most] = [amountOf(limits.leastStake), amountOf(limit.most)]
  const odds = texts.odds(spot)
  return (
    <button
      type="button"
      data-spot={code}
      data-tone={props.tone}
      data-side={props.isSide || undefined}
      className={classes(
        style.spot,
        tones.tone,
        end === 'won' && style.won,
        ends !== null && end === undefined && style.lost,
      )}
      aria-keyshortcuts={props.shortcut}
      aria-disabled={!isOpen || undefined}
      onClick={() => onPlace([{ spot: code, count: 1 }])}
    >
      {/* An attribute would have to contain all that is seen on the spot. */}
      <span className="visually-hidden">
        {label({ name: texts.spot(code), odds, edge: limit.edge, least, most, stake })}
      </span>
      <span className={style.name} aria-hidden="true">
        {texts.spot(code)}
      </span>
      <span className={style.odds} aria-hidden="true">
        {end ? <b className={style.end}>{t(end)}</b> : odds}
      </span>
      <span className={style.chips} aria-hidden="true">
        {stake > 0n && <ChipStack amount={stake} {...{ chips, picture }} isPending={pending.has(code)} />}
      </span>
      <span className={style.facts} aria-hidden="true">
        <span>
          {short(least)}–{short(most)}
        </span>
        <span>{t('edge', { edge: formatPercent(limit.edge, locale) })}</span>
      </span>
      <span className={style.total} aria-hidden="true">
        {total && total.members > 0 && (
          <>
            <b className="money">{formatNumber(total.stake, locale)}</b> {t('members', { count: total.members })}
          </>
        )}
      </span>
    </button>
  )
}

/** The name of a spot's button: odds, edge, limits and the own stake. `edge` in percent, as the session has it. */
export function useSpotLabel(): (spot: {
  name: string
  odds: string
  edge: string
  least: bigint
  most: bigint
  stake: bigint
}) => string {
  const t = useTranslations('table.bet')
  const money = useMoney()
  const locale = useLocaleCode()
  return ({ name, odds, edge, least, most, stake }) =>
    t('label', {
      spot: name,
      odds,
      edge: formatPercent(edge, locale),
      least: money(least),
      most: money(most),
      stake: money(stake),
    })
}
