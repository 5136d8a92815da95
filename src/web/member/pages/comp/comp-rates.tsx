import { call } from '#web/shared/api.ts'
import { formatPercent } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import style from './comp.module.css'

/** The current comp rates of the member's level, by kind of game. */
export function CompRates(): ReactNode {
  const t = useTranslations('comp')
  const menu = useTranslations('menu')
  const locale = useLocaleCode()
  const { data, error, refetch } = useQuery({
    queryKey: ['get-comp-rates'],
    queryFn: ({ signal }) => call('get-comp-rates', {}, { signal }),
  })
  if (data === undefined) {
    return error === null ? <Skeleton rows={3} height={36} /> : <Failure error={error} retry={() => void refetch()} />
  }
  return (
    <>
      <p className={style.text}>{t('level', { level: data.level })}</p>
      <dl className={`${style.rates} money`}>
        {data.rates.map(({ kind, rate }) => (
          <div key={kind}>
            <dt>{menu(kind)}</dt>
            <dd>{formatPercent(rate, locale)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
