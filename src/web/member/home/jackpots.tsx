import { formatMoney } from '#web/shared/format.ts'
import { useStore } from '#web/shared/store.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { rollingJackpot } from '#web/member/lobby/jackpot-figures.ts'
import { usePage } from '../page-data.ts'
import style from './jackpots.module.css'

const tiers = ['mega', 'major', 'minor'] as const

/**
 * The three jackpot pools. A pool that does not exist yet shows a placeholder. Figures roll once that chunk has loaded.
 */
export function Jackpots(): ReactNode {
  const home = useTranslations('home')
  const locale = useLocaleCode()
  const rolling = useStore(rollingJackpot, null)
  const { jackpots } = usePage().site
  const preparing = <p className={style.preparing}>{home('preparing')}</p>
  const className = `${style.amount} money`
  return (
    <section className={style.jackpots} aria-label={home('jackpots')}>
      {tiers.map((tier) => {
        const pool = jackpots.find((jackpot) => jackpot.tier === tier)
        return (
          <div key={tier} className={style.card} data-tier={tier}>
            <h2 className={style.tier}>{home(tier)}</h2>
            {rolling !== null ? (
              <rolling.Figure first={pool} {...{ tier, preparing, className }} hitClassName={style.hit ?? ''} />
            ) : pool === undefined ? (
              preparing
            ) : (
              <p className={className}>{formatMoney(pool.amount, locale)}</p>
            )}
          </div>
        )
      })}
    </section>
  )
}
