import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { formatMoment, formatMoney } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useOwnRounds } from './use-own-rounds.ts'
import style from './fairness.module.css'

/** The member's last rounds, to choose one. */
export function OwnRounds({ onChoose }: { onChoose: (roundId: string) => void }): ReactNode {
  const t = useTranslations('fairness.form')
  const replay = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const { timeZone } = usePage().site.brand
  const { data, error, refetch } = useOwnRounds()
  if (data === undefined) {
    return error === null ? <Skeleton rows={4} height={44} /> : <Failure error={error} retry={() => void refetch()} />
  }
  // The result of an open round has not been shown yet.
  const rounds = data.bets.filter(({ status }) => status === 'completed')
  if (rounds.length === 0) return <p className={style.second}>{t('ownEmpty')}</p>
  return (
    <>
      <ul className={style.rounds}>
        {rounds.map((bet) => {
          const date = formatMoment(bet.betTime, timeZone)
          return (
            <li key={bet.roundId}>
              <button
                type="button"
                className={style.round}
                aria-label={t('choose', { game: bet.gameName, date })}
                onClick={() => onChoose(bet.roundId)}
              >
                <span className={style.roundGame}>{bet.gameName}</span>
                <span className={`${style.roundFacts} money`}>
                  {date} · {replay('stake')} {formatMoney(bet.balanceBet, locale)} · {replay('pay')}{' '}
                  {formatMoney(bet.balanceWin, locale)}
                </span>
                <Icon name="right" size={16} />
              </button>
            </li>
          )
        })}
      </ul>
      <p className={style.third}>{t('ownText', { count: rounds.length })}</p>
    </>
  )
}
