import { formatPercent } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { CompLevels } from './comp-levels.tsx'
import { useCompRates, type CompRates as Rates } from './use-comp-rates.ts'
import style from './comp.module.css'

/** The cards with the current comp rates: of the member's level by kind of game, and of all levels. */
export function CompRates(): ReactNode {
  const t = useTranslations('comp')
  const { data, error, refetch } = useCompRates()
  const awaited = (rows: number) =>
    error === null ? <Skeleton rows={rows} height={36} /> : <Failure error={error} retry={() => void refetch()} />
  return (
    <>
      <Card title={t('rates')}>{data === undefined ? awaited(3) : <OwnRates rates={data} />}</Card>
      <Card title={t('levels')} wide>
        {data === undefined ? awaited(10) : <CompLevels rates={data} />}
      </Card>
    </>
  )
}

function OwnRates({ rates }: { rates: Rates }): ReactNode {
  const t = useTranslations('comp')
  const menu = useTranslations('menu')
  const locale = useLocaleCode()
  return (
    <>
      <p className={style.text}>{t('level', { level: rates.level })}</p>
      <dl className={`${style.rates} money`}>
        {rates.rates.map(({ kind, rate }) => (
          <div key={kind}>
            <dt>{menu(kind)}</dt>
            <dd>{formatPercent(rate, locale)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
