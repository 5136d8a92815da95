import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { takeWanted } from '../members-only.tsx'
import { Link, useGoTo } from '../navigation.tsx'
import { Card, PageFrame } from '../page-frame.tsx'
import { useSession } from '../session.ts'
import { SignInForm } from '../sign-in-form.tsx'
import style from './login.module.css'

/** Signing in as a page of its own; who is in already is shown the way home. */
export function Page(): ReactNode {
  const words = useTranslations('account.login')
  const signIn = useTranslations('signIn')
  const records = useTranslations('records.reset')
  const frame = useTranslations('frame')
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
            <p className={style.line}>
              {signIn('noAccount')}
              <Link to="/register" className={buttonClass('quiet')}>
                {frame('register')}
              </Link>
            </p>
            <p className={style.line}>
              {records('forgot')}
              <Link to="/reset" className={buttonClass('quiet')}>
                {records('title')}
              </Link>
            </p>
          </>
        )}
      </Card>
    </PageFrame>
  )
}
