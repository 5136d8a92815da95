import type { ReactNode } from 'react'
import classes from './forms.module.css'

/** The first cell of a row that can be selected: its name as a button for the keyboard, and a line below. */
export function PickCell(props: { name: ReactNode; sub: ReactNode; isPicked: boolean; onPick: () => void }): ReactNode {
  return (
    <>
      <button type="button" className={classes.pick} aria-current={props.isPicked || undefined} onClick={props.onPick}>
        {props.name}
      </button>
      <span className={classes.sub}>{props.sub}</span>
    </>
  )
}
