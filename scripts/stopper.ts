/** Thrown by a start that is stopped before it has finished. */
export class StopRequested extends Error {
  override name = 'StopRequested'
}

/** Stops a program in order, once, for any number of signals. */
export type Stopper = {
  /** Resolves when a stop is requested. */
  requested: Promise<void>
  isRequested(): boolean
  /** Requests a stop, and prints why. */
  request(why: string): void
  /** Aborts when a stop is requested. */
  signal: AbortSignal
  /** Throws `StopRequested` when a stop has been requested. */
  check(): void
  /** Registers a step of stopping; the last one registered runs first. */
  onStop(act: () => Promise<void>): void
  /** Registers what to do at once when there is no time left. Must not wait. */
  onForce(act: () => void): void
  /** Runs the registered steps and ends the process with `process.exitCode`. */
  finish(): Promise<never>
}

// npm passes on a Ctrl-C that the terminal has already sent to all processes, so two signals at once count as one.
const sameKeyPressMs = 700
const parentCheckMs = 500

/**
 * Ends the process at the latest `limitMs` after a stop was requested. Listens for Ctrl-C, SIGTERM, a closed terminal
 * and, below npm, for the end of npm.
 */
export function createStopper(limitMs: number): Stopper {
  const abort = new AbortController()
  const acts: (() => Promise<void>)[] = []
  const forced: (() => void)[] = []
  let requestedAt = 0
  let resolveRequested = (): void => {}
  const requested = new Promise<void>((resolve) => (resolveRequested = resolve))

  const force = (why: string): never => {
    console.error(why)
    for (const act of forced) {
      try {
        act()
      } catch {
        // The process has ended already.
      }
    }
    process.exit(1)
  }
  const bound = (): void => {
    setTimeout(() => force('Stopping took too long: stopped without waiting any longer.'), limitMs).unref()
  }
  const request = (how: string): void => {
    if (requestedAt === 0) {
      requestedAt = Date.now()
      console.log(`${how}: finishing what is in flight …`)
      bound()
      abort.abort()
      resolveRequested()
    } else if (Date.now() - requestedAt > sameKeyPressMs) force('Stopped at once.')
  }

  process.on('SIGINT', () => request('Ctrl-C'))
  process.on('SIGTERM', () => request('SIGTERM'))
  process.on('SIGHUP', () => request('The terminal closed'))
  process.on('uncaughtException', (error) => {
    console.error(error)
    process.exitCode = 1
    request('An unexpected error')
  })
  watchParent(() => request('npm ended'))

  return {
    requested,
    isRequested: () => requestedAt !== 0,
    request,
    signal: abort.signal,
    check: () => {
      if (requestedAt !== 0) throw new StopRequested('a stop was requested')
    },
    onStop: (act) => acts.push(act),
    onForce: (act) => forced.push(act),
    finish: async () => {
      if (requestedAt === 0) bound()
      for (const act of acts.toReversed()) await act().catch((error: unknown) => console.error(error))
      if (requestedAt !== 0) console.log('Stopped.')
      process.exit()
    },
  }
}

/** A shell between npm and this process may be ended by a signal without passing it on. */
function watchParent(gone: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, parentCheckMs)
  timer.unref()
}
