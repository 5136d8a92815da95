import type { OfficeGameReturn } from '#contract/books.ts'
import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { DataTable } from '#web/office/kit/data-table.tsx'
import classes from './books.module.css'

/** What each game has returned, beside its par sheet; one that is too far from it is an alarm. */
export function GameReturns({ returns }: { returns: readonly OfficeGameReturn[] }): ReactNode {
  const t = useTranslations('office.books')
  const format = useFormatter()
  const locale = useLocaleCode()
  if (returns.length === 0) return null
  return (
    <section className={classes.part} aria-label={t('returns')}>
      <h3>{t('returns')}</h3>
      {returns
        .filter(({ isOff }) => isOff)
        .map(({ code, game }) => (
          <Alert key={code} color="red" title={t('returnOff', { game })}>
            {t('returnOffText')}
          </Alert>
        ))}
      <DataTable
        label={t('returns')}
        rows={returns.map((row) => ({ ...row, id: row.code }))}
        columns={[
          { id: 'game', header: t('returnGame'), cell: ({ game }) => game },
          { id: 'rounds', header: t('returnRounds'), kind: 'money', cell: ({ rounds }) => format.number(rounds) },
          {
            id: 'returned',
            header: t('returnMeasured'),
            kind: 'money',
            cell: ({ returned }) => formatPercent(returned, locale),
          },
          {
            id: 'expected',
            header: t('returnExpected'),
            kind: 'money',
            cell: ({ expected }) => formatPercent(expected, locale),
          },
          { id: 'deviations', header: t('returnDeviations'), kind: 'money', cell: ({ deviations }) => deviations },
        ]}
      />
      <p className={classes.hint}>{t('returnsHint')}</p>
    </section>
  )
}
