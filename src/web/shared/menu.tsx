import { useId, type ReactNode } from 'react'
import style from './menu.module.css'

/** A button with a list below it, on the native popover: Escape and a click outside close it. */
export function Menu(props: {
  label: string
  button: ReactNode
  className?: string | undefined
  children: ReactNode
}): ReactNode {
  const id = useId()
  const anchor = `--menu${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`
  return (
    <div className={style.menu}>
      <button
        type="button"
        popoverTarget={id}
        aria-label={props.label}
        className={props.className}
        style={{ anchorName: anchor }}
      >
        {props.button}
      </button>
      <div id={id} popover="auto" className={style.list} style={{ positionAnchor: anchor }}>
        {props.children}
      </div>
    </div>
  )
}
