import { useState } from 'react'
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
  /** What became of every ask of this call is known by another way: the same content is meant anew. */
  readonly forget: () => void
}

/** Asks without an answer, by call and content: whoever leaves the page and comes back asks the same again. */
const unanswered = new Map<string, Map<string, { id: string; until: number }>>()

/** So long after the last try the figures on screen have told what became of it, and the same amount is meant anew. */
const keptMs = 5 * 60_000

/**
 * Keeps one id an ask while it is retried: what a time-out left undecided is then done once. An ask that was given up for
 * another, or with its page or dialog, is remembered too, from each try anew. `call` tells the asks of one call from
 * another's.
 */
export function requestIds(call: string): RequestIds {
  let asked = ''
  return {
    of: (ask) => {
      asked = ask
      const asks = unanswered.get(call) ?? new Map<string, { id: string; until: number }>()
      unanswered.set(call, asks)
      const now = Date.now()
      const kept = asks.get(ask)
      const id = kept !== undefined && now < kept.until ? kept.id : newRequestId()
      asks.set(ask, { id, until: now + keptMs })
      return id
    },
    answered: () => void unanswered.get(call)?.delete(asked),
    forget: () => void unanswered.delete(call),
  }
}

/** The ids of a form's call, for as long as the form is there. */
export function useRequestIds(call: string): RequestIds {
  return useState(() => requestIds(call))[0]
}
