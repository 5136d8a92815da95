import { bankNameIn } from '#domain/bank-names.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { TransferCard } from '#web/member/lazy-cards.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { MyPageFrame } from '#web/member/kit/my-page-frame.tsx'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import style from './account-page.module.css'

/** My page: the profile, and money at providers with a wallet of their own. */
export function Page(): ReactNode {
  const t = useTranslations('member')
  return (
    <MyPageFrame tab="account">
      <Card title={t('profile')} wide>
        <Profile />
      </Card>
      <TransferCard />
    </MyPageFrame>
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
