import type { OfficeTable } from '#contract/shared-round.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSecondsTo } from '#web/office/kit/age.tsx'
import classes from '#web/office/kit/forms.module.css'

/** What a table does now, in words. */
export function useTableState(): (table: OfficeTable) => string {
  const t = useTranslations('office.sharedRound')
  return ({ offered, resting, round, series }) => {
    if (!offered) return t('notOffered')
    if (round !== null) return t(`states.${round.state}`)
    if (resting) return t('resting')
    return series === null || series.phase === 'running' ? t('between') : t(`phases.${series.phase}`)
  }
}

/** The number of the round in progress, with the time that is left to bet. */
export function CurrentRound({ table }: { table: OfficeTable }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const { round } = table
  if (round === null) return '–'
  return (
    <>
      {t('number', { number: round.number })}
      {round.state === 'open' && (
        <span className={classes.sub}>
          <Left closesAt={round.closesAt} />
        </span>
      )}
    </>
  )
}

function Left({ closesAt }: { closesAt: string }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const seconds = useSecondsTo(closesAt)
  return seconds === 0 ? t('due') : t('left', { seconds })
}
