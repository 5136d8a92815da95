import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import style from './sign-in-links.module.css'

/** Links below the sign-in form: registration and password reset. */
export function SignInLinks(props: { hasAccount?: boolean; onLeave?: () => void }): ReactNode {
  const t = useTranslations('signIn')
  const reset = useTranslations('passwordReset')
  const frame = useTranslations('frame')
  return (
    <div>
      {!props.hasAccount && (
        <p className={style.line}>
          {t('noAccount')}
          <Link to="/register" className={buttonClass('quiet')} onClick={props.onLeave}>
            {frame('register')}
          </Link>
        </p>
      )}
      <p className={style.line}>
        {reset('forgot')}
        <Link to="/reset" className={buttonClass('quiet')} onClick={props.onLeave}>
          {reset('title')}
        </Link>
      </p>
    </div>
  )
}
