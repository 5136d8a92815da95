/** Paints one frame; true when there is nothing more to paint. */
export type Performance = (now: number, hurried: boolean) => boolean

/** What the stage does by itself once nothing was performed for a while; null: nothing now. */
export type Idle = { afterMs: number; next: () => Performance | null }

/** The animation loop of the stage: one performance at a time, no frames while nothing changes. */
export type Clock = {
  now: () => number
  /** Replaces the current performance and resolves when the new one is over. */
  perform: (performance: Performance) => Promise<void>
  /** The same without a promise, for performances that are replaced before they end. */
  begin: (performance: Performance) => void
  /** Ends what is performed without a promise, and resolves what is with one. */
  stop: () => void
  hurry: () => void
  dispose: () => void
}

export function createClock(idle: Idle): Clock {
  let current: Performance | null = null
  let done: (() => void) | null = null
  let hurried = false
  let frame = 0
  let disposed = false
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  const waitForIdle = () => {
    clearTimeout(idleTimer)
    if (disposed) return
    idleTimer = setTimeout(() => {
      if (current !== null) return
      const next = idle.next()
      if (next === null) waitForIdle()
      else begin(next)
    }, idle.afterMs)
  }
  const finish = () => {
    const resolve = done
    current = null
    done = null
    resolve?.()
  }
  const tick = (): void => {
    frame = 0
    if (!current) return
    const playing = current
    const over = playing(performance.now(), hurried)
    if (over && current === playing) {
      finish()
      if (current === null) waitForIdle()
    }
    if (current !== null) frame = frame || requestAnimationFrame(tick)
  }
  function begin(next: Performance): void {
    clearTimeout(idleTimer)
    finish()
    hurried = false
    current = next
    frame ||= requestAnimationFrame(tick)
  }
  return {
    now: () => performance.now(),
    begin,
    stop() {
      finish()
      waitForIdle()
    },
    perform: (next) =>
      new Promise((resolve) => {
        begin(next)
        done = resolve
      }),
    hurry: () => {
      hurried = true
    },
    dispose: () => {
      clearTimeout(idleTimer)
      disposed = true
      cancelAnimationFrame(frame)
      finish()
    },
  }
}
