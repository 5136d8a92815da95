import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Card, PageFrame } from '../page-frame.tsx'
import { AskForm } from './request-form.tsx'
import { CodeForm } from './code-form.tsx'

/** A forgotten password: ask the office, then set a new one with its code. Both steps stand open, for they are hours apart. */
export function Page(): ReactNode {
  const t = useTranslations('records.reset')
  // Typed once, for both.
  const [id, setId] = useState('')
  return (
    <PageFrame title={t('title')}>
      <Card title={t('askTitle')}>
        <AskForm id={id} onId={setId} />
      </Card>
      <Card title={t('codeTitle')}>
        <CodeForm id={id} onId={setId} />
      </Card>
    </PageFrame>
  )
}
