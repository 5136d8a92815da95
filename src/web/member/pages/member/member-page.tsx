import { bankNameIn } from '#domain/bank-names.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { LimitsCard, TransferCard } from '#web/member/lazy-cards.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { BetList } from '#web/member/pages/history/bet-list-card.tsx'
import { BlockNotice } from './block-notice.tsx'
import { PasswordForm } from './password-form.tsx'
import { PinForm } from './pin-form.tsx'
import { Sessions } from '#web/member/pages/sign-in/sessions-card.tsx'
import { Statement } from '#web/member/pages/statement/statement-card.tsx'
import style from './member-page.module.css'

/** My page: profile, sessions, password and PIN, limits, provider wallets, statement and bets. */
export function Page(): ReactNode {
  const t = useTranslations('member')
  const history = useTranslations('history')
  const sessions = useTranslations('signInSessions')
  const statement = useTranslations('statement')
  return (
    <PageFrame title={t('title')}>
      <BlockNotice />
      <Card title={t('profile')}>
        <Profile />
      </Card>
      <Card title={sessions('title')}>
        <Sessions />
      </Card>
      <Card title={t('password')}>
        <PasswordForm />
      </Card>
      <Card title={t('pin')}>
        <PinForm />
      </Card>
      <LimitsCard />
      <TransferCard />
      <Card title={statement('title')} wide>
        <Statement />
      </Card>
      <Card title={history('title')} wide>
        <BetList />
      </Card>
    </PageFrame>
  )
}

function Profile(): ReactNode {
  const t = useTranslations('member')
  const locale = useLocaleCode()
  const { data, error, refetch } = useMemberPage()
  if (data === undefined) {
    return error === null ? <Skeleton rows={6} height={24} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const { user } = data
  const lines = [
    ['id', user.userId],
    ['nick', user.nick],
    ['phone', user.phone],
    ['bank', bankNameIn(user.bankname, locale)],
    ['owner', user.bankOwner],
    ['account', user.banknum],
    ['level', t('levelValue', { level: user.level })],
  ] as const
  return (
    <dl className={`${style.profile} money`}>
      {lines.map(([key, value]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{value === '' ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
