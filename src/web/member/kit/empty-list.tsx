import { Empty } from '#web/shared/states.tsx'
import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'

export type EmptyPicture = 'notes' | 'requests' | 'helps' | 'comps' | 'games' | 'notices'

/** An empty list with its picture from the art build. */
export function EmptyList(props: { of: EmptyPicture; children: ReactNode }): ReactNode {
  const { art } = usePage()
  return <Empty picture={art[`empty/${props.of}`]}>{props.children}</Empty>
}
