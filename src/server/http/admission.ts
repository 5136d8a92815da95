import type { Urgency } from '#contract/route.ts'

/** Limits the calls in flight of a listener; beyond the limit polls are rejected first and bets last. */

export type Admission = {
  /** Whether a call of this urgency may begin; if so, `leave` must follow. */
  enter: (urgency: Urgency) => boolean
  leave: () => void
  /**
   * Waits for something that takes no connection and no processor time, such as a provider's answer: other calls have
   * the place meanwhile. Of as many calls as there are places; more of them keep their own.
   */
  outside: <Result>(wait: () => Promise<Result>) => Promise<Result>
  /**
   * Reserves a place for sending a file: returns the function to call once it is sent or aborted, or null when too many
   * are being sent. Files are counted separately, because sending one may take much longer than the call.
   */
  enterFile: () => (() => void) | null
  /** Seconds after which to retry, spread so that rejected callers do not return together. */
  retryAfterSeconds: (urgency: Urgency) => number
  inFlight: () => number
  files: () => number
}

const shareOf = { poll: 0.5, act: 0.8, money: 1 } as const satisfies Record<Urgency, number>
const spreadSeconds = { poll: 20, act: 5, money: 2 } as const satisfies Record<Urgency, number>

const usualFiles = 16

/** At most `most` calls at once: up to half of them polls, up to four fifths anything but money. */
export function createAdmission(most: number, mostFiles = usualFiles): Admission {
  let inFlight = 0
  let outside = 0
  let files = 0
  let rejections = 0
  return {
    enter: (urgency) => {
      if (inFlight >= most * shareOf[urgency]) return false
      inFlight += 1
      return true
    },
    leave: () => {
      inFlight -= 1
    },
    outside: async (wait) => {
      if (outside >= most) return wait()
      outside += 1
      inFlight -= 1
      try {
        return await wait()
      } finally {
        outside -= 1
        inFlight += 1
      }
    },
    enterFile: () => {
      if (files >= mostFiles) return null
      files += 1
      let isOut = false
      return () => {
        if (!isOut) files -= 1
        isOut = true
      }
    },
    retryAfterSeconds: (urgency) => {
      rejections += 1
      return 1 + (rejections % spreadSeconds[urgency])
    },
    inFlight: () => inFlight,
    files: () => files,
  }
}
