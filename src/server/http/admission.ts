import type { Urgency } from '#contract/route.ts'

/** How many calls a listener works on at once; beyond it polls are turned away first and bets last. */

export type Room = {
  /** Whether a call of this urgency may begin; when it may, `leave` must follow. */
  enter: (urgency: Urgency) => boolean
  leave: () => void
  /**
   * Whether a file may be sent beside what is being worked on; when it may, the answer is called once it is sent or cut
   * off. Null: enough are under way. A file outlasts its call, for as long as its reader takes.
   */
  enterFile: () => (() => void) | null
  /** Seconds after which to ask again, spread so that those turned away do not return as one. */
  retryAfterSeconds: (urgency: Urgency) => number
  inFlight: () => number
  files: () => number
}

const shareOf = { poll: 0.5, act: 0.8, money: 1 } as const satisfies Record<Urgency, number>
const spreadSeconds = { poll: 20, act: 5, money: 2 } as const satisfies Record<Urgency, number>

const usualFiles = 16

/** `most` calls at once: half of them may be polls, four fifths anything but money. */
export function createRoom(most: number, mostFiles = usualFiles): Room {
  let inFlight = 0
  let files = 0
  let turnedAway = 0
  return {
    enter: (urgency) => {
      if (inFlight >= most * shareOf[urgency]) return false
      inFlight += 1
      return true
    },
    leave: () => {
      inFlight -= 1
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
      turnedAway += 1
      return 1 + (turnedAway % spreadSeconds[urgency])
    },
    inFlight: () => inFlight,
    files: () => files,
  }
}
