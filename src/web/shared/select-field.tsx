import { useId, type ReactNode } from 'react'
import { described, Frame } from './field.tsx'
import field from './field.module.css'

/** One of a few options, on the native select. */
export function SelectField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { readonly value: string; readonly label: string }[]
}): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={props.label}>
      <div className={field.box}>
        <select
          {...described(id, undefined, undefined)}
          className={field.input}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </Frame>
  )
}
