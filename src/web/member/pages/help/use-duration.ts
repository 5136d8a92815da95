import { useTranslations } from 'use-intl/react'

/** Minutes in words: `35 min`, `1 h 20 min`. */
export function useDuration(): (minutes: number) => string {
  const t = useTranslations('helpFaq')
  return (minutes) =>
    minutes < 60 ? t('minutes', { minutes }) : t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
