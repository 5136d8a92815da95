/**
 * What has happened that browsers want to know. Said after commit, never by NOTIFY inside a transaction. Pages work
 * without it: whatever is missed here is found by the next health check.
 */
export type HouseEvent =
  | { kind: 'balance' | 'note' | 'help' | 'request'; memberId: bigint }
  | { kind: 'notice' | 'jackpot' | 'maintenance'; brandId: number | null }

export type Events = {
  publish: (event: HouseEvent) => void
  /** Answers how to stop listening. A listener must not throw. */
  listen: (listener: (event: HouseEvent) => void) => () => void
}

/** Events within this process. */
export function createEvents(): Events {
  const listeners = new Set<(event: HouseEvent) => void>()
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
