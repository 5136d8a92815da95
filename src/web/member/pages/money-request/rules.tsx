import type { CashRules } from '#contract/money-request.ts'
import { formatNumber } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './rules.module.css'
import { fittingBounds, type CashSide, type RequestType } from '#domain/money-request.ts'
import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'

/** The rules of deposits or withdrawals: amounts, opening hours, processing time. */
export function CashRulesText({ rules, side }: { rules: CashRules; side: RequestType }): ReactNode {
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  const { min, max, step } = fittingBounds(cashSideOf(rules[side]))
  const figure = (amount: Amount) => formatNumber(amountToWire(amount), locale)
  return (
    <ul className={`${style.rules} money`}>
      <li>{cash('limits', { min: figure(min), max: figure(max), step: figure(step) })}</li>
      <li>{rules.hours === null ? cash('hoursAlways') : cash('hours', rules.hours)}</li>
      <li>{cash('expected', { minutes: rules[side].usualMinutes })}</li>
    </ul>
  )
}

/** The bounds of an answer as amounts. */
export function cashSideOf(side: { min: string; max: string; step: string }): CashSide {
  return {
    min: amountFromWire(side.min) ?? 0n,
    max: amountFromWire(side.max) ?? 0n,
    step: amountFromWire(side.step) ?? 1n,
  }
}

/** A reason for which a request would be refused: closed hours, a waiting period, turnover still due. */
export function CashNotice({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={`${style.notice} money`}>
      <Icon name="info" size={18} />
      {children}
    </p>
  )
}
