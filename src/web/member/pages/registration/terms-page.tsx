import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { LegalText } from './legal-text.tsx'

/** `/terms`: a public page with the text that members agree to when they sign up. */
export function Page(): ReactNode {
  const legal = useTranslations('registration.legal')
  return (
    <PageFrame title={legal('termsTitle')} narrow>
      <Card>
        <LegalText of="terms" />
      </Card>
    </PageFrame>
  )
}
