import type { OperatorSum } from '#contract/operator.ts'
import { intlLocale } from '#i18n/locales.ts'
import { operatorSumsDays, operatorSumsTimes } from '#domain/operator-sums.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import forms from '#web/office/kit/forms.module.css'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useOfficeRead } from '#web/office/kit/use-office.ts'
import classes from './operator-sums.module.css'

type Row = Omit<OperatorSum, 'id'> & { id: string }

/** What each operator credited and paid in 30 days over all members; a warning for what one did both ways alone. */
export function OperatorSums(): ReactNode {
  const t = useTranslations('office.operator')
  const columns = useColumns()
  return (
    <section className={classes.sums} aria-labelledby="operator-sums">
      <h2 id="operator-sums">{t('sums', { days: operatorSumsDays })}</h2>
      <p>{t('sumsHint', { times: Number(operatorSumsTimes) })}</p>
      <Content>
        {(rows) => <DataTable label={t('sums', { days: operatorSumsDays })} columns={columns} rows={rows} />}
      </Content>
    </section>
  )
}

function Content(props: { children: (rows: readonly Row[]) => ReactNode }): ReactNode {
  const t = useTranslations('office.operator')
  const errors = useTranslations('office.errors')
  const { data, error, refetch } = useOfficeRead('get-operator-sums', {})
  if (data === undefined) {
    return error === null ? <LoadingRows rows={3} /> : <Problem text={errors('load')} retry={() => void refetch()} />
  }
  if (data.sums.length === 0) return <Empty isSmall text={t('sumsEmpty')} />
  // An operator of several brands has a row for each.
  return props.children(data.sums.map((sum) => ({ ...sum, id: `${sum.id} ${sum.brand}` })))
}

function useColumns(): TableColumn<Row>[] {
  const t = useTranslations('office.operator')
  const locale = intlLocale[useLocaleCode()]
  const money = (amount: string): string => formatAmount(amount, locale)
  return [
    {
      id: 'login',
      header: t('login'),
      cell: (row) => (
        <>
          {row.login}
          <span className={forms.sub}>{row.brand}</span>
          {row.marked ? <span className={classes.marked}>⚠ {t('marked')}</span> : null}
        </>
      ),
    },
    {
      id: 'credited',
      header: t('credited'),
      kind: 'money narrow',
      cell: (row) => (
        <>
          {money(row.credited)}
          {row.corrected === '0' ? null : (
            <span className={forms.sub}>{t('corrected', { amount: money(row.corrected) })}</span>
          )}
        </>
      ),
    },
    { id: 'paid', header: t('paid'), kind: 'money narrow', cell: (row) => money(row.paid) },
    { id: 'members', header: t('members'), kind: 'money narrow', cell: (row) => row.members },
    {
      id: 'both',
      header: t('bothWays'),
      kind: 'money',
      cell: (row) => (
        <>
          {money(row.bothWays)}
          {row.bothWaysMembers === 0 ? null : (
            <span className={forms.sub}>
              {t('bothWaysOf', { count: row.bothWaysMembers, percent: shareWithoutPlay(row) })}
            </span>
          )}
        </>
      ),
    },
  ]
}

/** In percent of the members whose play was looked up. */
function shareWithoutPlay({ withoutPlay, bothWaysMembers }: OperatorSum): number {
  return Math.round((100 * withoutPlay) / Math.min(bothWaysMembers, 200))
}
