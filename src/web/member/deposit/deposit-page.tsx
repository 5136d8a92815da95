import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { AwayCard } from '../late-cards.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { RequestList } from '../request-list.tsx'
import { AccountCard } from './account-card.tsx'
import { DepositForm } from './deposit-form.tsx'

/** Deposit: ask for the account, pay, apply; the list tells how it goes. */
export function Page(): ReactNode {
  const words = useTranslations('account.deposit')
  return (
    <PageFrame title={words('title')}>
      <AwayCard />
      <Card title={words('accountTitle')} wide>
        <AccountCard />
      </Card>
      <Card title={words('applyTitle')}>
        <DepositForm />
      </Card>
      <Card title={words('history')}>
        <RequestList type="deposit" />
      </Card>
    </PageFrame>
  )
}
