import { intlLocale } from '#i18n/locales.ts'
import { call } from '#web/shared/api.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Empty, Failure } from '#web/shared/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { useFormatLimit } from './limit-figures.ts'
import style from './limits.module.css'

/** The time played on each of the last 7 days, and its total. */
export function TimePlayed(): ReactNode {
  const t = useTranslations('limit.played')
  return (
    <Card title={t('title')} wide>
      <p className={style.text}>{t('text')}</p>
      <Days />
    </Card>
  )
}

/** A bar is full at the longest day, but not below an hour: a few minutes should not look like much. */
const fullBarMinutes = 60

function Days(): ReactNode {
  const t = useTranslations('limit.played')
  const locale = useLocaleCode()
  const figure = useFormatLimit()
  const { data, error, refetch } = useQuery({
    queryKey: ['get-time-played'],
    queryFn: ({ signal }) => call('get-time-played', {}, { signal }),
  })
  if (data === undefined) {
    return error === null ? <Skeleton rows={4} height={44} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const { days } = data
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)
  if (total === 0) return <Empty>{t('empty')}</Empty>
  const full = Math.max(fullBarMinutes, ...days.map(({ minutes }) => minutes))
  const time = (minutes: number) => figure('session_time', String(minutes))
  // A day is a date without a time zone, so it is formatted as midnight in UTC. The weekday is a message, because the fonts
  // have only the letters of the messages.
  const date = new Intl.DateTimeFormat(intlLocale[locale], { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  const named = (day: string) => {
    const at = new Date(`${day}T00:00:00Z`)
    return t('day', { weekday: String(at.getUTCDay()), date: date.format(at) })
  }
  return (
    <>
      <ol aria-label={t('title')} className={`${style.days} money`}>
        {days.map(({ day, minutes }) => (
          <li key={day} className={style.day}>
            <time dateTime={day}>{named(day)}</time>
            <div className={style.dayBar} aria-hidden="true">
              {minutes > 0 && <div style={{ flexBasis: `max(4px, ${(minutes / full) * 100}%)` }} />}
            </div>
            <span className={minutes === 0 ? style.none : undefined}>{time(minutes)}</span>
          </li>
        ))}
      </ol>
      <p className={`${style.total} money`}>{t('total', { time: time(total) })}</p>
    </>
  )
}
