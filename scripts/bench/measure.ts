import { spawn } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

/** Shared by the benches: medians, callers in a closed loop, and a description of the machine. */

export function machineLine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.version}`
}

/** The median; the lower one of an even number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export type Load = { perSecond: number; p50: number; p99: number; done: number }

/**
 * `callers` each call again as soon as they get a response, for `seconds`; latencies in ms. The first tenth is warm-up.
 */
export async function closedLoop(
  callers: number,
  seconds: number,
  call: (caller: number) => Promise<void>,
): Promise<Load> {
  const started = performance.now()
  const warm = started + seconds * 100
  const end = started + seconds * 1_000
  const latencies: number[] = []
  async function loop(caller: number): Promise<void> {
    while (performance.now() < end) {
      const before = performance.now()
      await call(caller)
      const after = performance.now()
      if (before >= warm) latencies.push(after - before)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)))
  const measured = (performance.now() - warm) / 1_000
  return {
    perSecond: latencies.length / measured,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    done: latencies.length,
  }
}

/** Runs a program and returns its output. Rejects with the output when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? 120_000,
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${program} ended with ${code}: ${printed.slice(-800)}`)),
    )
  })
}

/** A figure with its ratio: `  64 callers   8 123/s   5.2 x TPC-B`. */
export function rate(value: number): string {
  return `${Math.round(value).toLocaleString('en-US').replaceAll(',', ' ')}/s`
}

export function times(value: number, limit: number): string {
  return limit > 0 ? `${(value / limit).toFixed(2)} x` : 'no baseline'
}
