import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'

/** The time since the first window of the sign-in was opened, formatted; `startedAt` is a `performance.now()` time. */
export function usePlayed(startedAt: number): string {
  const t = useTranslations('play.session')
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const all = Math.max(0, Math.floor((now - startedAt) / 60_000))
  const hours = Math.floor(all / 60)
  const minutes = all % 60
  return hours > 0 ? t('hours', { hours, minutes }) : t('minutes', { minutes })
}
