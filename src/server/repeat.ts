import { setTimeout as sleep } from 'node:timers/promises'

const firstRetryMs = 100
const longestRetryMs = 5_000

/**
 * Repeats an attempt until it succeeds: after 0.1 s, then at longer intervals up to 5 s. Returns false when the process stops before.
 * What has no known outcome is decided so: `attempt` must have the same effect each time. `onFailure` gets each error.
 */
export async function repeatUntilDone(
  stopping: AbortSignal,
  attempt: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  for (let waitMs = firstRetryMs; !stopping.aborted; waitMs = Math.min(2 * waitMs, longestRetryMs)) {
    try {
      await attempt()
      return true
    } catch (error) {
      onFailure(error)
      await sleep(waitMs, undefined, { ref: false, signal: stopping }).catch(() => {})
    }
  }
  return false
}
