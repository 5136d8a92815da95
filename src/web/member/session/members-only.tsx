import { splitLocale } from '#i18n/locales.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, type ReactNode } from 'react'
import { LazyJoinReasons, LazySignInLinks } from './lazy-sign-in-links.tsx'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { usePath } from '#web/member/navigation.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The page that a guest was on before the login page; `/` otherwise. */
let returnPath = '/'

/** The page to open after signing in; returned once. */
export function takeReturnPath(): string {
  const path = returnPath
  returnPath = '/'
  return path
}

/** Replaces a members-only page for guests: msg2001 and the sign-in form. The page renders after signing in. */
export function MembersOnly(): ReactNode {
  const messages = useTranslations('messages')
  const t = useTranslations('signIn')
  const path = usePath()
  useEffect(() => {
    const here = path + location.search + location.hash
    return () => {
      returnPath = splitLocale(location.pathname).rest === '/login' ? here : '/'
    }
  }, [path])
  return (
    <PageFrame title={messages('msg2001')} documentTitle={t('title')}>
      <Card>
        <SignInForm />
        <LazySignInLinks />
      </Card>
      <LazyJoinReasons />
    </PageFrame>
  )
}
