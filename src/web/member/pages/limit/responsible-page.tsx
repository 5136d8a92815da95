import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { Link } from '#web/member/navigation.tsx'
import style from './limits.module.css'

const parts = ['odds', 'tools', 'house', 'signs'] as const

/** `/responsible`: what games are, what members can set themselves, what the platform does, and where help is. */
export function Page(): ReactNode {
  const t = useTranslations('limitPlay')
  const footer = useTranslations('footer')
  const menu = useTranslations('menu')
  return (
    <PageFrame title={footer('responsible')}>
      <p className={style.intro}>{t('lead')}</p>
      {parts.map((part) => (
        <Card key={part} title={t(`${part}.title`)}>
          <p className={style.text}>{t(`${part}.text`)}</p>
        </Card>
      ))}
      <Card wide>
        <div className={style.ways}>
          <Link to="/limits" className={buttonClass('gilt')}>
            {t('limits')}
          </Link>
          <Link to="/help" className={buttonClass('plain')}>
            {menu('help')}
          </Link>
        </div>
      </Card>
    </PageFrame>
  )
}
