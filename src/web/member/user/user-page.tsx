import { deviceName } from '#domain/device-name.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { LimitsCard, TransferCard } from '../late-cards.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { usePage } from '../page-data.ts'
import { useMemberPage } from '../use-member-page.ts'
import { BetList } from './bet-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { PinForm } from './pin-form.tsx'
import style from './user.module.css'

/** My page: who I am to the house, my secrets, where I am signed in, what I played. */
export function Page(): ReactNode {
  const words = useTranslations('account.user')
  return (
    <PageFrame title={words('title')}>
      <Card title={words('profile')}>
        <Profile />
      </Card>
      <Card title={words('sessions')}>
        <Sessions />
      </Card>
      <Card title={words('password')}>
        <PasswordForm />
      </Card>
      <Card title={words('pin')}>
        <PinForm />
      </Card>
      <LimitsCard />
      <TransferCard />
      <Card title={words('bets')} wide>
        <BetList />
      </Card>
    </PageFrame>
  )
}

function Profile(): ReactNode {
  const words = useTranslations('account.user')
  const { data, error, refetch } = useMemberPage()
  if (data === undefined) {
    return error === null ? <Skeleton rows={6} height={24} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const { user } = data
  const lines = [
    ['id', user.userId],
    ['nick', user.nick],
    ['phone', user.phone],
    ['bank', user.bankname],
    ['owner', user.bankOwner],
    ['account', user.banknum],
    ['level', words('levelValue', { level: user.level })],
  ] as const
  return (
    <dl className={`${style.profile} money`}>
      {lines.map(([key, value]) => (
        <div key={key}>
          <dt>{words(key)}</dt>
          <dd>{value === '' ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sessions(): ReactNode {
  const words = useTranslations('account.user')
  const { brand } = usePage().site
  const { data } = useMemberPage()
  if (data === undefined) return <Skeleton rows={2} height={46} />
  return (
    <ul className={style.sessions}>
      {data.sessions.map((session) => (
        <li key={session.id}>
          <span>{deviceName(session.device) || '-'}</span>
          <span className="money">
            {session.current
              ? words('thisDevice')
              : words('lastSeen', { date: formatMoment(session.lastSeenAt, brand.timeZone) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
