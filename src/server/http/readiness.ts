/** Probes time out soon: a database that takes longer than this counts as not ready. */
export const readyWithinMs = 2_000
/** For how long a result answers further probes. */
const freshMs = 500

/**
 * Answers `/readyz`. All probes share one check at a time and its result for half a second, so that a flood of them costs the database
 * nothing. False when the check fails or takes longer than `readyWithinMs`.
 */
export function createReadiness(check: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null
  let last = { isReady: false, atMs: -Infinity }
  const run = async (): Promise<boolean> => {
    const isReady = await check().catch(() => false)
    last = { isReady, atMs: performance.now() }
    running = null
    return isReady
  }
  return async () => {
    if (performance.now() - last.atMs < freshMs) return last.isReady
    running ??= run()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), readyWithinMs)))
    return Promise.race([running, tooLate]).finally(() => clearTimeout(timer))
  }
}
