import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import { Icon } from '#web/shared/icons.tsx'
import style from './history-panel.module.css'

/** Copies the record of a round, for `/fairness` and every other verifier. */
export function CopyRecord({ text, time }: { text: () => string; time: string }): ReactNode {
  const t = useTranslations('play.history')
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(text()).then(() => setCopied(true))
  return (
    <Button variant="quiet" title={t('copy')} aria-label={copied ? t('copied') : t('copyOf', { time })} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} size={18} />
      <span className={style.copyText}>{t(copied ? 'copied' : 'copy')}</span>
    </Button>
  )
}
