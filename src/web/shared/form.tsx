import type { ReactNode } from 'react'

/** A form without native validation, submitted by script; ignored while `busy`, so nothing is sent twice. */
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
