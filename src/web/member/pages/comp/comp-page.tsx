import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { CompList } from './comp-list.tsx'
import { CompRates } from './comp-rates.tsx'
import { ConvertForm } from './convert-form.tsx'

/** Comp: the member's points, their conversion to money, and their history. */
export function Page(): ReactNode {
  const t = useTranslations('comp')
  return (
    <PageFrame title={t('title')}>
      <Card title={t('held')}>
        <ConvertForm />
      </Card>
      <CompRates />
      <Card title={t('history')} wide>
        <CompList />
      </Card>
    </PageFrame>
  )
}
