import { scaledMs } from '#testing/machine.ts'

/** What every fault program is: it breaks something on purpose while callers move money, and answers what it found. */
export type FaultProgram = {
  /** One line: what it breaks and what must hold. */
  description: string
  run: (options: FaultOptions) => Promise<FaultReport>
}

export type FaultOptions = {
  /** `full` reaches the figure of the promise; `short` is what `npm test` has time for. */
  size: 'full' | 'short'
  seed: number
  /** Where a program goes step by step: how far, to replay what failed there. */
  steps?: number
  /** Told what takes long, a line at a time. */
  log: (line: string) => void
  /** A migrated, empty database to use; without it the program makes a cluster of its own. */
  on?: DatabasePair
}

/** The superuser is there where a program may need one. */
export type DatabasePair = { appUrl: string; ownerUrl: string; superUrl?: string }

/** `figures` are what was reached, by name; `faults` what went wrong: none is the only good answer. */
export type FaultReport = { figures: Record<string, number | string>; faults: string[] }

/** Waits until something holds, at most a minute on a quiet machine; the caller judges what is there then. */
export async function waitFor(holds: () => boolean): Promise<void> {
  for (const until = performance.now() + scaledMs(60_000); !holds() && performance.now() < until;) await sleep(10)
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
