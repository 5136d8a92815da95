import { useRef } from 'react'
import { v7 } from 'uuid'

/** A new request id (UUIDv7). It is made when the member presses the button and kept across retries. */
export function newRequestId(): string {
  return v7()
}

export type RequestIds = {
  /** The id of an ask: a new one, or the one of the same ask that met trouble before. */
  readonly of: (ask: string) => string
  /** The ask was answered: the next press is another one, even for the same amount. */
  readonly answered: () => void
}

/** Keeps one id an ask while it is retried: what a time-out left undecided is then done once. */
export function useRequestIds(): RequestIds {
  const kept = useRef<{ ask: string; id: string } | null>(null)
  return {
    of: (ask) => {
      if (kept.current?.ask !== ask) kept.current = { ask, id: newRequestId() }
      return kept.current.id
    },
    answered: () => {
      kept.current = null
    },
  }
}
