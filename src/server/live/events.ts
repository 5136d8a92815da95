/**
 * What has happened that browsers want to know. Said after commit, never by NOTIFY inside a transaction. Pages work
 * without it: whatever is missed here is found by the next health check.
 */
export type HouseEvent =
  /** `session`: a session of the member may have ended, or what they may do has changed; sockets look again. */
  | { kind: 'balance' | 'note' | 'help' | 'request' | 'session'; memberId: bigint }
  | { kind: 'notice' | 'jackpot' | 'maintenance'; brandId: number | null }
  /** What other processes said may have been missed: everyone is to look again, each in their own time. */
  | { kind: 'gap' }

export type Events = {
  publish: (event: HouseEvent) => void
  /** Answers how to stop listening. A listener must not throw. */
  listen: (listener: (event: HouseEvent) => void) => () => void
}

/** The events of this process, with the seam where other processes' come in (`event-link.ts`). */
export type LinkedEvents = Events & {
  /** Hears only what this process said itself. */
  listenToOwn: (listener: (event: HouseEvent) => void) => () => void
  /** Says here what another process has said. */
  hear: (event: HouseEvent) => void
}

/** Events within this process. */
export function createEvents(): LinkedEvents {
  const listeners = new Set<(event: HouseEvent) => void>()
  const ownListeners = new Set<(event: HouseEvent) => void>()
  const tell = (to: Set<(event: HouseEvent) => void>, event: HouseEvent): void => {
    for (const listener of to) listener(event)
  }
  const join = (to: Set<(event: HouseEvent) => void>, listener: (event: HouseEvent) => void): (() => void) => {
    to.add(listener)
    return () => to.delete(listener)
  }
  return {
    publish: (event) => {
      tell(listeners, event)
      tell(ownListeners, event)
    },
    listen: (listener) => join(listeners, listener),
    listenToOwn: (listener) => join(ownListeners, listener),
    hear: (event) => tell(listeners, event),
  }
}
