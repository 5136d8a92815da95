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

/** Asks without an answer, by call and content: whoever leaves the page and comes back asks the same again. */
const unanswered = new Map<string, { id: string; until: number }>()

/** After so long the figures on screen have told what became of it, and the same amount is meant anew. */
const keptMs = 5 * 60_000

/**
 * Keeps one id an ask while it is retried: what a time-out left undecided is then done once. An ask that was given up for
 * another, or with its page or dialog, is remembered too. `call` tells the asks of one call from another's.
 */
export function useRequestIds(call: string): RequestIds {
  const asked = useRef('')
  return {
    of: (ask) => {
      asked.current = `${call} ${ask}`
      const kept = unanswered.get(asked.current)
      if (kept !== undefined && Date.now() < kept.until) return kept.id
      const id = newRequestId()
      unanswered.set(asked.current, { id, until: Date.now() + keptMs })
      return id
    },
    answered: () => void unanswered.delete(asked.current),
  }
}
