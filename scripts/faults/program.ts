import { scaledMs } from '#test/machine.ts'

/** A fault program breaks something on purpose while callers move money, and reports the faults it found. */
export type FaultProgram = {
  /** One line: what it breaks and what must hold. */
  description: string
  run: (options: FaultOptions) => Promise<FaultReport>
}

export type FaultOptions = {
  /** `full` reaches the documented figures; `short` is for `npm test`. */
  size: 'full' | 'short'
  seed: number
  /** For programs that work in steps: the number of steps, to replay a failure. */
  steps?: number
  /** When no further kill begins, by `performance.now()`; what was done is checked then. Never when left out. */
  untilMs?: number
  /** Receives lines about the progress. */
  log: (line: string) => void
  /** A migrated, empty database to use; without it the program creates a cluster of its own. */
  on?: DatabasePair
}

/** `superUrl` is set where a program may need the superuser. */
export type DatabasePair = { appUrl: string; ownerUrl: string; superUrl?: string }

/** `figures`: what was measured, by name. `faults`: what went wrong; any fault fails the program. */
export type FaultReport = { figures: Record<string, number | string>; faults: string[] }

/** Waits until a condition holds, at most a minute on an idle machine; the caller checks the result. */
export async function waitFor(holds: () => boolean): Promise<void> {
  for (const until = performance.now() + scaledMs(60_000); !holds() && performance.now() < until;) await sleep(10)
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
