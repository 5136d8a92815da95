import type { CompEntry } from '#contract/shapes.ts'
import { formatMoment, formatNumber, formatPercent } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/words.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { EmptyList } from '../empty-list.tsx'
import { usePage } from '../page-data.ts'
import { Pager } from '../pager.tsx'
import style from './comp.module.css'
import { useCompList } from './use-comp-list.ts'

/** One line a bet: its day and game, its stake, the rate and the points. */
export function CompList(): ReactNode {
  const words = useTranslations('account.comp')
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useCompList(skip)
  if (data === undefined) {
    return error === null ? <Skeleton rows={6} height={52} /> : <Failure error={error} retry={() => void refetch()} />
  }
  if (data.comps.length === 0) return <EmptyList of="comps">{words('none')}</EmptyList>
  return (
    <>
      <ul className={style.list}>
        {data.comps.map((entry) => (
          <CompLine key={`${entry.roundId} ${entry.date} ${entry.point}`} entry={entry} />
        ))}
      </ul>
      <Pager skip={skip} maxCount={data.maxCount} onSkip={setSkip} />
    </>
  )
}

function CompLine({ entry }: { entry: CompEntry }): ReactNode {
  const words = useTranslations('account.comp')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  return (
    <li className={`${style.line} money`}>
      <span className={style.game}>{entry.gameName}</span>
      <b className={style.point} data-less={entry.point.startsWith('-') || undefined}>
        <span className="visually-hidden">{words('point')} </span>
        {entry.point.startsWith('-') ? '' : '+'}
        {exactPoint(entry.point, locale)}
      </b>
      <span className={style.when}>{formatMoment(entry.date, brand.timeZone)}</span>
      <span className={style.when}>
        {words('bet')} {formatNumber(entry.bet, locale)} · {formatPercent(entry.rate, locale)}
      </span>
    </li>
  )
}

/** A bet may earn less than a whole point: its fraction is shown, unlike that of the sum. */
function exactPoint(point: string, locale: Parameters<typeof formatNumber>[1]): string {
  const [whole = '0', fraction] = point.split('.')
  const sign = whole === '-0' ? '-' : ''
  return sign + formatNumber(whole, locale) + (fraction === undefined ? '' : `.${fraction}`)
}
