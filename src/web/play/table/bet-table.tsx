import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireTableLimits } from '#contract/table.ts'
import type { Spot } from '#domain/games/table/table-game.ts'
import { intlLocale } from '#i18n/locales.ts'
import { unbroken } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { amountOf } from './stakes.ts'
import type { KindTexts } from './table-kind.ts'
import style from './table-info.module.css'

/** Spots with odds, edge and limits. */
export function BetTable(props: {
  limits: WireTableLimits
  spots: readonly Spot[]
  texts: Pick<KindTexts, 'spot' | 'odds'>
}): ReactNode {
  const { limits, spots, texts } = props
  const t = useTranslations('table.info')
  const money = useMoney()
  const locale = useLocaleCode()
  const amount = (wire: string) => unbroken(money(amountOf(wire)))
  const percent = new Intl.NumberFormat(intlLocale[locale], { style: 'percent', minimumFractionDigits: 4 })
  return (
    <section>
      <h3 className={style.heading}>{t('bets')}</h3>
      <table className={style.bets}>
        <thead>
          <tr>
            <th scope="col">{t('bet')}</th>
            <th scope="col">{t('odds')}</th>
            <th scope="col">{t('edge')}</th>
            <th scope="col">{t('limits')}</th>
          </tr>
        </thead>
        <tbody>
          {spots.map((spot) => {
            const limit = limits.spots.find((one) => one.spot === spot.code)
            return (
              <tr key={spot.code}>
                <th scope="row">{texts.spot(spot.code)}</th>
                <td>{texts.odds(spot)}</td>
                <td>{limit ? percent.format(Number(limit.edge) / 100) : ''}</td>
                <td>
                  {amount(limits.leastStake)} – {limit ? amount(limit.most) : ''}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
