import type { PlayCall } from './calls.ts'

/**
 * Acknowledges the events already shown, so that the balance in the lobby follows the reels and a reopened window
 * resumes at the right event. One call at a time; while it runs, only the latest index is kept. After a minute the
 * server counts a round as shown, so a lost acknowledgement is retried a few times and then dropped.
 */
export type Acknowledger = {
  shown: (roundId: string, index: number) => void
  /** Resolves when every acknowledgement so far was sent or dropped. */
  settled: () => Promise<void>
}

const maxAttempts = 4
const retryMs = 700

export function createAcknowledger(call: PlayCall, wait: (ms: number) => Promise<void>): Acknowledger {
  let next: { roundId: string; index: number } | null = null
  let running: Promise<void> | null = null

  async function drain(): Promise<void> {
    while (next) {
      const { roundId, index } = next
      next = null
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const end = await call('ack', { roundId, index }, { keepAlive: true })
        if (end.kind !== 'lost' && end.kind !== 'busy') break
        await wait(retryMs)
        // A later index of the same round covers this one.
        if (next) break
      }
    }
    running = null
  }

  return {
    shown(roundId, index) {
      next = { roundId, index }
      running ??= drain()
    },
    settled: () => running ?? Promise.resolve(),
  }
}
