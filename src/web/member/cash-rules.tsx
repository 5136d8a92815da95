import type { CashRules } from '#contract/shapes.ts'
import { formatNumber } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './cash-rules.module.css'

/** What one side of the cashier allows, in words: amounts, hours, how long it takes. */
export function CashRulesText({ rules, side }: { rules: CashRules; side: 'deposit' | 'withdraw' }): ReactNode {
  const cash = useTranslations('account.cash')
  const locale = useLocaleCode()
  const { min, max, step } = rules[side]
  const figure = (amount: string) => formatNumber(amount, locale)
  return (
    <ul className={`${style.rules} money`}>
      <li>{cash('limits', { min: figure(min), max: figure(max), step: figure(step) })}</li>
      <li>{rules.hours === null ? cash('hoursAlways') : cash('hours', rules.hours)}</li>
      <li>{cash('expected', { minutes: rules.expectedMinutes })}</li>
    </ul>
  )
}

/** What stands in the way before anything is typed: closed doors, a wait, money still to be staked. */
export function CashNotice({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={`${style.notice} money`}>
      <Icon name="info" size={18} />
      {children}
    </p>
  )
}
