import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import { useSpotLabel } from '../bet-spot.tsx'
import { ChipStack, useChipText } from '../chip.tsx'
import { amountOf } from '../stakes.ts'
import type { SpotsProps } from '../table-kind.ts'
import { shortcutOf } from './race-bets.ts'
import { useRaceTexts } from './race-text.ts'
import style from './race-spots.module.css'

/** A spot as a button with its odds, the own stake and those of all members: a press places the chosen chip. */
export function RaceSpotButton(
  props: SpotsProps & {
    code: string
    className?: string | undefined
    /** The spot is at the pointer or in focus. */
    onSeen?: () => void
    children?: ReactNode
  },
): ReactNode {
  const { game, limits, chips, picture, stakes, pending, totals, ends, isOpen, onPlace, code } = props
  const t = useTranslations('table.bet')
  const short = useChipText()
  const label = useSpotLabel()
  const texts = useRaceTexts(game)
  const spot = game.spots.find((one) => one.code === code)
  const limit = limits.spots.find((one) => one.spot === code)
  if (!spot || !limit) return null
  const stake = stakes.get(code) ?? 0n
  const total = totals.find((one) => one.spot === code)
  const end = ends?.get(code)
  const odds = texts.odds(spot)
  const [least, most] = [amountOf(limits.leastStake), amountOf(limit.most)]
  return (
    <button
      type="button"
      data-spot={code}
      data-staked={stake > 0n || undefined}
      className={classes(style.spot, end ? style.won : ends !== null && style.lost, props.className)}
      aria-keyshortcuts={shortcutOf(code)}
      aria-disabled={!isOpen || undefined}
      onClick={() => onPlace([{ spot: code, count: 1 }])}
      onFocus={props.onSeen}
      onPointerEnter={props.onSeen}
    >
      {/* An attribute would have to contain all that is seen on the spot. */}
      <span className="visually-hidden">
        {label({ name: texts.spot(code), odds, edge: limit.edge, least, most, stake })}
      </span>
      <span className={style.main} aria-hidden="true">
        <span className={style.line}>
          {props.children}
          <span className={style.odds}>{end ? <b className={style.end}>{t(end)}</b> : odds}</span>
        </span>
        {stake > 0n && <ChipStack amount={stake} {...{ chips, picture }} isPending={pending.has(code)} />}
      </span>
      {total && total.members > 0 && (
        <span className={style.total} data-total="" aria-hidden="true">
          <b>{short(amountOf(total.stake))}</b> · {t('members', { count: total.members })}
        </span>
      )}
    </button>
  )
}
