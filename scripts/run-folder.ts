import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, statfs } from 'node:fs/promises'
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
  const folder = await openGuarded(tmpdir())
  process.env['TMPDIR'] = folder.path
  // A run starts up to hundreds of programs, which would each compile the same files again.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder.path, 'compiled')
  return {
    ...folder,
    close: async () => {
      for (const [name, value] of Object.entries(outer)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      await folder.close()
    },
  }
}

const memory = '/dev/shm'

/**
 * A folder in memory for what a run writes and nobody keeps, where writing to the disk costs most of the time: with its own guard, and without a
 * `TMPDIR`. Null where there is no room for so many bytes in it, or less than twice as much memory free.
 */
export async function openMemoryFolder(bytes: number): Promise<RunFolder | null> {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * bytes) return null
  const room = await statfs(memory).catch(() => null)
  return room === null || room.bavail * room.bsize < bytes ? null : openGuarded(memory)
}

/** A folder whose guard removes it, with every PostgreSQL on data in it, when this process closes it or ends. */
async function openGuarded(parent: string): Promise<RunFolder> {
  const path = await mkdtemp(join(parent, 'baize-run-'))
  // A PostgreSQL started by root runs as another user, who needs access to the folder.
  await chmod(path, 0o711)
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'orphan-guard.ts'), path], {
    // The guard of the run around this one ends what has that run's `TMPDIR`, and knows nothing of a folder in memory.
    env: { ...process.env, TMPDIR: parent },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(guard.stdout, 'data')
  guard.stdout.destroy()
  guard.unref()
  return {
    path,
    guardPid: guard.pid ?? 0,
    close: async () => {
      guard.ref()
      guard.stdin.end('finished')
      if (guard.exitCode === null) await once(guard, 'exit')
    },
  }
}
