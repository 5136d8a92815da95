import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { TransferCard } from '#web/member/lazy-cards.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { RequestList } from './request-list.tsx'
import { CurrentRequest } from './request-tracker.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

/** Withdrawal: the form, or the progress of the request that is open; the list of all requests. */
export function Page(): ReactNode {
  const t = useTranslations('moneyRequest.withdraw')
  return (
    <PageFrame title={t('title')}>
      <Card title={t('applyTitle')}>
        <CurrentRequest type="withdraw">
          <WithdrawForm />
        </CurrentRequest>
      </Card>
      <Card title={t('history')}>
        <RequestList type="withdraw" />
      </Card>
      <TransferCard />
    </PageFrame>
  )
}
