import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableSpotTotal, WireTableLimits } from '#contract/table.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useStore, type Store } from '#web/shared/store.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { amountOf } from '../stakes.ts'
import type { KindTexts } from '../table-kind.ts'
import { useCallTexts } from './call-text.ts'
import style from './roulette-spots.module.css'

/** The bet below the pointer or in focus: a spot, or a call of the racetrack. */
export type Inspection = { kind: 'spot' | 'call'; code: string }

/** Name, odds, edge and limits of the bet below the pointer, for the eye: the buttons have them in their labels. */
export function Inspected(props: {
  game: TableGame
  limits: WireTableLimits
  totals: readonly TableSpotTotal[]
  inspected: Store<Inspection | null>
  texts: KindTexts
}): ReactNode {
  const { game, limits, totals, inspected, texts } = props
  const t = useTranslations('roulette')
  const money = useMoney()
  const locale = useLocaleCode()
  const calls = useCallTexts(game, limits)
  const shown = useStore(inspected)
  const spot = game.spots.find(({ code }) => shown?.kind === 'spot' && code === shown.code)
  const limit = limits.spots.find((one) => one.spot === spot?.code)
  const total = totals.find((one) => one.spot === spot?.code)
  const call = shown?.kind === 'call' ? calls(shown.code) : null
  return (
    <p className={style.inspected} aria-hidden="true">
      {call && (
        <>
          <b>{call.name}</b> {call.facts}
        </>
      )}
      {spot && limit && (
        <>
          <b>{texts.spot(spot.code)}</b>{' '}
          {t('facts', {
            odds: texts.odds(spot),
            edge: formatPercent(limit.edge, locale),
            least: money(amountOf(limits.leastStake)),
            most: money(amountOf(limit.most)),
          })}
          {total && total.members > 0 && (
            <> · {t('others', { amount: money(amountOf(total.stake)), members: total.members })}</>
          )}
        </>
      )}
      {!call && !spot && t('hint')}
    </p>
  )
}
