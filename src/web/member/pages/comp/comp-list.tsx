import type { CompEntry } from '#contract/comp.ts'
import { formatMoment, formatNumber, formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { exactNumber } from '#web/member/kit/exact-number.ts'
import { usePage } from '#web/member/page-data.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import style from './comp.module.css'
import { useCompList } from './use-comp-list.ts'

/** One line per bet: date, game, stake, rate and points; and one per bet that was undone or void, which takes its points back. */
export function CompList(): ReactNode {
  const t = useTranslations('comp')
  const [skip, setSkip] = useState(0)
  return (
    <PagedList
      query={useCompList(skip)}
      rowsOf={(data) => data.comps}
      awaited={{ rows: 6, height: 52 }}
      picture="comps"
      none={t('none')}
      skip={skip}
      onSkip={setSkip}
    >
      {(entries) => (
        <ul className={style.list}>
          {entries.map((entry) => (
            <CompLine key={`${entry.roundId} ${entry.date} ${entry.point}`} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function CompLine({ entry }: { entry: CompEntry }): ReactNode {
  const t = useTranslations('comp')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const isLess = entry.point.startsWith('-')
  return (
    <li className={`${style.line} money`}>
      <span className={style.game}>{entry.gameName}</span>
      <b className={style.point} data-less={isLess || undefined}>
        {!isLess && <span className="visually-hidden">{t('point')} </span>}
        {isLess ? '' : '+'}
        {/* A bet may earn less than a whole point, so the fraction is shown, unlike in the total. */}
        {exactNumber(entry.point, locale)}
      </b>
      <span className={style.when}>{formatMoment(entry.date, brand.timeZone)}</span>
      <span className={style.when}>
        {isLess ? t('undone') : `${t('bet')} ${formatNumber(entry.bet, locale)} · ${formatPercent(entry.rate, locale)}`}
      </span>
    </li>
  )
}
