import { hashSync } from '@node-rs/argon2'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How fast this machine is now. Every time limit of a test or a fault program is written for an idle machine with two
 * cores and scaled by `scaledMs`, so that it measures the program and not the machine.
 */

/** The time of a password hash (argon2id, 19 MiB, two passes) on the machine for which the limits are written. */
const usualHashMs = 30
/** `SELECT 1` over the local socket on that machine. */
const usualRoundTripMs = 0.3
const hashSettings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The pace is measured once per run; child processes inherit it. */
const variable = 'BAIZE_TEST_PACE'

/** How many times slower than usual a hash takes: the slowest of five, at least 1. */
export function measurePace(): number {
  const inherited = Number(process.env[variable])
  if (inherited >= 1) return inherited
  let slowestMs = 0
  for (let count = 0; count < 5; count += 1) {
    const startedMs = performance.now()
    hashSync('a password of usual length', hashSettings)
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  }
  return recordPace(slowestMs / usualHashMs)
}

/** Also measures the round trip to the run's own database; the larger of the two factors applies. */
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

/** Runnable processes per core; at least 1. */
function crowding(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}

/** Converts a time limit for an idle machine into one for this machine under its present load. */
export function scaledMs(ms: number): number {
  return Math.ceil(ms * Math.max(measurePace(), crowding()))
}

/** The load in one sentence, for messages about time-outs. */
export function describeLoad(): string {
  const [one = 0, five = 0] = loadavg()
  const cores = availableParallelism()
  const busy = one > cores * 1.5 ? ' The machine is busy, which may be the cause.' : ''
  return `Load average ${one.toFixed(1)} (1 min), ${five.toFixed(1)} (5 min) on ${cores} cores; a password hash takes ${measurePace().toFixed(1)} times as long as usual.${busy}`
}
