import type { OfficeRequest } from '#contract/money-request.ts'
import type { OfficeAnswers } from '#contract/office-api.ts'
import { amountFromWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl'
import { formatAmount } from '#web/office/kit/figures.ts'
import type { Fact } from '#web/office/kit/panel.tsx'
import { useMe } from '#web/office/kit/use-office.ts'

export type RequestHistory = Extract<OfficeAnswers['get-request'], { status: 'success' }>['history']

/**
 * Why a request takes two operators: its excess, the sum of 24 hours, or, for a payment, who credited the member, or a
 * first payment. `credited` is the amount that a deposit would be credited with.
 */
export function useWhyTwo(): (request: OfficeRequest, credited?: string) => string {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  return (request, credited = request.amount) => {
    const [day, settled, amount] = [request.day, credited, request.amount].map((text) => amountFromWire(text) ?? 0n)
    const from = request.secondFrom === null ? null : amountFromWire(request.secondFrom)
    if (from !== null && (day ?? 0n) + (settled ?? 0n) >= from)
      return t('twoOperators', { from: formatAmount(request.secondFrom ?? '0', locale) })
    return t(
      request.type === 'deposit' && (settled ?? 0n) > (amount ?? 0n) ? 'twoOperatorsMore' : 'twoOperatorsCredited',
    )
  }
}

/** What both operators decide by: the sum of 24 hours, and what the first one recorded, once there is a first approval. */
export function useApprovalFacts({ request, history }: { request: OfficeRequest; history: RequestHistory }): Fact[] {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const { type, day, amount, proposal } = request
  const note = history.findLast(({ state }) => state === 'awaiting_second')?.note ?? ''
  return [
    [t(type === 'deposit' ? 'dayCredited' : 'dayPaid'), formatAmount(day, locale)],
    proposal === null ? null : [t('approvedBy'), `${proposal.by} · ${formatMoment(proposal.at, timeZone)}`],
    proposal === null || proposal.credited === amount
      ? null
      : [t('proposedAmount'), formatAmount(proposal.credited, locale)],
    proposal === null || note === '' ? null : [t('firstNote'), note],
  ]
}
