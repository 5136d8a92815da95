import { randomInt } from 'node:crypto'

/** The calls with one outcome; times in ms. */
export type Outcome = { count: number; p50: number; p99: number; most: number }

/** All calls of a load by outcome. */
export type OpenLoad = { sent: number; outcomes: Record<string, Outcome> }

/**
 * Calls follow a random schedule (exponential gaps, `perSecond` on average), whether or not earlier ones are answered.
 * Each is timed from when it was due, so that a stall of the server shows in all calls that were due meanwhile. `call`
 * returns the name of its outcome and must not throw.
 */
export async function openLoop(options: {
  perSecond: number
  seconds: number
  call: (turn: number) => Promise<string>
  /** No further calls once it returns true. */
  until?: () => boolean
}): Promise<OpenLoad> {
  const { perSecond, seconds, call, until = () => false } = options
  const took = new Map<string, number[]>()
  const open = new Set<Promise<void>>()
  const begun = performance.now()
  const end = begun + seconds * 1_000
  let due = begun
  let turn = 0
  const send = (dueAt: number): void => {
    const mine = call(turn).then((outcome) => {
      const list = took.get(outcome) ?? []
      list.push(performance.now() - dueAt)
      took.set(outcome, list)
      open.delete(mine)
    })
    open.add(mine)
    turn += 1
  }
  const step = (): number => (-Math.log(1 - random()) * 1_000) / perSecond
  for (due += step(); due < end && !until();) {
    for (const now = performance.now(); due <= now && due < end; due += step()) send(due)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(due - performance.now(), 50))))
  }
  await Promise.all(open)
  const outcomes = [...took].map(([outcome, list]): [string, Outcome] => [outcome, outcomeOf(list)])
  return { sent: turn, outcomes: Object.fromEntries(outcomes) }
}

/** From 0 to below 1. */
export function random(): number {
  return randomInt(2 ** 32) / 2 ** 32
}

function outcomeOf(list: number[]): Outcome {
  const sorted = Float64Array.from(list).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}
