import { Icon } from '#web/shared/icons.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './join-reasons.module.css'

const reasons = ['proof', 'comp', 'cashier', 'limits'] as const

/** A picture and what members get, beside the forms of guests. */
export function JoinReasons(): ReactNode {
  const t = useTranslations('signInReasons')
  const { art } = usePage()
  return (
    <aside className={style.reasons} aria-label={t('title')}>
      {art['banner/tiger-phone'] !== undefined && (
        <img className={style.picture} src={art['banner/tiger-phone']} alt="" width={780} height={480} />
      )}
      <h2 className={style.title}>{t('title')}</h2>
      <ul className={style.list}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Icon name="check" size={18} />
            {t(reason)}
          </li>
        ))}
      </ul>
    </aside>
  )
}
