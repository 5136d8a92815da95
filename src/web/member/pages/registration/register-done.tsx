import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import { usePage } from '#web/member/page-data.ts'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import style from './register.module.css'

/** The registration is complete, or awaits approval; the text takes the focus so that screen readers announce it. */
export function RegisterDone({ id, pending }: { id: string; pending: boolean }): ReactNode {
  const t = useTranslations('registration')
  const frame = useTranslations('frame')
  const { approvalMinutes } = usePage().site.brand
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <PageFrame title={t(pending ? 'pendingTitle' : 'doneTitle')} narrow>
      <Card>
        <p ref={text} tabIndex={-1}>
          {pending ? t('pendingText', { minutes: approvalMinutes }) : t('doneText')}
        </p>
        <p className={style.id}>
          {t('pendingId')} <b>{id}</b>
        </p>
        <Link to="/login" className={buttonClass('gilt', true)}>
          {frame('login')}
        </Link>
      </Card>
    </PageFrame>
  )
}
