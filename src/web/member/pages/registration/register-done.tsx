import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import { usePage } from '#web/member/page-data.ts'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import style from './register.module.css'

/** What a registration led to: `contact` is where to ask when it cannot be completed online. */
export type RegisterOutcome = { status: 'success' | 'pending'; id: string } | { status: 'contact'; contact: string }

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

/** The registration cannot be completed online; the reason is not known here, and the text is the same for all. */
export function RegisterContact({ contact }: { contact: string }): ReactNode {
  const t = useTranslations('registration')
  const frame = useTranslations('frame')
  const { brand } = usePage().site
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <PageFrame title={t('contactTitle')} narrow>
      <Card>
        <p ref={text} tabIndex={-1}>
          {t(contact === '' ? 'contactPlainText' : 'contactText')}
        </p>
        {contact !== '' && (
          <p className={style.id}>
            {t('contactLabel')} <ContactAddress contact={contact} />
          </p>
        )}
        <Link to="/" className={buttonClass('gilt', true)}>
          {frame('home', { brand: brand.name })}
        </Link>
      </Card>
    </PageFrame>
  )
}

/** An address and an https link can be followed; any other text, such as a telephone number, is shown as it is. */
function ContactAddress({ contact }: { contact: string }): ReactNode {
  if (/^https:\/\/\S+$/.test(contact)) {
    return (
      <a href={contact} rel="noopener noreferrer">
        {contact}
      </a>
    )
  }
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? <a href={`mailto:${contact}`}>{contact}</a> : <b>{contact}</b>
}
