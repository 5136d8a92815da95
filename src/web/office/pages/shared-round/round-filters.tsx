import type { OfficeSharedRound, OfficeTable } from '#contract/shared-round.ts'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSlashFocus } from '#web/office/kit/panel.tsx'
import { StateAndDayFields, type StateAndDay } from '#web/office/kit/round-list.tsx'
import { useGameName } from './spot-name.ts'
import style from './shared-round.module.css'

const states = ['open', 'closed', 'dealt', 'settled', 'void'] as const satisfies readonly OfficeSharedRound['state'][]

/** `table`: `''` for all of them. Without a day the rounds of today. */
export type RoundFilter = { table: string } & StateAndDay<OfficeSharedRound['state']>
export const noRoundFilter: RoundFilter = { table: '', state: '', day: '' }

/** What the list of rounds is limited to; `/` focuses the day. */
export function RoundFilters(props: {
  filter: RoundFilter
  tables: readonly OfficeTable[]
  onFilter: (next: RoundFilter) => void
}): ReactNode {
  const t = useTranslations('office.sharedRound')
  const gameName = useGameName()
  const day = useSlashFocus()
  const { filter, tables, onFilter } = props
  return (
    <div className={style.filters}>
      <h2 className={style.heading}>{t('rounds')}</h2>
      <NativeSelect
        size="xs"
        aria-label={t('table')}
        value={filter.table}
        onChange={(event) => onFilter({ ...filter, table: event.currentTarget.value })}
        data={[
          { value: '', label: t('allTables') },
          ...tables.map(({ name, game, brand }) => ({ value: name, label: `${gameName(game)} (${brand})` })),
        ]}
      />
      <StateAndDayFields
        states={states}
        filter={filter}
        onFilter={(next) => onFilter({ ...filter, ...next })}
        dayRef={day}
        labels={{
          state: t('state'),
          allStates: t('allStates'),
          waits: t('waits'),
          day: t('day'),
          stateOf: (state) => t(`states.${state}`),
        }}
      />
    </div>
  )
}
