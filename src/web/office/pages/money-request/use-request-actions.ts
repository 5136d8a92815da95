import type { OfficeRequest } from '#contract/money-request.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl'
import { formatAmount } from '#web/office/kit/figures.ts'
import { showFailure, showSuccess, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'

/** Actions of an operator on a request, and the messages of their refusals. */

export type DecideKind = 'approve' | 'approveFirst' | 'pay' | 'reject'

/**
 * The approving action for an open request: where this operator cannot decide it alone, the first of two approvals. The
 * dialog of a deposit chooses again by the amount received.
 */
export function approvalKind(request: OfficeRequest): Exclude<DecideKind, 'reject'> {
  if (request.needsSecond) return 'approveFirst'
  return request.type === 'deposit' ? 'approve' : 'pay'
}

export type RequestActions = {
  claim: (request: OfficeRequest, takeOver?: boolean) => void
  release: (request: OfficeRequest, takeOver?: boolean) => void
  isBusy: boolean
}

/** Claim, release and take over; decisions have their own dialogs. */
export function useRequestActions(): RequestActions {
  const t = useTranslations('office.moneyRequest')
  const refusalMessage = useRefusalMessage()
  const claim = useOfficeAction('claim-request', (answer) => {
    if (answer.status === 'success') showSuccess(t('claimedToast'))
    else showFailure(refusalMessage(answer))
  })
  const release = useOfficeAction('release-request', (answer) => {
    if (answer.status === 'success') showSuccess(t('releasedToast'))
    else showFailure(refusalMessage(answer))
  })
  return {
    claim: (request, takeOver = false) => claim.mutate({ id: request.id, takeOver }),
    release: (request, takeOver = false) => release.mutate({ id: request.id, takeOver }),
    isBusy: claim.isPending || release.isPending,
  }
}

type Refusal =
  | { status: 'taken' | 'late'; by: string }
  | { status: 'stopped'; since: string }
  | { status: 'limit'; remaining: string }
  | { status: 'none' | 'excluded' | 'unclaimed' | 'self' | 'single' | 'second' | 'conflict' | 'amount' | 'reason' }
  | { status: 'unreadable' }

/** Maps a refusal to its message; if another operator acted first, the message names them. */
export function useRefusalMessage(): (refusal: Refusal) => string {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const locale = intlLocale[useLocaleCode()]
  return (refusal) => {
    switch (refusal.status) {
      case 'taken':
        return t('moneyRequest.taken', { by: refusal.by })
      case 'late':
        return t('moneyRequest.alreadyDecided', { by: refusal.by })
      case 'stopped':
        return t('moneyRequest.stopped', { time: formatMoment(refusal.since, timeZone) })
      case 'unclaimed':
        return t('moneyRequest.unclaimed')
      case 'self':
        return t('moneyRequest.approvedByYou')
      case 'single':
        return t('moneyRequest.noApprovalNeeded')
      case 'second':
        return t('moneyRequest.needsFirstApproval')
      case 'conflict':
        return t('errors.conflict')
      case 'amount':
        return t('moneyRequest.badAmount')
      case 'reason':
        return t('moneyRequest.reasonRequired')
      case 'excluded':
        return t('moneyRequest.excessExcluded')
      case 'limit':
        return t('moneyRequest.excessLimit', { remaining: formatAmount(refusal.remaining, locale) })
      case 'unreadable':
        return t('moneyRequest.unreadableAccount')
      case 'none':
        return t('moneyRequest.gone')
    }
  }
}
