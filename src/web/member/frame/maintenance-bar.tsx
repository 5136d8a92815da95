import { Icon } from '#web/shared/icons.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useStore } from '#web/shared/store.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { maintenance } from './maintenance.ts'
import { usePage } from '#web/member/page-data.ts'
import style from './maintenance-bar.module.css'
import { loadMessages } from '#web/member/message-parts.ts'

/** A dismissible bar on every page during maintenance. */
export function MaintenanceBar(): ReactNode {
  const { site } = usePage()
  const latest = useStore(maintenance)
  const now = latest === 'unknown' ? site.maintenance : latest
  const [hasMessages, setHasMessages] = useState(false)
  const [closed, setClosed] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const until = now?.until ?? null
  useEffect(() => {
    if (now !== null)
      loadMessages('live').then(
        () => setHasMessages(true),
        () => undefined,
      )
  }, [now])
  useEffect(() => {
    if (until === null) return
    // Timers are limited to 32 bits; a longer wait is recomputed at the next refresh.
    const leftMs = Math.min(2 ** 31 - 1, Math.max(0, Date.parse(until) - Date.now()))
    const timer = setTimeout(() => setOver(until), leftMs)
    return () => clearTimeout(timer)
  }, [until])
  if (now === null || (until !== null && over === until) || !hasMessages || closed === JSON.stringify(now)) return null
  return <Bar until={until} texts={now.texts} close={() => setClosed(JSON.stringify(now))} />
}

function Bar(props: {
  until: string | null
  texts: Readonly<Record<string, string | undefined>>
  close: () => void
}): ReactNode {
  const t = useTranslations('maintenance')
  const common = useTranslations('common')
  const { brand } = usePage().site
  const own = props.texts[useLocaleCode()]
  return (
    <aside className={style.bar} aria-label={t('title')}>
      <output className={style.text}>
        <strong>{t('title')}</strong>{' '}
        {props.until === null ? t('open') : t('until', { time: formatMoment(props.until, brand.timeZone) })}
        {own !== undefined && <span className={style.own}>{own}</span>}
      </output>
      <button type="button" className={style.close} aria-label={common('close')} onClick={props.close}>
        <Icon name="close" size={18} />
      </button>
    </aside>
  )
}
