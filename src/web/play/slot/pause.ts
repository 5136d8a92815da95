/** A pause that a press can end. */
export type Pause = {
  last: (ms: number) => Promise<void>
  /** Lasts until the member presses. */
  untilPressed: () => Promise<void>
  hurry: () => void
  /** Ends this pause and all that follow, until `begin`. */
  abandon: () => void
  begin: () => void
}

export function createPause(wait: (ms: number) => Promise<void>): Pause {
  let end: (() => void) | null = null
  let abandoned = false
  const hurry = () => {
    const resolve = end
    end = null
    resolve?.()
  }
  return {
    last: (ms) =>
      new Promise((resolve) => {
        if (abandoned) return resolve()
        end = resolve
        void wait(ms).then(resolve)
      }),
    untilPressed: () =>
      new Promise((resolve) => {
        if (abandoned) return resolve()
        end = resolve
      }),
    hurry,
    abandon() {
      abandoned = true
      hurry()
    },
    begin() {
      abandoned = false
    },
  }
}
