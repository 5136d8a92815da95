import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { ExclusionCard } from '#web/member/lazy-cards.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { BlockCard } from '#web/member/pages/member/block-card.tsx'
import { RequestList } from './request-list.tsx'
import { CurrentRequest } from './request-tracker.tsx'
import { DepositSteps } from './deposit-steps.tsx'

/** Deposit: why there is none for now, its steps, or the progress of the request that is open; the list of all requests. */
export function Page(): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  return (
    <PageFrame title={t('title')}>
      <BlockCard />
      <ExclusionCard />
      <Card title={t('applyTitle')}>
        <CurrentRequest type="deposit">
          <DepositSteps />
        </CurrentRequest>
      </Card>
      <Card title={t('history')}>
        <RequestList type="deposit" />
      </Card>
    </PageFrame>
  )
}
