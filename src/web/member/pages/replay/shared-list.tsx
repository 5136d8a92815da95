import { call } from '#web/shared/api.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { WatchLink } from './watch-link.tsx'
import style from './watch.module.css'

/** The rounds of a game that members let be listed. */
export function SharedList({ game }: { game: string }): ReactNode {
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  const { data, error, refetch } = useQuery({
    queryKey: ['get-listed-replays', game],
    queryFn: ({ signal }) => call('get-listed-replays', { game }, { signal }),
  })
  if (data === undefined) {
    return error === null ? <Skeleton rows={2} height={64} /> : <Failure error={error} retry={() => void refetch()} />
  }
  if (data.replays.length === 0) return <p className={style.text}>{t('noShared')}</p>
  return (
    <ul className={style.rounds}>
      {data.replays.map(({ id, names, multiple, day }) => (
        <li key={id} className={style.round}>
          <span className={style.name}>
            <b>{t('times', { multiple })}</b>
            <span className={style.second}>{day}</span>
          </span>
          <WatchLink {...{ game }} watch={id} name={`${names[locale]} ${t('times', { multiple })}`} />
        </li>
      ))}
    </ul>
  )
}
