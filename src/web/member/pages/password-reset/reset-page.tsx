import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { RequestForm } from './request-form.tsx'
import { CodeForm } from './code-form.tsx'

/**
 * Password reset: request a code from the office, then set a new password with it. Both forms are shown, because the
 * steps may be hours apart.
 */
export function Page(): ReactNode {
  const t = useTranslations('passwordReset')
  // Shared by both forms.
  const [id, setId] = useState('')
  return (
    <PageFrame title={t('title')}>
      <Card title={t('requestTitle')}>
        <RequestForm id={id} onId={setId} />
      </Card>
      <Card title={t('codeTitle')}>
        <CodeForm id={id} onId={setId} />
      </Card>
    </PageFrame>
  )
}
