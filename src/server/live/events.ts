/**
 * Events of interest to browsers. Published after commit, never by NOTIFY inside a transaction. Pages work without
 * them: the next health check returns what was missed.
 */
export type AppEvent =
  /** `session`: a session of the member may have ended, or their permissions have changed; sockets check again. */
  | { kind: 'balance' | 'note' | 'help' | 'request' | 'session'; memberId: bigint }
  | { kind: 'notice' | 'jackpot' | 'maintenance'; brandId: number | null }
  /** A table has new steps, or is watched again (`table`), or bets changed its totals (`table-bets`). */
  | { kind: 'table' | 'table-bets'; tableId: number }
  /** Events of other processes may have been missed: all pages refetch, spread over time. */
  | { kind: 'gap' }

export type Events = {
  publish: (event: AppEvent) => void
  /** Returns a function that stops listening. A listener must not throw. */
  listen: (listener: (event: AppEvent) => void) => () => void
}

/** The events of this process, with a method to publish those of other processes (`event-link.ts`). */
export type LinkedEvents = Events & {
  /** Receives only events that this process published itself. */
  onOwnEvent: (listener: (event: AppEvent) => void) => () => void
  /** Publishes an event of another process here. */
  receive: (event: AppEvent) => void
}

/** Events within this process. */
export function createEvents(): LinkedEvents {
  const listeners = new Set<(event: AppEvent) => void>()
  const ownListeners = new Set<(event: AppEvent) => void>()
  const deliver = (to: Set<(event: AppEvent) => void>, event: AppEvent): void => {
    for (const listener of to) listener(event)
  }
  const join = (to: Set<(event: AppEvent) => void>, listener: (event: AppEvent) => void): (() => void) => {
    to.add(listener)
    return () => to.delete(listener)
  }
  return {
    publish: (event) => {
      deliver(listeners, event)
      deliver(ownListeners, event)
    },
    listen: (listener) => join(listeners, listener),
    onOwnEvent: (listener) => join(ownListeners, listener),
    receive: (event) => deliver(listeners, event),
  }
}
