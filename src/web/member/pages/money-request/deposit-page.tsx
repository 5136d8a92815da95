import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { ExclusionCard } from '#web/member/lazy-cards.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { RequestList } from './request-list.tsx'
import { AccountCard } from './account-card.tsx'
import { DepositForm } from './deposit-form.tsx'

/** Deposit: request the account, pay, file the request; the list shows its progress. */
export function Page(): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  return (
    <PageFrame title={t('title')}>
      <ExclusionCard />
      <Card title={t('accountTitle')} wide>
        <AccountCard />
      </Card>
      <Card title={t('applyTitle')}>
        <DepositForm />
      </Card>
      <Card title={t('history')}>
        <RequestList type="deposit" />
      </Card>
    </PageFrame>
  )
}
