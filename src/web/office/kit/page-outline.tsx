import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './panel.module.css'
import { Empty, LoadingRows } from './states.tsx'

/** The two layouts of pages: `ListAndDetail` and `Sheet` of `panel.tsx`. */
export type PageLayout = 'list' | 'sheet'

/**
 * A page whose code is being loaded: its panels and rows at their places. It has no heading, because it is not the page
 * yet.
 */
export function PageOutline(props: { layout: PageLayout; isDetailOpen: boolean }): ReactNode {
  const panel = (
    <>
      <div className={classes.bar}>
        <Skeleton className={classes.titleOutline ?? ''} />
      </div>
      <LoadingRows />
    </>
  )
  if (props.layout === 'sheet') return <div className={classes.sheet}>{panel}</div>
  return (
    <div className={classes.page} data-detail={props.isDetailOpen || undefined}>
      <div className={classes.list}>{panel}</div>
      <div className={classes.detail}>{props.isDetailOpen ? <LoadingRows /> : <Empty text="" />}</div>
    </div>
  )
}
