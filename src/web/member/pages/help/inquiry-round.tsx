import type { Bet } from '#contract/history.ts'
import { Button } from '#web/shared/button.tsx'
import { formatMoment, formatNumber } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './help.module.css'

/** The game round an inquiry refers to. */
export function InquiryRound({ bet, onRemove }: { bet: Bet; onRemove?: () => void }): ReactNode {
  const t = useTranslations('help')
  const history = useTranslations('history')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  return (
    <section className={`${style.round} money`} aria-label={t('round')}>
      <div>
        <b>{bet.gameName}</b>
        <span>{formatMoment(bet.betTime, brand.timeZone)}</span>
      </div>
      <div>
        <span>
          {history('stake')} {formatNumber(bet.balanceBet, locale)}
        </span>
        {bet.status !== 'open' && (
          <span>
            {history('win')} {formatNumber(bet.balanceWin, locale)}
          </span>
        )}
      </div>
      <p className={style.roundId}>{t('aboutRound', { round: bet.roundId })}</p>
      {onRemove && (
        <Button variant="quiet" onClick={onRemove}>
          {t('leaveRound')}
        </Button>
      )}
    </section>
  )
}
