import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatMoney } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { Notice } from './play-state.ts'
import style from './notice-line.module.css'

/** Message keys by the member's own limit that a stake would exceed. */
const limitMessageKeys = { wager: 'limit', loss: 'limitLoss', session_time: 'limitTime' } as const

/** One line over the stage: the reason of a refusal, or the loss of the connection. */
export function NoticeLine({ notice, onDismiss }: { notice: Notice | null; onDismiss: () => void }): ReactNode {
  const t = useTranslations('slot.notice')
  const locale = useLocaleCode()
  const offline = useOffline()
  const common = useTranslations('common')
  const kind = offline ? 'offline' : notice?.kind
  if (!kind) return <div role="alert" />
  const isLimit = !offline && notice?.kind === 'limit'
  const remaining = isLimit ? formatMoney(notice.remaining, locale) : ''
  const number = notice?.kind === 'void' ? String(notice.nonce) : ''
  return (
    <div className={style.place} role="alert">
      <p className={style.line}>
        <Icon name="info" size={18} />
        <span className={style.text}>
          <span>{t(isLimit ? limitMessageKeys[notice.which] : kind, { remaining, number })}</span>
          {(kind === 'limit' || kind === 'excluded') && (
            <a className={style.link} href="/limits" target="_blank" rel="noopener">
              {t('seeLimits')}
            </a>
          )}
        </span>
        {!offline && kind !== 'closed' && kind !== 'jackpotClosed' && (
          <button type="button" className={style.close} aria-label={common('close')} onClick={onDismiss}>
            <Icon name="close" size={16} />
          </button>
        )}
      </p>
    </div>
  )
}

function useOffline(): boolean {
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
