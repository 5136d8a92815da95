import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './forms.module.css'

/** What lists of rounds have in common: filters by state and day, and the column of the state. */

/** `''`: all states. `waits`: rounds whose void waits for a second operator, of all days. `day`: `2026-11-20` or `''`. */
export type StateAndDay<State extends string> = { state: State | 'waits' | ''; day: string }

/** The same as fields of a call. */
export function stateAndDayBody<State extends string>({
  state,
  day,
}: StateAndDay<State>): { waits?: true; state?: State; day?: string } {
  return {
    ...(state === 'waits' ? { waits: true } : state === '' ? {} : { state }),
    ...(day === '' ? {} : { day }),
  }
}

type Labels<State extends string> = {
  state: string
  allStates: string
  waits: string
  day: string
  stateOf: (state: State) => string
}

export function StateAndDayFields<State extends string>(props: {
  states: readonly State[]
  filter: StateAndDay<State>
  labels: Labels<State>
  dayRef?: Ref<HTMLInputElement>
  onFilter: (next: StateAndDay<State>) => void
}): ReactNode {
  const { states, filter, labels, dayRef = null, onFilter } = props
  const choices = [...states, 'waits' as const]
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={labels.state}
        value={filter.state}
        onChange={(event) =>
          onFilter({ ...filter, state: choices.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: labels.allStates },
          ...states.map((value) => ({ value, label: labels.stateOf(value) })),
          { value: 'waits', label: labels.waits },
        ]}
      />
      <TextInput
        ref={dayRef}
        size="xs"
        type="date"
        aria-label={labels.day}
        value={filter.day}
        disabled={filter.state === 'waits'}
        onChange={(event) => onFilter({ ...filter, day: event.currentTarget.value })}
      />
    </>
  )
}

/** The state of a round; `waits` is the mark of one whose void is proposed. */
export function RoundState(props: { state: string; waits: string | null }): ReactNode {
  return (
    <>
      {props.state}
      {props.waits !== null && <span className={classes.mark}>{props.waits}</span>}
    </>
  )
}
