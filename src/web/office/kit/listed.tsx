import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './forms.module.css'
import { Pager } from './pager.tsx'
import { useSlashFocus } from './panel.tsx'
import { Empty, LoadingRows, Problem } from './states.tsx'

/** Rows per page of the office's lists. */
export const take = 30

type Read<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }

/** A paged list with its states: loading, failed, empty, or rows with a pager. */
export function Listed<Data extends { maxCount: number }, Row>(props: {
  read: Read<Data>
  rowsOf: (data: Data) => Row[]
  empty: string
  skip: number
  onSkip: (skip: number) => void
  children: (rows: Row[]) => ReactNode
}): ReactNode {
  const t = useTranslations('office.errors')
  const { data, error, refetch } = props.read
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <Problem text={t('load')} retry={() => void refetch()} />
  }
  const rows = props.rowsOf(data)
  if (rows.length === 0) return <Empty text={props.empty} />
  return (
    <>
      {props.children(rows)}
      <Pager skip={props.skip} take={take} total={data.maxCount} onSkip={props.onSkip} />
    </>
  )
}

/** The search field of a list; `/` focuses it. */
export function SearchBox(props: {
  placeholder: string
  value: string
  onChange: (typed: string) => void
  /** For a long placeholder. */
  isWide?: boolean
}): ReactNode {
  const t = useTranslations('office.common')
  const input = useSlashFocus()
  return (
    <TextInput
      ref={input}
      size="xs"
      className={(props.isWide ? classes.wideSearch : classes.search) ?? ''}
      aria-label={t('search')}
      placeholder={props.placeholder}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
