import { splitLocale } from '#i18n/locales.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, type ReactNode } from 'react'
import { LazySignInLinks } from './lazy-sign-in-links.tsx'
import { usePath } from './navigation.tsx'
import { usePage } from './page-data.ts'
import { SignInForm } from './sign-in-form.tsx'
import style from './members-only.module.css'
import { useDocumentTitle } from './use-document-title.ts'

/** The page a guest wanted before going round by the page of signing in; `/` when they came from anywhere else. */
let wanted = '/'

/** Where signing in leads: to the page that was wanted, once. */
export function takeWanted(): string {
  const path = wanted
  wanted = '/'
  return path
}

/** In the place of a page that guests may not see: msg2001 and the way in. The page follows once signed in. */
export function MembersOnly(): ReactNode {
  const messages = useTranslations('messages')
  const t = useTranslations('signIn')
  const path = usePath()
  useDocumentTitle(`${t('title')} | ${usePage().site.brand.name}`)
  useEffect(() => {
    const here = path + location.search + location.hash
    return () => {
      wanted = splitLocale(location.pathname).rest === '/login' ? here : '/'
    }
  }, [path])
  return (
    <main id="main" className={style.page}>
      <h1 className={style.title}>{messages('msg2001')}</h1>
      <SignInForm />
      <LazySignInLinks />
    </main>
  )
}
