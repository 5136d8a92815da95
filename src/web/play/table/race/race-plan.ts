import { runners } from '#domain/games/table/race/draw-race.ts'

/**
 * Where each runner is at each moment of a race. It follows from the order in which they come in, the round and the time of the table,
 * never from bets: gaps at the line have no other source than the round and the places.
 *
 * A runner has a speed that changes steadily, and its position is the sum of its speed. So it never jumps, never runs back, and is at
 * the line exactly at its own time.
 */

/** The length of the track, in lengths of a runner. */
export type RaceForm = { lengths: number }

export type RacePlan = {
  /** The runners, by their places. */
  order: readonly number[]
  /** When the gates open, when the first and the last are at the line, and when the result is shown, in ms from the deal. */
  startMs: number
  firstMs: number
  lastMs: number
  endMs: number
  lengths: number
  courses: readonly Course[]
}

/** `shares` and `speeds` are the positions at even parts of the time to the line, 0 to 1, and the speeds there; the mean speed is 1. */
type Course = { runner: number; finishMs: number; shares: readonly number[]; speeds: readonly number[] }

/** Parts of the time of the table. The result is shown soon after the last is in, before the track is empty, and at `end` at the latest. */
const usual = { start: 0.06, first: 0.84, after: 0.022, end: 0.965 } as const
/** Between two places, in lengths at full speed. */
const gap = { least: 0.22, most: 1.9 } as const
const parts = 240
/** The part of the way to the line in which the runners reach their speed. */
const ramp = 0.07

/** The plan of a race whose result comes `dealMs` after its deal. `round` names the round; it chooses among the ways to one order. */
export function planRace(order: readonly number[], round: string, dealMs: number, { lengths }: RaceForm): RacePlan {
  const random = randomOf(`${round} ${order.join()}`)
  const startMs = usual.start * dealMs
  const firstMs = usual.first * dealMs
  // The time of one length at the mean speed.
  const lengthMs = (firstMs - startMs) / lengths
  const spread = order.map((_, place) => (place === 0 ? 0 : gap.least + (gap.most - gap.least) * random() ** 2))
  let behind = 0
  const courses = order.map((runner, place): Course => {
    behind += spread[place] ?? 0
    return { runner, finishMs: firstMs + behind * lengthMs, ...courseOf(random) }
  })
  const lastMs = courses.at(-1)?.finishMs ?? firstMs
  const endMs = Math.max(lastMs, Math.min(lastMs + usual.after * dealMs, usual.end * dealMs))
  return { order, startMs, firstMs, lastMs, endMs, lengths, courses }
}

/** A speed of slow waves about its mean after the start, and its sums, of which the last is exactly 1. */
function courseOf(random: () => number): Pick<Course, 'shares' | 'speeds'> {
  const wave = (size: number) => (random() * 2 - 1) * size
  const waves = [wave(0.075), wave(0.055), wave(0.045), wave(0.03), wave(0.02)]
  const speedAt = (share: number) => {
    const pace = waves.reduce((sum, size, index) => sum + size * Math.cos((index + 1) * Math.PI * share), 1)
    const rising = Math.min(1, share / ramp)
    return pace * rising * (2 - rising)
  }
  const speeds = Array.from({ length: parts + 1 }, (_, part) => speedAt(part / parts))
  const sums = [0]
  for (let part = 1; part <= parts; part += 1) {
    sums.push((sums[part - 1] ?? 0) + ((speeds[part - 1] ?? 0) + (speeds[part] ?? 0)) / 2)
  }
  const whole = sums[parts] ?? 1
  return { shares: sums.map((sum) => sum / whole), speeds: speeds.map((speed) => (speed * parts) / whole) }
}

export type RunnerAt = { runner: number; lengths: number; speed: number }

/** Where the runners are `ms` after the deal, by their places at the end: in lengths from the start, and lengths a second. */
export function runnersAt(plan: RacePlan, ms: number): RunnerAt[] {
  return plan.courses.map((course) => ({ runner: course.runner, ...positionAt(plan, course, ms) }))
}

function positionAt({ startMs, lengths }: RacePlan, course: Course, ms: number): { lengths: number; speed: number } {
  const { shares, speeds, finishMs } = course
  const wholeMs = finishMs - startMs
  const at = Math.max(0, (ms - startMs) / wholeMs)
  if (at < 1) {
    const index = Math.min(parts - 1, Math.floor(at * parts))
    const [from = 0, to = 0] = [speeds[index], speeds[index + 1]]
    const part = at * parts - index
    const way = (part * (from + (part * (to - from)) / 2)) / parts
    return {
      lengths: lengths * ((shares[index] ?? 0) + way),
      speed: (lengths * (from + (to - from) * part) * 1000) / wholeMs,
    }
  }
  // Past the line a runner slows down evenly to a third of its speed.
  const last = speeds[parts] ?? 1
  const beyond = at - 1
  const slowing = 0.15
  const slowed = Math.min(beyond, slowing)
  const speed = last * (1 - (2 / 3) * (slowed / slowing))
  const way = (slowed * (last + speed)) / 2 + (beyond - slowed) * speed
  return { lengths: lengths * (1 + way), speed: (lengths * speed * 1000) / wholeMs }
}

/** The runners from the first to the last `ms` after the deal. Those that are in keep their places. */
export function orderAt(plan: RacePlan, ms: number): number[] {
  if (ms <= plan.startMs) return [...runners]
  const inAlready = plan.courses.filter(({ finishMs }) => finishMs <= ms).map(({ runner }) => runner)
  const running = runnersAt(plan, ms)
    .filter(({ runner }) => !inAlready.includes(runner))
    .toSorted((one, other) => other.lengths - one.lengths)
  return [...inAlready, ...running.map(({ runner }) => runner)]
}

/** Numbers from 0 to 1 that follow from a text (FNV-1a, then xorshift). They decide how a race looks, never how it ends. */
export function randomOf(text: string): () => number {
  let state = 0x81_1c_9d_c5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  if (state === 0) state = 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
