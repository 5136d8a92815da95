import { useState } from 'react'
import { v7 } from 'uuid'

/** A new request id (UUIDv7), created when the user presses the button and kept across retries. */
export function newRequestId(): string {
  return v7()
}

export type RequestIds = {
  /** The id of a payload: a new one, or the one of an earlier attempt with the same payload that was not answered. */
  readonly of: (payload: string) => string
  /** To be called when a response arrived: the next request gets a new id, even with the same payload. */
  readonly answered: () => void
  /** To be called when the outcome of all requests of this call is certain: the same payload then gets a new id. */
  readonly forget: () => void
}

/** Requests without a response, by call and payload; kept while the visitor is on other pages of the site. */
const unanswered = new Map<string, Map<string, { id: string; until: number }>>()

/** After this time the figures on screen show the outcome, so the same payload counts as a new request. */
const lifetimeMs = 5 * 60_000

/**
 * Keeps one id per payload while it is retried, so that a request whose response was lost takes effect once. The id
 * also survives another payload in between and the closing of page or dialog; each attempt restarts the time. `call`
 * separates the requests of different calls.
 */
export function requestIds(call: string): RequestIds {
  let latest = ''
  return {
    of: (payload) => {
      latest = payload
      const entries = unanswered.get(call) ?? new Map<string, { id: string; until: number }>()
      unanswered.set(call, entries)
      const now = Date.now()
      const existing = entries.get(payload)
      const id = existing !== undefined && now < existing.until ? existing.id : newRequestId()
      entries.set(payload, { id, until: now + lifetimeMs })
      return id
    },
    answered: () => void unanswered.get(call)?.delete(latest),
    forget: () => void unanswered.delete(call),
  }
}

/** The request ids of a form's call, for the lifetime of the form. */
export function useRequestIds(call: string): RequestIds {
  return useState(() => requestIds(call))[0]
}
