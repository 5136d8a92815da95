import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { MyPageFrame } from '#web/member/kit/my-page-frame.tsx'
import { Statement } from './statement.tsx'

/** My page: the statement of a period. */
export function Page(): ReactNode {
  const t = useTranslations('statement')
  return (
    <MyPageFrame tab="statement">
      <Card title={t('title')} wide>
        <Statement />
      </Card>
    </MyPageFrame>
  )
}
