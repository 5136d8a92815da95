import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './table-info.module.css'

/** The rules of a kind with that of every table, and the keys. */
export function InfoRules({ rules, keys }: { rules: readonly string[]; keys: string }): ReactNode {
  const t = useTranslations('table.info')
  return (
    <>
      <section>
        <h3 className={style.heading}>{t('rules')}</h3>
        <ul className={style.rules}>
          {[...rules, t('once')].map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={style.heading}>{t('keys')}</h3>
        <p>{keys}</p>
        <p>{t('keyChips')}</p>
      </section>
    </>
  )
}
