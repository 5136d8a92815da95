import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { HelpForm } from './help-form.tsx'
import { HelpList } from './help-list.tsx'

/** Customer centre: write, read replies, delete all. */
export function Page(): ReactNode {
  const t = useTranslations('help')
  return (
    <PageFrame title={t('title')}>
      <Card title={t('write')}>
        <HelpForm />
      </Card>
      <HelpList />
    </PageFrame>
  )
}
