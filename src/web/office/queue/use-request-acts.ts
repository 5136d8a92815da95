import type { OfficeRequest } from '#contract/office.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl'
import { showFailure, showSuccess, useMe, useOfficeAct } from '../use-office.ts'

/** What an operator does with a request, and what they are told when someone else was faster. */

export type DecideKind = 'approve' | 'approveFirst' | 'pay' | 'reject'

/** What saying yes to an open request is called: a great withdrawal is approved by one operator before another pays it. */
export function consentTo(request: OfficeRequest): Exclude<DecideKind, 'reject'> {
  if (request.type === 'deposit') return 'approve'
  return request.needsSecond ? 'approveFirst' : 'pay'
}

export type RequestActs = {
  claim: (request: OfficeRequest, takeOver?: boolean) => void
  release: (request: OfficeRequest, takeOver?: boolean) => void
  isBusy: boolean
}

/** Claim, release and take over; the decisions have dialogs of their own. */
export function useRequestActs(): RequestActs {
  const t = useTranslations('office.queue')
  const sayRefusal = useRefusalMessage()
  const claim = useOfficeAct('claim-request', (answer) => {
    if (answer.status === 'success') showSuccess(t('claimedToast'))
    else showFailure(sayRefusal(answer))
  })
  const release = useOfficeAct('release-request', (answer) => {
    if (answer.status === 'success') showSuccess(t('releasedToast'))
    else showFailure(sayRefusal(answer))
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
  | { status: 'none' | 'unclaimed' | 'self' | 'single' | 'second' | 'conflict' | 'amount' }

/** Puts a refusal into words; the loser of a race reads who won. */
export function useRefusalMessage(): (refusal: Refusal) => string {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  return (refusal) => {
    switch (refusal.status) {
      case 'taken':
        return t('queue.taken', { by: refusal.by })
      case 'late':
        return t('queue.late', { by: refusal.by })
      case 'stopped':
        return t('queue.stopped', { time: formatMoment(refusal.since, timeZone) })
      case 'unclaimed':
        return t('queue.unclaimed')
      case 'self':
        return t('queue.approvedByYou')
      case 'single':
        return t('queue.oneIsEnough')
      case 'second':
        return t('queue.takesTwo')
      case 'conflict':
        return t('errors.conflict')
      case 'amount':
        return t('queue.badAmount')
      case 'none':
        return t('queue.gone')
    }
  }
}
