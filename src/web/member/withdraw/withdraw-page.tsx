import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { TransferCard } from '../late-cards.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { RequestList } from '../request-list.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

/** Withdrawal: amount and PIN; the list tells how it goes. */
export function Page(): ReactNode {
  const words = useTranslations('account.withdraw')
  return (
    <PageFrame title={words('title')}>
      <Card title={words('applyTitle')}>
        <WithdrawForm />
      </Card>
      <Card title={words('history')}>
        <RequestList type="withdraw" />
      </Card>
      <TransferCard />
    </PageFrame>
  )
}
