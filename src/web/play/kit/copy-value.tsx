import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import style from './copy-value.module.css'

/** A long value of a definition list with a copy button. */
export function CopyValue({ term, value }: { term: string; value: string }): ReactNode {
  const t = useTranslations('play.fairness')
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(value).then(() => setCopied(true))
  return (
    <div className={style.value}>
      <dt>{term}</dt>
      <dd>
        <code className={style.code}>{value}</code>
        <Button variant="quiet" aria-label={`${t('copy')}: ${term}`} onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      </dd>
    </div>
  )
}
