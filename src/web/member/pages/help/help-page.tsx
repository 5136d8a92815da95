import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { Faq } from './faq.tsx'
import { HelpForm } from './help-form.tsx'
import { HelpList } from './help-list.tsx'
import { useDuration } from './use-duration.ts'
import { useUsualTimes } from './use-usual-times.ts'
import style from './help.module.css'

/** Customer centre: common questions, write, read replies, delete all. */
export function Page(): ReactNode {
  const t = useTranslations('help')
  const faq = useTranslations('helpFaq')
  const duration = useDuration()
  const { data: times } = useUsualTimes()
  const reply = times?.reply ?? null
  return (
    <PageFrame title={t('title')}>
      <Card title={faq('title')} wide>
        <Faq times={times ?? null} />
      </Card>
      <Card title={t('write')}>
        {reply !== null && <p className={style.usual}>{faq('usual', { time: duration(reply) })}</p>}
        <HelpForm />
      </Card>
      <HelpList />
    </PageFrame>
  )
}
