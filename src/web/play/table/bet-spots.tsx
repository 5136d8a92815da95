import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableSpotTotal, WireTableLimits } from '#contract/table.ts'
import type { ShoeGame } from '#domain/games/table/table-game.ts'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { formatNumber, formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { ChipStack, useChipText } from './chip.tsx'
import { spotCodes, useOddsText, useSpotName } from './spot-text.ts'
import { amountOf, type Stakes } from './stakes.ts'
import style from './bet-spots.module.css'

export type SpotEnds = ReadonlyMap<string, 'won' | 'back'>

/** The keys of the spots: `use-table-keys.ts`. */
const keyOf: Readonly<Record<string, string>> = {
  banker: 'B',
  player: 'P',
  tie: 'T',
  'banker-pair': 'Shift+B',
  'player-pair': 'Shift+P',
}

/** The spots of the table as buttons: a press places the chosen chip. */
export function BetSpots(props: {
  game: ShoeGame
  limits: WireTableLimits
  chips: readonly Amount[]
  picture: string | undefined
  stakes: Stakes
  /** Spots with a placement that has no answer yet. */
  pending: ReadonlySet<string>
  totals: readonly TableSpotTotal[]
  /** How the spots ended, once the round is settled. */
  ends: SpotEnds | null
  isOpen: boolean
  onPlace: (spot: string) => void
}): ReactNode {
  const t = useTranslations('table.bet')
  return (
    <fieldset className={style.spots} aria-label={t('spots')}>
      {spotCodes.map((code) => (
        <BetSpot key={code} code={code} {...props} />
      ))}
    </fieldset>
  )
}

function BetSpot(props: Parameters<typeof BetSpots>[0] & { code: string }): ReactNode {
  const { game, limits, chips, picture, stakes, pending, totals, ends, isOpen, onPlace, code } = props
  const t = useTranslations('table.bet')
  const money = useMoney()
  const short = useChipText()
  const locale = useLocaleCode()
  const name = useSpotName()(code)
  const oddsText = useOddsText()
  const spot = game.spots.find((one) => one.code === code)
  const limit = limits.spots.find((one) => one.spot === code)
  if (!spot || !limit) return null
  const stake = stakes.get(code) ?? 0n
  const total = totals.find((one) => one.spot === code)
  const end = ends?.get(code)
  const [least, most] = [amountOf(limits.leastStake), amountOf(limit.most)]
  const odds = oddsText(spot)
  const edge = formatPercent(limit.edge, locale)
  return (
    <button
      type="button"
      data-spot={code}
      className={classes(style.spot, end === 'won' && style.won, ends !== null && end === undefined && style.lost)}
      aria-label={t('label', { spot: name, odds, edge, least: money(least), most: money(most), stake: money(stake) })}
      aria-keyshortcuts={keyOf[code]}
      aria-disabled={!isOpen || undefined}
      onClick={() => onPlace(code)}
    >
      <span className={style.name}>{name}</span>
      <span className={style.odds}>{end ? <b className={style.end}>{t(end)}</b> : odds}</span>
      <span className={style.chips}>
        {stake > 0n && <ChipStack amount={stake} {...{ chips, picture }} isPending={pending.has(code)} />}
      </span>
      <span className={style.facts}>
        <span>
          {short(least)}–{short(most)}
        </span>
        <span>{t('edge', { edge })}</span>
      </span>
      <span className={style.total}>
        {total && total.members > 0 && (
          <>
            <b className="money">{formatNumber(total.stake, locale)}</b> {t('members', { count: total.members })}
          </>
        )}
      </span>
    </button>
  )
}
