import { randomInt } from 'node:crypto'

/** What became of calls that all ended with the same word; ms. */
export type Outcome = { count: number; p50: number; p99: number; most: number }

/** Of all calls of a load, by the word each ended with. */
export type OpenLoad = { asked: number; outcomes: Record<string, Outcome> }

/**
 * Calls arrive by a schedule of chance (exponential gaps, `perSecond` on the mean), whether or not the ones before are
 * answered. Each is timed from the moment it was due, so that a server that stands still is charged for everybody who
 * came meanwhile. `call` answers the word its outcome is counted under; it may not throw.
 */
export async function openLoop(options: {
  perSecond: number
  seconds: number
  call: (turn: number) => Promise<string>
  /** Nobody comes any more once it says so. */
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
    const mine = call(turn).then((word) => {
      const list = took.get(word) ?? []
      list.push(performance.now() - dueAt)
      took.set(word, list)
      open.delete(mine)
    })
    open.add(mine)
    turn += 1
  }
  const step = (): number => (-Math.log(1 - chance()) * 1_000) / perSecond
  for (due += step(); due < end && !until();) {
    for (const now = performance.now(); due <= now && due < end; due += step()) send(due)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(due - performance.now(), 50))))
  }
  await Promise.all(open)
  const outcomes = [...took].map(([word, list]): [string, Outcome] => [word, outcomeOf(list)])
  return { asked: turn, outcomes: Object.fromEntries(outcomes) }
}

/** From 0 to below 1. */
export function chance(): number {
  return randomInt(2 ** 32) / 2 ** 32
}

function outcomeOf(list: number[]): Outcome {
  const sorted = Float64Array.from(list).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}
