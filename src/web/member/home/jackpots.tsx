import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/words.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import style from './jackpots.module.css'

const tiers = ['mega', 'major', 'minor'] as const

/** The three pools. One that does not exist yet says so: no figure is ever invented. */
export function Jackpots(): ReactNode {
  const home = useTranslations('home')
  const locale = useLocaleCode()
  const { jackpots } = usePage().site
  return (
    <section className={style.jackpots} aria-label={home('jackpots')}>
      {tiers.map((tier) => {
        const pool = jackpots.find((jackpot) => jackpot.tier === tier)
        return (
          <div key={tier} className={style.card} data-tier={tier}>
            <h2 className={style.tier}>{home(tier)}</h2>
            {pool === undefined ? (
              <p className={style.preparing}>{home('preparing')}</p>
            ) : (
              <p className={`${style.amount} money`}>{formatMoney(pool.amount, locale)}</p>
            )}
          </div>
        )
      })}
    </section>
  )
}
