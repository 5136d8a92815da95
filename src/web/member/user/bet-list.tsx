import { formatMoment, formatNumber } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/words.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import { PagedList } from '../paged-list.tsx'
import { useBets } from './use-bets.ts'
import style from './user.module.css'

/** What the member staked and won, bet by bet. */
export function BetList(): ReactNode {
  const words = useTranslations('account.user')
  const comp = useTranslations('account.comp')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const [skip, setSkip] = useState(0)
  return (
    <PagedList
      query={useBets(skip)}
      rowsOf={(data) => data.bets}
      awaited={{ rows: 5, height: 36 }}
      picture="games"
      none={words('noBets')}
      skip={skip}
      onSkip={setSkip}
    >
      {(bets) => (
        <>
          {/* A table wider than a phone is scrolled; the keyboard must reach it too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className={style.scroll} aria-label={words('bets')} tabIndex={0}>
            <table className={`${style.bets} money`}>
              <thead>
                <tr>
                  <th scope="col">{comp('date')}</th>
                  <th scope="col">{comp('game')}</th>
                  <th scope="col" className={style.figure}>
                    {words('stake')}
                  </th>
                  <th scope="col" className={style.figure}>
                    {words('win')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {bets.map((bet) => (
                  <tr key={bet.roundId}>
                    <td>{formatMoment(bet.betTime, brand.timeZone)}</td>
                    <td>
                      {bet.gameName}
                      {bet.status !== 'completed' && ` (${words(bet.status)})`}
                    </td>
                    <td className={style.figure}>{formatNumber(bet.balanceBet, locale)}</td>
                    <td className={style.figure}>{formatNumber(bet.balanceWin, locale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </PagedList>
  )
}
