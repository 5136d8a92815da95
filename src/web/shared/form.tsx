import type { ReactNode } from 'react'

/** A form that judges its own fields and is sent by script; while one sending is under way there is no second. */
export function Form(props: {
  className: string | undefined
  busy: boolean
  onSubmit: () => unknown
  children: ReactNode
}): ReactNode {
  return (
    <form
      className={props.className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!props.busy) props.onSubmit()
      }}
    >
      {props.children}
    </form>
  )
}
