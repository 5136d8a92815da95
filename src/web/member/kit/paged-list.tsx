import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import type { ReactNode } from 'react'
import { EmptyList, type EmptyPicture } from './empty-list.tsx'
import { Pager } from './pager.tsx'

type Query<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }

/** A paged list: skeleton, error with retry, empty state, rows and pager. */
export function PagedList<Data extends { maxCount: number }, Row>(props: {
  query: Query<Data>
  rowsOf: (data: Data) => readonly Row[]
  /** Size of the skeleton, so that nothing shifts when the rows arrive. */
  awaited: { rows: number; height: number }
  /** The picture and the text of an empty list. */
  picture: EmptyPicture
  none: string
  skip: number
  onSkip: (skip: number) => void
  children: (rows: readonly Row[]) => ReactNode
}): ReactNode {
  const { data, error, refetch } = props.query
  if (data === undefined) {
    return error === null ? <Skeleton {...props.awaited} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const rows = props.rowsOf(data)
  if (rows.length === 0) return <EmptyList of={props.picture}>{props.none}</EmptyList>
  return (
    <>
      {props.children(rows)}
      <Pager skip={props.skip} maxCount={data.maxCount} onSkip={props.onSkip} />
    </>
  )
}
