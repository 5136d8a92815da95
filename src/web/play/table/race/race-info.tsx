import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { raceBets, type RaceBet } from '#domain/games/table/race/marks.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { intlLocale } from '#i18n/locales.ts'
import { unbroken } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { InfoRules } from '../info-rules.tsx'
import { amountOf } from '../stakes.ts'
import type { TableSession } from '../table-session.ts'
import { betOf } from './race-bets.ts'
import style from '../table-info.module.css'

type InfoProps = { session: TableSession; game: TableGame }

/** The five kinds of bets with odds, edge and limits, and the rules. */
export function RaceInfo({ session, game }: InfoProps): ReactNode {
  const t = useTranslations('race')
  const rules = [
    ...raceBets.map((bet) => `${t(`bet.${bet}`)}: ${t(`rules.${bet}`)}`),
    ...(['odds', 'strength', 'path', 'schedule', 'void'] as const).map((key) => t(`rules.${key}`)),
  ]
  return (
    <>
      <Bets {...{ session, game }} />
      <InfoRules rules={rules} keys={t('keys')} />
    </>
  )
}

/** What the spots of each kind have, from the least to the most. */
function Bets({ session: { limits }, game }: InfoProps): ReactNode {
  const t = useTranslations('table.info')
  const race = useTranslations('race')
  const money = useMoney()
  const locale = useLocaleCode()
  const percent = new Intl.NumberFormat(intlLocale[locale], {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const figure = new Intl.NumberFormat(intlLocale[locale], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const rangeOf = (values: readonly number[], format: (value: number) => string) => {
    const [from, to] = [Math.min(...values), Math.max(...values)].map(format)
    return from === to ? from : `${from} – ${to}`
  }
  const limitsOf = (bet: RaceBet) => limits.spots.filter(({ spot }) => betOf(spot)?.bet === bet)
  const oddsOf = (bet: RaceBet) =>
    game.spots
      .filter(({ code }) => betOf(code)?.bet === bet)
      .map(({ pays: [rule] }) => (rule ? rule.returns[0] / rule.returns[1] : 0))
  const amount = (wire: string) => unbroken(money(amountOf(wire)))
  const mostOf = (bet: RaceBet) => {
    const most = limitsOf(bet).map((one) => ({ ...one, amount: amountOf(one.most) }))
    const sorted = most.toSorted((one, other) => (one.amount < other.amount ? -1 : 1))
    const [from, to] = [sorted[0]?.most ?? '0', sorted.at(-1)?.most ?? '0']
    return from === to ? amount(to) : `${amount(from)} – ${amount(to)}`
  }
  return (
    <section>
      <h3 className={style.heading}>{t('bets')}</h3>
      <p>{race('least', { amount: amount(limits.leastStake) })}</p>
      <table className={style.bets}>
        <thead>
          <tr>
            <th scope="col">{t('bets')}</th>
            <th scope="col">{t('odds')}</th>
            <th scope="col">{t('edge')}</th>
            <th scope="col">{race('most')}</th>
          </tr>
        </thead>
        <tbody>
          {raceBets.map((bet) => (
            <tr key={bet}>
              <th scope="row">{race(`bet.${bet}`)}</th>
              <td>{rangeOf(oddsOf(bet), (odds) => race('odds', { odds: figure.format(odds) }))}</td>
              <td>
                {rangeOf(
                  limitsOf(bet).map(({ edge }) => Number(edge) / 100),
                  (edge) => percent.format(edge),
                )}
              </td>
              <td>{mostOf(bet)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
