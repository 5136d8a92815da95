import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import style from './fairness.module.css'

/** What a verified round does not prove. */
export function BoundsCard(): ReactNode {
  const t = useTranslations('fairness.bounds')
  return (
    <Card title={t('title')}>
      <ul className={style.bounds}>
        {(['predict', 'average', 'advantage'] as const).map((bound) => (
          <li key={bound}>{t(bound)}</li>
        ))}
      </ul>
    </Card>
  )
}

/** In the order of the computation; `docs/fairness.md` has the same rules at length. */
const rules = [
  'data',
  'canonical',
  'commitment',
  'stream',
  'bytes',
  'rejection',
  'modulus',
  'order',
  'window',
  'lines',
  'scatter',
  'retrigger',
  'mechanics',
  'pay',
  'tables',
  'decisions',
] as const

/** Every rule that a program needs to compute a round. */
export function RulesCard(): ReactNode {
  const t = useTranslations('fairness.rules')
  return (
    <Card title={t('title')} wide>
      <p className={style.second}>{t('text')}</p>
      <ol className={style.rules}>
        {rules.map((rule) => (
          <li key={rule}>{t(rule)}</li>
        ))}
      </ol>
    </Card>
  )
}
