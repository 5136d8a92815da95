import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { SharedRounds } from './shared-rounds.tsx'

/** `/shared`: the rounds that the member shares, to take them back. */
export function Page(): ReactNode {
  const t = useTranslations('history')
  return (
    <PageFrame title={t('shared')} narrow>
      <Card>
        <SharedRounds />
      </Card>
    </PageFrame>
  )
}
