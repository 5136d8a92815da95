import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'

/** In place of a form for guests: the member is signed in, and gets a link to the home page. */
export function AlreadySignedIn(): ReactNode {
  const t = useTranslations('signIn')
  const notFound = useTranslations('notFound')
  return (
    <>
      <p>{t('already')}</p>
      <Link to="/" className={buttonClass('gilt', true)}>
        {notFound('home')}
      </Link>
    </>
  )
}
