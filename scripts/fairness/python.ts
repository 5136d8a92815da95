import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs the verifier in Python, which shares no code with the engine: it is written from `docs/fairness.md`. */

/** Whether `python3` can be started. */
export function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0
}

/** The lines that the verifier prints for records of rounds and evidence of chains, and its exit code. Throws where it could not read them. */
export function pythonVerdicts(records: readonly object[]): { lines: string[]; status: number | null } {
  const run = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
    input: JSON.stringify(records),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.error) throw run.error
  // A record of unknown mathematics is a verdict with a hint, not an error.
  if (run.status === 2 || run.stderr.includes('Traceback')) throw new Error(run.stderr)
  return { lines: run.stdout.trimEnd().split('\n'), status: run.status }
}
