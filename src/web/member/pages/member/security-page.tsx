import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { MyPageFrame } from '#web/member/kit/my-page-frame.tsx'
import { Sessions } from '#web/member/pages/sign-in/sessions-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PinForm } from './pin-form.tsx'

/** My page: password, withdrawal PIN, and where the member is signed in. */
export function Page(): ReactNode {
  const t = useTranslations('member')
  const sessions = useTranslations('signInSessions')
  return (
    <MyPageFrame tab="security">
      <Card title={t('password')}>
        <PasswordForm />
      </Card>
      <Card title={t('pin')}>
        <PinForm />
      </Card>
      <Card title={sessions('title')} wide>
        <Sessions />
      </Card>
    </MyPageFrame>
  )
}
