import { formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { SaveEvidence } from '#web/member/lazy-cards.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { usePage } from '#web/member/page-data.ts'

/** Until when the office has blocked the member, and what stays possible; renders nothing for other members. */
export function BlockCard(): ReactNode {
  const t = useTranslations('member.blocked')
  const { timeZone } = usePage().site.brand
  const { data } = useMemberPage()
  const block = data?.block ?? null
  if (block === null) return null
  return (
    <Card title={t('title')} wide>
      <p>{block.until === null ? t('open') : t('until', { time: formatMoment(block.until, timeZone) })}</p>
      <p>{t('text')}</p>
      <SaveEvidence />
    </Card>
  )
}
