import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SeedFault } from '#domain/games/seed-chain.ts'
import style from './fairness-panel.module.css'

/** The faults of the chain, each with its pair, the expected value and the one found. */
export function SeedFaults({ faults }: { faults: readonly SeedFault[] }): ReactNode {
  const t = useTranslations('play.fairness')
  const title = useId()
  if (faults.length === 0) return null
  return (
    <section className={style.faults} role="alert" aria-labelledby={title}>
      <h3 id={title}>{t('faultTitle')}</h3>
      <p>{t('faultText')}</p>
      <ul>
        {faults.map((fault) => (
          <li key={JSON.stringify(fault)}>
            <p>{t('faultOf', { pair: fault.pair, fault: t(`fault.${fault.kind}`) })}</p>
            <p>
              {t('expected')}: <code className={style.code}>{fault.expected || '-'}</code>
            </p>
            <p>
              {t('got')}: <code className={style.code}>{fault.got || '-'}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
