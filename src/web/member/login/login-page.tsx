import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { takeWanted } from '../members-only.tsx'
import { Link, useGoTo } from '../navigation.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { useSession } from '../session.ts'
import { SignInForm } from '../sign-in-form.tsx'
import { SignInWays } from '../sign-in-ways.tsx'

/** Signing in as a page of its own; who is in already is shown the way home. */
export function Page(): ReactNode {
  const words = useTranslations('account.login')
  const notFound = useTranslations('notFound')
  const session = useSession()
  const goTo = useGoTo()
  return (
    <PageFrame title={words('title')} narrow>
      <Card>
        {session.kind === 'member' ? (
          <>
            <p>{words('already')}</p>
            <Link to="/" className={buttonClass('gilt', true)}>
              {notFound('home')}
            </Link>
          </>
        ) : (
          <>
            <SignInForm onDone={() => goTo(takeWanted())} />
            <SignInWays />
          </>
        )}
      </Card>
    </PageFrame>
  )
}
