import type { PlayCall } from './calls.ts'

/**
 * Tells the server what has been shown, so that the lobby's balance follows the reels and a window that dies resumes at
 * the right event. One call at a time; while it runs, only the latest index is kept. The server releases a round by
 * itself after a while, so a lost acknowledgement is tried a few times and then let go.
 */
export type Acknowledger = {
  shown: (roundId: string, index: number) => void
  /** Resolves when everything told so far has been said or given up. */
  settled: () => Promise<void>
}

const tries = 4
const againMs = 700

export function createAcknowledger(call: PlayCall, wait: (ms: number) => Promise<void>): Acknowledger {
  let next: { roundId: string; index: number } | null = null
  let running: Promise<void> | null = null

  async function drain(): Promise<void> {
    while (next) {
      const { roundId, index } = next
      next = null
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const end = await call('ack', { roundId, index }, { keepAlive: true })
        if (end.kind !== 'lost' && end.kind !== 'busy') break
        await wait(againMs)
        // A later index of the same round says all that this one would have said.
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
