import { hashSync } from '@node-rs/argon2'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How fast this machine is now. Every bound in time of a test or a fault program is written for a quiet machine with two
 * cores and passed through `scaledMs`, so that it measures the program and not the machine.
 */

/** A password hash (argon2id, 19 MiB, two passes) on the machine the bounds are written for. */
const usualHashMs = 30
/** `SELECT 1` over the local socket on that machine. */
const usualRoundTripMs = 0.3
const hashSettings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Measured once a run; child processes inherit it. */
const variable = 'BAIZE_TEST_PACE'

/** How many times slower than usual a hash takes: the slowest of five, at least 1. */
export function measurePace(): number {
  const known = Number(process.env[variable])
  if (known >= 1) return known
  let slowestMs = 0
  for (let count = 0; count < 5; count += 1) {
    const startedMs = performance.now()
    hashSync('a password of usual length', hashSettings)
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  }
  return recordPace(slowestMs / usualHashMs)
}

/** Takes the round trip to the run's own database into account: the slower of the two counts. */
export async function measureRoundTrip(query: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 50; count += 1) {
    const startedMs = performance.now()
    await query()
    times.push(performance.now() - startedMs)
  }
  const median = times.toSorted((a, b) => a - b)[25] ?? 0
  return recordPace(Math.max(measurePace(), median / usualRoundTripMs))
}

function recordPace(measured: number): number {
  const pace = Math.min(40, Math.max(1, measured))
  process.env[variable] = pace.toFixed(2)
  return Number(process.env[variable])
}

/** Processes that want a core, for each core there is; at least 1. */
function crowding(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}

/** What a bound of `ms` on a quiet machine is on this one, with what runs beside it now. */
export function scaledMs(ms: number): number {
  return Math.ceil(ms * Math.max(measurePace(), crowding()))
}

/** One sentence for a message about something that took too long. */
export function describeLoad(): string {
  const [one = 0, five = 0] = loadavg()
  const cores = availableParallelism()
  const busy = one > cores * 1.5 ? ' The machine is busy, which may be the cause.' : ''
  return `Load average ${one.toFixed(1)} (1 min), ${five.toFixed(1)} (5 min) on ${cores} cores; a password hash takes ${measurePace().toFixed(1)} times as long as usual.${busy}`
}
