/**
 * Motion of one reel as a pure function of time. Positions count symbols travelled downwards since the press, so a reel
 * at rest has an integer position. Nothing here affects a result; the stop comes from the events of the round.
 */
export type ReelMotion = {
  /** Ms after the press at which this reel begins to move. */
  startMs: number
  /** Where and when it comes to rest; null until the response arrives. */
  stop: ReelStop | null
}

export type ReelStop = {
  /** Ms after the press at which braking begins, and the position then. */
  brakeMs: number
  brakeAt: number
  /** Symbols travelled when it rests, an integer. */
  restAt: number
  /** Ms after the press at which it rests. */
  restMs: number
}

/** Symbols per second at full speed: fast enough to blur, slow enough to follow. */
export const fullSpeed = 21
/** Extra time of a reel that could complete the scatters, in ms: always the same. */
export const anticipationMs = 1000
const windUpMs = 110
const windUpBy = 0.14
const accelerateMs = 190
const brakeMs = 230
const bounceMs = 170
const overshootBy = 0.11

/** Position of the free-running part at `sinceStartMs`: a short pull back, acceleration, then constant speed. */
function freePosition(sinceStartMs: number): number {
  if (sinceStartMs <= 0) return 0
  if (sinceStartMs < windUpMs) return -windUpBy * Math.sin((sinceStartMs / windUpMs) * (Math.PI / 2))
  const ramping = Math.min(sinceStartMs - windUpMs, accelerateMs)
  const ramped = (fullSpeed / 1000) * ((ramping * ramping) / (2 * accelerateMs))
  const even = Math.max(0, sinceStartMs - windUpMs - accelerateMs)
  return -windUpBy + ramped + (fullSpeed / 1000) * even
}

/** Symbols travelled `ms` after the press. */
export function positionAt(motion: ReelMotion, ms: number): number {
  const { stop } = motion
  if (!stop || ms < stop.brakeMs) return freePosition(ms - motion.startMs)
  if (ms >= stop.restMs) return stop.restAt
  const peakMs = stop.restMs - bounceMs
  if (ms < peakMs) {
    // A cubic that continues the constant speed smoothly and reaches the overshoot with speed 0.
    const span = peakMs - stop.brakeMs
    const t = (ms - stop.brakeMs) / span
    const distance = stop.restAt + overshootBy - stop.brakeAt
    const speed = (fullSpeed / 1000) * span
    return stop.brakeAt + (speed - 2 * distance) * t ** 3 + (3 * distance - 2 * speed) * t ** 2 + speed * t
  }
  const t = (ms - peakMs) / bounceMs
  return stop.restAt + overshootBy * (0.5 + 0.5 * Math.cos(Math.PI * t))
}

/** 0 at rest to 1 at full speed, for the blur. */
export function speedShareAt(motion: ReelMotion, ms: number): number {
  const speed = (positionAt(motion, ms + 4) - positionAt(motion, ms - 4)) / 0.008
  return Math.max(0, Math.min(1, speed / fullSpeed))
}

/**
 * Plans the stop of a moving reel: it rests no earlier than `earliestRestMs`, at an integer position at least
 * `minTravel` symbols past its current one (so that the symbols of the stop are not yet visible).
 */
export function planStop(motion: ReelMotion, nowMs: number, earliestRestMs: number, minTravel: number): ReelStop {
  const running = motion.startMs + windUpMs + accelerateMs
  const brake = Math.max(nowMs, running, earliestRestMs - brakeMs - bounceMs)
  const current = Math.ceil(freePosition(nowMs - motion.startMs))
  // Constant deceleration from full speed covers half the distance of full speed.
  const coasting = (fullSpeed / 1000) * brakeMs * 0.5
  const aim = freePosition(brake - motion.startMs) + coasting
  const restAt = Math.max(Math.ceil(aim - 1e-9), current + minTravel)
  // The reel keeps its speed until exactly the braking distance is left.
  const delayMs = (restAt - aim) / (fullSpeed / 1000)
  const brakeAtMs = brake + delayMs
  return {
    brakeMs: brakeAtMs,
    brakeAt: freePosition(brakeAtMs - motion.startMs),
    restAt,
    restMs: brakeAtMs + brakeMs + bounceMs,
  }
}
