import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { Card, PageFrame } from '../page-frame.tsx'
import { AskForm } from './ask-form.tsx'
import { CodeForm } from './code-form.tsx'

/** A forgotten password: ask the office, then set a new one with its code. Both steps stand open, for they are hours apart. */
export function Page(): ReactNode {
  const words = useTranslations('records.reset')
  // Typed once, for both.
  const [id, setId] = useState('')
  return (
    <PageFrame title={words('title')}>
      <Card title={words('askTitle')}>
        <AskForm id={id} onId={setId} />
      </Card>
      <Card title={words('codeTitle')}>
        <CodeForm id={id} onId={setId} />
      </Card>
    </PageFrame>
  )
}
