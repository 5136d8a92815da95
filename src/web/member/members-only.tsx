import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from './navigation.tsx'
import { SignInForm } from './sign-in-form.tsx'
import style from './members-only.module.css'

/** In the place of a page that guests may not see: msg2001 and the way in. The page follows once signed in. */
export function MembersOnly(): ReactNode {
  const messages = useTranslations('messages')
  const words = useTranslations('signIn')
  const frame = useTranslations('frame')
  return (
    <main id="main" className={style.page}>
      <h1 className={style.title}>{messages('msg2001')}</h1>
      <SignInForm />
      <p className={style.register}>
        {words('noAccount')}
        <Link to="/register" className={buttonClass('quiet')}>
          {frame('register')}
        </Link>
      </p>
    </main>
  )
}
