import type { BreakLength, ExclusionLength } from '#domain/limit.ts'
import { useTranslations } from 'use-intl/react'
import { useId, type ReactNode } from 'react'
import style from './limits.module.css'

/** Selects a length of time; none is preselected. */
export function LengthChoice<Length extends BreakLength | ExclusionLength>(props: {
  label: string
  lengths: readonly Length[]
  value: Length | null
  onChange: (length: Length) => void
}): ReactNode {
  const t = useTranslations('limit.lengths')
  const name = useId()
  const label = (length: BreakLength | ExclusionLength) => t(length)
  return (
    <fieldset className={style.lengths}>
      <legend>{props.label}</legend>
      {props.lengths.map((length) => (
        <label key={length} className={style.length}>
          <input type="radio" name={name} checked={props.value === length} onChange={() => props.onChange(length)} />
          <span>{label(length)}</span>
        </label>
      ))}
    </fieldset>
  )
}
