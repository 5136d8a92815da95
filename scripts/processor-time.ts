import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of a run: all processes with its mark in the environment, and their child processes. */
export type ProcessorMeter = {
  /** Seconds of all processors so far; null where the system does not show it (not Linux). */
  seconds: () => number | null
  stop: () => void
}

const mark = 'BAIZE_RUN_MARK'
/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100
const sampleEveryMs = 500

type Seen = { parent: number; own: number; ofChildren: number; isAlive: boolean }

/** Marks this process, so that child processes inherit the mark, and samples until stopped. */
export function startProcessorMeter(): ProcessorMeter {
  if (process.platform !== 'linux') return { seconds: () => null, stop: () => {} }
  const value = `${process.pid}-${Date.now()}`
  process.env[mark] = value
  const seen = new Map<string, Seen>()
  const sample = (): void => takeSample(seen, value)
  sample()
  const timer = setInterval(sample, sampleEveryMs)
  timer.unref()
  return {
    seconds: () => {
      sample()
      return sumUp(seen) / ticksPerSecond
    },
    stop: () => clearInterval(timer),
  }
}

/** PostgreSQL has an empty environment, but was the child of a marked process when it was first seen. */
function takeSample(seen: Map<string, Seen>, value: string): void {
  const now = new Map<number, { key: string; stat: Seen }>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? readStat(pid) : null
    if (stat !== null) now.set(pid, { key: `${pid} ${stat.startedAt}`, stat })
  }
  const memo = new Map<number, boolean>()
  const isOurs = (pid: number): boolean => {
    const cached = memo.get(pid)
    if (cached !== undefined) return cached
    const found = now.get(pid)
    memo.set(pid, false)
    const ours =
      found !== undefined &&
      (pid === process.pid || seen.has(found.key) || isOurs(found.stat.parent) || carriesMark(pid, value))
    memo.set(pid, ours)
    return ours
  }
  for (const one of seen.values()) one.isAlive = false
  for (const [pid, { key, stat }] of now) if (isOurs(pid)) seen.set(key, stat)
}

/**
 * A process's time of its ended children includes children that were sampled and those too short-lived to be sampled.
 * The sampled ones are subtracted, because they are counted themselves.
 */
function sumUp(seen: ReadonlyMap<string, Seen>): number {
  const endedBelow = new Map<number, number>()
  for (const one of seen.values()) {
    if (!one.isAlive) endedBelow.set(one.parent, (endedBelow.get(one.parent) ?? 0) + one.own + one.ofChildren)
  }
  let sum = 0
  for (const [key, one] of seen) {
    const pid = Number(key.split(' ', 1)[0])
    sum += one.own + Math.max(0, one.ofChildren - (endedBelow.get(pid) ?? 0))
  }
  return sum
}

function readStat(pid: number): (Seen & { startedAt: string }) | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number): number => Number(fields[index])
    return {
      parent: at(1),
      own: at(11) + at(12),
      ofChildren: at(13) + at(14),
      isAlive: true,
      startedAt: fields[19] ?? '',
    }
  } catch {
    return null
  }
}

function carriesMark(pid: number, value: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${mark}=${value}`)
  } catch {
    return false
  }
}
