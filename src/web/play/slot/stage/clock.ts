/** Paints one frame; true when there is nothing more to paint. */
export type Performance = (now: number, hurried: boolean) => boolean

/** The animation loop of the stage: one performance at a time, no frames while nothing changes. */
export type Clock = {
  now: () => number
  /** Replaces the current performance and resolves when the new one is over. */
  perform: (performance: Performance) => Promise<void>
  /** The same without a promise, for performances that are replaced before they end. */
  begin: (performance: Performance) => void
  hurry: () => void
  dispose: () => void
}

export function createClock(): Clock {
  let current: Performance | null = null
  let done: (() => void) | null = null
  let hurried = false
  let frame = 0
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
    if (over && current === playing) finish()
    if (current !== null) frame = frame || requestAnimationFrame(tick)
  }
  const begin = (next: Performance) => {
    finish()
    hurried = false
    current = next
    frame ||= requestAnimationFrame(tick)
  }
  return {
    now: () => performance.now(),
    begin,
    perform: (next) =>
      new Promise((resolve) => {
        begin(next)
        done = resolve
      }),
    hurry: () => {
      hurried = true
    },
    dispose: () => {
      cancelAnimationFrame(frame)
      finish()
    },
  }
}
