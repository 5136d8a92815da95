import { useSyncExternalStore, type ReactNode } from 'react'
import classes from './age.module.css'
import { ageLevel, formatAge } from './figures.ts'
import { useMe } from './use-office.ts'

/** How long something has waited, by the server's clock; its colour turns at one, three and five minutes. */
export function Age(props: { since: string }): ReactNode {
  const { clockOffsetMs } = useMe()
  const ageMs = useNow() + clockOffsetMs - Date.parse(props.since)
  return (
    <span className={classes.age} data-level={ageLevel(ageMs)}>
      {formatAge(ageMs)}
    </span>
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

/** This browser's clock, ticking once a second for everyone who looks. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    nowMs = Date.now()
    for (const tell of listeners) tell()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
