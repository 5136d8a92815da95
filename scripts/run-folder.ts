import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder for everything that a run writes. `close` ends processes that still use it and removes it. */
export type RunFolder = { path: string; guardPid: number; close: () => Promise<void> }

/** Does the work of a command in a run folder, so that a killed command leaves no process running. */
export async function inRunFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  const folder = await openRunFolder()
  try {
    return await work()
  } finally {
    await folder.close()
  }
}

/**
 * Makes the run's folder and its `TMPDIR`, and starts the guard that cleans up after it. This must be the first step of
 * a run, so that an interrupted run never leaves a PostgreSQL behind.
 */
export async function openRunFolder(): Promise<RunFolder> {
  const outer = { TMPDIR: process.env['TMPDIR'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
  const path = await mkdtemp(join(tmpdir(), 'baize-run-'))
  // A PostgreSQL started by root runs as another user, who needs access to the folder.
  await chmod(path, 0o711)
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'orphan-guard.ts'), path], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(guard.stdout, 'data')
  guard.stdout.destroy()
  guard.unref()
  process.env['TMPDIR'] = path
  // A run starts up to hundreds of programs, which would each compile the same files again.
  process.env['NODE_COMPILE_CACHE'] ??= join(path, 'compiled')
  return {
    path,
    guardPid: guard.pid ?? 0,
    close: async () => {
      for (const [name, value] of Object.entries(outer)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      guard.ref()
      guard.stdin.end('finished')
      if (guard.exitCode === null) await once(guard, 'exit')
    },
  }
}
