import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { takeWanted } from '../members-only.tsx'
import { Link, useGoTo } from '../navigation.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { useSession } from '../session.ts'
import { SignInForm } from '../sign-in-form.tsx'
import { SignInLinks } from '../sign-in-links.tsx'

/** Signing in as a page of its own; who is in already is shown the way home. */
export function Page(): ReactNode {
  const t = useTranslations('account.login')
  const notFound = useTranslations('notFound')
  const session = useSession()
  const goTo = useGoTo()
  return (
    <PageFrame title={t('title')} narrow>
      <Card>
        {session.kind === 'member' ? (
          <>
            <p>{t('already')}</p>
            <Link to="/" className={buttonClass('gilt', true)}>
              {notFound('home')}
            </Link>
          </>
        ) : (
          <>
            <SignInForm onDone={() => goTo(takeWanted())} />
            <SignInLinks />
          </>
        )}
      </Card>
    </PageFrame>
  )
}
