import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The content of `postmaster.pid` of a running server. `socketDir` is null where it listens on TCP only. */
export type Postmaster = { pid: number; port: number; socketDir: string | null; ready: boolean }

/** An id that no process has: Linux ends at 2^22. */
const unusedPid = 2_147_483_647

/** Reads `postmaster.pid` of a data folder; null when it is missing or not fully written yet. */
export async function readPostmaster(pgData: string): Promise<Postmaster | null> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const socketDir = lines[4] ?? ''
  return { pid, port: Number(lines[3]), socketDir: socketDir === '' ? null : socketDir, ready: lines[7] === 'ready' }
}

/** Whether a process is running; a zombie counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isListed(pid)) return false
  if (process.platform !== 'linux') return true
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3) !== 'Z'
}

/** Whether the system still lists the process id, zombies included. */
function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The server that runs on a data folder, ready or not, or null. After a machine crash the id in `postmaster.pid` may
 * belong to an unrelated process, and after a kill together with its parent to a zombie; PostgreSQL would then refuse
 * to start. In these cases the id is replaced by an unused one. The file stays, because PostgreSQL also finds left-over
 * children by it.
 */
export async function findPostmaster(pgData: string): Promise<Postmaster | null> {
  const found = await readPostmaster(pgData)
  if (found === null) return null
  if (await isAlive(found.pid)) {
    if (await runsOn(found.pid, pgData)) return found
  } else if (!isListed(found.pid)) return null
  const file = join(pgData, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text !== '') await writeFile(file, [unusedPid, ...text.split('\n').slice(1)].join('\n'))
  if (found.socketDir !== null) {
    const lock = join(found.socketDir, `.s.PGSQL.${found.port}.lock`)
    const held = await readFile(lock, 'utf8').catch(() => '')
    if (held !== '') await writeFile(lock, [unusedPid, ...held.split('\n').slice(1)].join('\n'))
  }
  return null
}

/** A postmaster's working folder is its data folder; where that cannot be read, the command line is checked. */
async function runsOn(pid: number, pgData: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    if (cwd !== null) return cwd === (await realpath(pgData))
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return line.includes('postgres')
  }
  return await new Promise((resolve) => {
    execFile('ps', ['-p', String(pid), '-o', 'command='], (_error, stdout) => resolve(stdout.includes('postgres')))
  })
}

/**
 * Kills the left-over children of a killed server on a data folder. They detect its end when they next wait for work,
 * but one that waits for a killed sibling waits for ever, and the next server refuses to start beside it. Returns how
 * many were killed; on Linux only, where their folder is visible.
 */
export async function endOrphans(pgData: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const folder = await realpath(pgData)
  const isOf = async (pid: number): Promise<boolean> =>
    (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === folder
  let ended = 0
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || !(await isOf(pid))) continue
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // The parent of a live server's child is that server, whose folder is also this one.
    if (!title.startsWith('postgres: ') || (await isOf(Number(parent)))) continue
    sendSignal(pid, 'SIGKILL')
    ended += 1
  }
  return ended
}

/**
 * Waits until the server with this process id accepts connections: true, or false when it ended or `until` (epoch ms)
 * has passed. The id matters, because the file of a killed server says `ready`, too; null accepts any.
 */
export async function waitReady(
  pgData: string,
  pid: number | null,
  until: number,
  ended: () => boolean,
): Promise<boolean> {
  while (Date.now() < until && !ended()) {
    const found = await readPostmaster(pgData)
    if (found?.ready === true && (pid === null || found.pid === pid)) return true
    await sleep(8)
  }
  return false
}

/** Waits up to `limitMs` until a process has ended; returns whether it has. */
export async function waitUntilEnded(pid: number, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs
  while (await isAlive(pid)) {
    if (Date.now() > until) return false
    await sleep(10)
  }
  return true
}

/**
 * Stops a server and waits until it has ended: first by a fast shutdown, after `graceMs` by an immediate one, which
 * needs recovery at the next start. Both keep every committed transaction. Throws when it is still running.
 */
export async function stopPostmaster(pgData: string, pid: number, pgCtl: string, graceMs = 8_000): Promise<void> {
  for (const [signal, mode, limitMs] of [
    ['SIGINT', 'fast', graceMs],
    ['SIGQUIT', 'immediate', 5_000],
  ] as const) {
    if (process.platform === 'win32') await stopOnWindows(pgCtl, pgData, mode)
    else sendSignal(pid, signal)
    if (await waitUntilEnded(pid, limitMs)) return
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop`)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Windows has no signals; pg_ctl uses a named pipe. */
function stopOnWindows(pgCtl: string, pgData: string, mode: string): Promise<void> {
  return new Promise((resolve) => {
    execFile(pgCtl, ['stop', '-D', pgData, '-m', mode, '-W'], { windowsHide: true }, () => resolve())
  })
}
