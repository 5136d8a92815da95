import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Attempts of named work, several at once in one process. A rejection that nobody handles fails the attempt it belongs to; without this
 * it would end the process, with no result of the others.
 */
export type Attempts = {
  /** Resolves with the first error of the work: what it threw, or a rejection that it left unhandled until its end. Null when it passed. */
  run: (name: string, work: () => Promise<void>) => Promise<Error | null>
  /** Rejections that came after their attempt had passed, and those of no attempt (`name` null). */
  late: () => readonly LateFault[]
  /** Stops listening: from now on an unhandled rejection ends the process again. */
  close: () => void
}

export type LateFault = { name: string | null; error: Error }

type Attempt = { name: string; fault: Error | null; hasEnded: boolean }

/** `report` is called with each unhandled rejection and the names of the attempts that it counts for. */
export function openAttempts(report: (names: readonly string[], error: Error) => void): Attempts {
  const storage = new AsyncLocalStorage<Attempt>()
  const running = new Set<Attempt>()
  const late: LateFault[] = []
  const onRejection = (reason: unknown): void => {
    const error = errorOf(reason)
    const own = storage.getStore()
    // A handler of an event has no attempt: each that is running may have left it.
    const attempts = own === undefined ? [...running] : [own]
    report(
      attempts.map(({ name }) => name),
      error,
    )
    if (attempts.length === 0) late.push({ name: null, error })
    for (const attempt of attempts) {
      if (attempt.hasEnded && attempt.fault === null) late.push({ name: attempt.name, error })
      attempt.fault ??= error
    }
  }
  process.on('unhandledRejection', onRejection)
  return {
    run: async (name, work) => {
      const attempt: Attempt = { name, fault: null, hasEnded: false }
      running.add(attempt)
      const thrown = await storage.run(attempt, work).then(
        () => null,
        (reason: unknown) => errorOf(reason),
      )
      // Node reports a rejection once the promises that are ready have been served.
      await new Promise((resolve) => setImmediate(resolve))
      running.delete(attempt)
      attempt.hasEnded = true
      attempt.fault = thrown ?? attempt.fault
      return attempt.fault
    },
    late: () => late,
    close: () => void process.off('unhandledRejection', onRejection),
  }
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
