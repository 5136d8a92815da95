import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './register.module.css'

export type LegalName = 'terms' | 'privacy'

const paragraphs = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** The terms or the text on personal data, as agreed to when signing up and as shown under their own addresses. */
export function LegalText({ of }: { of: LegalName }): ReactNode {
  const legal = useTranslations('registration.legal')
  const { brand } = usePage().site
  return (
    <ol className={style.text}>
      {paragraphs.map((which) => (
        <li key={which}>
          {of === 'terms'
            ? legal(`terms.${which}`, { brand: brand.name, age: brand.minAge })
            : legal(`privacy.${which}`)}
        </li>
      ))}
    </ol>
  )
}
