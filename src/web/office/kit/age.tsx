import { useSyncExternalStore, type ReactNode } from 'react'
import classes from './age.module.css'
import { ageLevel, formatAge } from './figures.ts'
import { useMe } from './use-office.ts'

/** Waiting time by the server's clock; the colour changes at one, three and five minutes. */
export function Age(props: { since: string }): ReactNode {
  const { clockOffsetMs } = useMe()
  const ageMs = useNow() + clockOffsetMs - Date.parse(props.since)
  return (
    <span className={classes.age} data-level={ageLevel(ageMs)}>
      {formatAge(ageMs)}
    </span>
  )
}

/** Whole seconds from now, by the server's clock, to a moment; not below 0. */
export function useSecondsTo(moment: string): number {
  const { clockOffsetMs } = useMe()
  return Math.max(0, Math.ceil((Date.parse(moment) - useNow() - clockOffsetMs) / 1_000))
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

/** The clock of this browser, one shared tick per second. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Nothing has moved the clock since the last listener left.
  if (timer === undefined) nowMs = Date.now()
  timer ??= setInterval(() => {
    nowMs = Date.now()
    for (const listener of listeners) listener()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
