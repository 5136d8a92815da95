import { formatMoment, formatNumber } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/words.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { EmptyList } from '../empty-list.tsx'
import { usePage } from '../page-data.ts'
import { Pager } from '../pager.tsx'
import { useBets } from './use-bets.ts'
import style from './user.module.css'

/** What the member staked and won, bet by bet. */
export function BetList(): ReactNode {
  const words = useTranslations('account.user')
  const comp = useTranslations('account.comp')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useBets(skip)
  if (data === undefined) {
    return error === null ? <Skeleton rows={5} height={36} /> : <Failure error={error} retry={() => void refetch()} />
  }
  if (data.bets.length === 0) return <EmptyList of="games">{words('noBets')}</EmptyList>
  return (
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
            {data.bets.map((bet) => (
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
      <Pager skip={skip} maxCount={data.maxCount} onSkip={setSkip} />
    </>
  )
}
