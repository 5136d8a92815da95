import { buttonClass } from '#web/shared/button.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { ExclusionText } from './exclusion-text.tsx'
import { Link } from './navigation.tsx'
import { Card } from './page-frame.tsx'
import { useLimits } from './use-limits.ts'

/** The way to the limits, and the break or exclusion that holds. */
export function LimitsCard(): ReactNode {
  const t = useTranslations('limits')
  const { data } = useLimits()
  const away = data?.limits.exclusion ?? null
  return (
    <Card title={t('title')}>
      {away === null ? <p>{t('card.text')}</p> : <ExclusionText away={away} />}
      <Link to="/limits" className={buttonClass('plain')}>
        {t('card.open')}
      </Link>
    </Card>
  )
}

/** On pages where a restricted member meets a refusal: why, and until when. Nothing for everybody else. */
export function ExclusionCard(): ReactNode {
  const { data } = useLimits()
  const away = data?.limits.exclusion ?? null
  if (away === null) return null
  return (
    <Card wide>
      <ExclusionText away={away} />
    </Card>
  )
}
