import { useId, type ReactNode } from 'react'
import { described, Frame } from './field.tsx'
import { classes } from './classes.ts'
import field from './field.module.css'
import { Icon } from './icons.tsx'
import style from './select-field.module.css'

/** One of a few options, on the native select; its list has the page's look where the browser can style it. */
export function SelectField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { readonly value: string; readonly label: string }[]
}): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={props.label}>
      <div className={classes(field.box, style.box)}>
        <select
          {...described(id, undefined, undefined)}
          className={classes(field.input, style.select)}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={style.arrow}>
          <Icon name="down" />
        </span>
      </div>
    </Frame>
  )
}
