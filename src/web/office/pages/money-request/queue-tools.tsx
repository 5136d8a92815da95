import { Button, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { requestTypes } from '#domain/money-request.ts'
import { SearchBox } from '#web/office/kit/listed.tsx'
import classes from './queue.module.css'

const shows = ['open', 'mine', 'decided'] as const
const types = ['all', ...requestTypes] as const
export type QueueFilter = { show: (typeof shows)[number]; type: (typeof types)[number]; typed: string }
type Counts = { deposits: number; withdrawals: number; mine: number }

/** The filters of the queue, with the numbers of open requests. */
export function QueueTools(props: {
  filter: QueueFilter
  onFilter: (filter: QueueFilter) => void
  counts: Counts | undefined
  onHelp: () => void
}): ReactNode {
  const { filter, onFilter } = props
  const t = useTranslations('office')
  return (
    <div className={classes.tools}>
      <SegmentedControl
        size="xs"
        aria-label={t('moneyRequest.show')}
        value={filter.show}
        onChange={(show) => onFilter({ ...filter, show })}
        data={shows.map((value) => ({ value, label: t(`moneyRequest.${value}`) + countOf(value, props.counts) }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('moneyRequest.type')}
        value={filter.type}
        onChange={(type) => onFilter({ ...filter, type })}
        data={types.map((value) => ({
          value,
          label: value === 'all' ? t('common.all') : t(`moneyRequest.${value}`),
        }))}
      />
      <SearchBox
        placeholder={t('moneyRequest.search')}
        value={filter.typed}
        onChange={(typed) => onFilter({ ...filter, typed })}
      />
      <Button
        size="xs"
        variant="default"
        className={classes.shortcuts ?? ''}
        onClick={props.onHelp}
        aria-label={t('moneyRequest.shortcuts')}
      >
        ?
      </Button>
    </div>
  )
}

function countOf(show: QueueFilter['show'], counts: Counts | undefined): string {
  if (counts === undefined || show === 'decided') return ''
  return ` ${show === 'mine' ? counts.mine : counts.deposits + counts.withdrawals}`
}
