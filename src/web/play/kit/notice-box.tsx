import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Icon } from '#web/shared/icons.tsx'
import style from './notice-box.module.css'

/** Message keys by the member's own limit that a stake would exceed. */
export const limitMessageKeys = { wager: 'limit', loss: 'limitLoss', session_time: 'limitTime' } as const

/** One line over the stage; null: nothing to say. */
export function NoticeBox(props: {
  text: string | null
  /** Links to the member's own limits. */
  hasLimits: boolean
  /** Null: the line stays while its reason lasts. */
  onDismiss: (() => void) | null
}): ReactNode {
  const { text, hasLimits, onDismiss } = props
  const t = useTranslations('play.notice')
  const common = useTranslations('common')
  if (text === null) return <div role="alert" />
  return (
    <div className={style.place} role="alert">
      <p className={style.line}>
        <Icon name="info" size={18} />
        <span className={style.text}>
          <span>{text}</span>
          {hasLimits && (
            <a className={style.link} href="/limits" target="_blank" rel="noopener">
              {t('seeLimits')}
            </a>
          )}
        </span>
        {onDismiss && (
          <button type="button" className={style.close} aria-label={common('close')} onClick={onDismiss}>
            <Icon name="close" size={16} />
          </button>
        )}
      </p>
    </div>
  )
}

/** Whether the browser has no connection. */
export function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const update = () => setOffline(!navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return offline
}
