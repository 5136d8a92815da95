import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of a run: all processes with its mark in the environment, and their child processes. */
export type ProcessorMeter = {
  /** Seconds of all processors so far; null where the system does not show it (not Linux). */
  seconds: () => number | null
  /** The same by the names that the function gives to command lines; empty where the system does not show it. */
  secondsBy: (nameOf: (command: string) => string) => Readonly<Record<string, number>>
  stop: () => void
}

const mark = 'BAIZE_RUN_MARK'
/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100
const sampleEveryMs = 500

type Seen = { parent: number; own: number; ofChildren: number; isAlive: boolean; command: string }

/** Marks this process, so that child processes inherit the mark, and samples until stopped. */
export function startProcessorMeter(): ProcessorMeter {
  if (process.platform !== 'linux') return { seconds: () => null, secondsBy: () => ({}), stop: () => {} }
  const value = `${process.pid}-${Date.now()}`
  process.env[mark] = value
  const seen = new Map<string, Seen>()
  const foreign = new Set<string>()
  const sample = (): void => takeSample(seen, foreign, value)
  sample()
  const timer = setInterval(sample, sampleEveryMs)
  timer.unref()
  return {
    seconds: () => {
      sample()
      return [...ticksOf(seen)].reduce((sum, [, ticks]) => sum + ticks, 0) / ticksPerSecond
    },
    secondsBy: (nameOf) => {
      sample()
      const sums: Record<string, number> = {}
      for (const [{ command }, ticks] of ticksOf(seen)) {
        const name = nameOf(command)
        sums[name] = (sums[name] ?? 0) + ticks / ticksPerSecond
      }
      return sums
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * PostgreSQL has an empty environment, but was the child of a marked process when it was first seen. A process that was found not
 * to be of the run stays so: its environment is read once.
 */
function takeSample(seen: Map<string, Seen>, foreign: Set<string>, value: string): void {
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
      !foreign.has(found.key) &&
      (pid === process.pid || seen.has(found.key) || isOurs(found.stat.parent) || carriesMark(pid, value))
    memo.set(pid, ours)
    if (found !== undefined && !ours) foreign.add(found.key)
    return ours
  }
  for (const one of seen.values()) one.isAlive = false
  for (const [pid, { key, stat }] of now) {
    if (!isOurs(pid)) continue
    // A process that has ended, but was not waited for yet, has no command line any more.
    const command = readCommandLine(pid) || (seen.get(key)?.command ?? '')
    seen.set(key, { ...stat, command })
  }
}

/**
 * A process's time of its ended children includes children that were sampled, with all below them, and those too short-lived to
 * be sampled. The sampled ones are subtracted, because they are counted themselves.
 */
function* ticksOf(seen: ReadonlyMap<string, Seen>): Iterable<[Seen, number]> {
  const endedBelow = sumEnded(seen)
  for (const [key, one] of seen) yield [one, one.own + Math.max(0, one.ofChildren - endedBelow(pidOf(key)))]
}

/** The ticks of the sampled processes below a process that have ended. */
function sumEnded(seen: ReadonlyMap<string, Seen>): (pid: number) => number {
  const endedOf = Map.groupBy(
    [...seen].filter(([, one]) => !one.isAlive),
    ([, one]) => one.parent,
  )
  const sums = new Map<number, number>()
  const sumBelow = (pid: number): number => {
    const known = sums.get(pid)
    if (known !== undefined) return known
    // Numbers of processes come again: one that is its own ancestor must not be followed for ever.
    sums.set(pid, 0)
    // One that ended soon after its own children was sampled last before it had their time.
    const total = ([key, one]: [string, Seen]): number => one.own + Math.max(one.ofChildren, sumBelow(pidOf(key)))
    const sum = (endedOf.get(pid) ?? []).reduce((all, one) => all + total(one), 0)
    sums.set(pid, sum)
    return sum
  }
  return sumBelow
}

function pidOf(key: string): number {
  return Number(key.split(' ', 1)[0])
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
      command: '',
      startedAt: fields[19] ?? '',
    }
  } catch {
    return null
  }
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function carriesMark(pid: number, value: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${mark}=${value}`)
  } catch {
    return false
  }
}
