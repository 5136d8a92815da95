import type { OfficeSharedRound, OfficeTable } from '#contract/shared-round.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSlashFocus } from '#web/office/kit/panel.tsx'
import { useGameName } from './spot-name.ts'
import style from './shared-round.module.css'

const states = ['open', 'closed', 'dealt', 'settled', 'void'] as const satisfies readonly OfficeSharedRound['state'][]

const choices = [...states, 'waits'] as const

/** `''`: all, and of the day today. `waits`: those whose void waits for a second operator, of all days. */
export type RoundFilter = { table: string; state: OfficeSharedRound['state'] | 'waits' | ''; day: string }
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
      <NativeSelect
        size="xs"
        aria-label={t('state')}
        value={filter.state}
        onChange={(event) =>
          onFilter({ ...filter, state: choices.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('allStates') },
          ...states.map((value) => ({ value, label: t(`states.${value}`) })),
          { value: 'waits', label: t('waits') },
        ]}
      />
      <TextInput
        ref={day}
        size="xs"
        type="date"
        aria-label={t('day')}
        value={filter.day}
        disabled={filter.state === 'waits'}
        onChange={(event) => onFilter({ ...filter, day: event.currentTarget.value })}
      />
    </div>
  )
}
