import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What `postmaster.pid` says of a running server. `socketDir` is null where it listens on TCP only. */
export type Postmaster = { pid: number; port: number; socketDir: string | null; ready: boolean }

/** A number no process bears: Linux ends at 2^22. */
const nobodysPid = 2_147_483_647

/** Reads `postmaster.pid` of a data folder; null when there is none, or it is not written to its end yet. */
export async function readPostmaster(pgData: string): Promise<Postmaster | null> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const socketDir = lines[4] ?? ''
  return { pid, port: Number(lines[3]), socketDir: socketDir === '' ? null : socketDir, ready: lines[7] === 'ready' }
}

/** Whether a process lives; one that has ended and waits for its parent to notice counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isListed(pid)) return false
  if (process.platform !== 'linux') return true
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3) !== 'Z'
}

/** Whether the system still has a process of that number, if only one that has ended and whose parent has not noticed. */
function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The server that runs on a data folder, ready or not, or null. After a crash of the machine the number in
 * `postmaster.pid` may belong to a stranger, and after it was killed together with its parent nobody may have noticed its
 * end yet: PostgreSQL would refuse to start. Then the number is replaced by one nobody has. The file stays, because
 * PostgreSQL also finds left-over children by it.
 */
export async function findPostmaster(pgData: string): Promise<Postmaster | null> {
  const found = await readPostmaster(pgData)
  if (found === null) return null
  if (await isAlive(found.pid)) {
    if (await runsOn(found.pid, pgData)) return found
  } else if (!isListed(found.pid)) return null
  const file = join(pgData, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text !== '') await writeFile(file, [nobodysPid, ...text.split('\n').slice(1)].join('\n'))
  if (found.socketDir !== null) {
    const lock = join(found.socketDir, `.s.PGSQL.${found.port}.lock`)
    const held = await readFile(lock, 'utf8').catch(() => '')
    if (held !== '') await writeFile(lock, [nobodysPid, ...held.split('\n').slice(1)].join('\n'))
  }
  return null
}

/** A postmaster's working folder is its data folder; where that cannot be seen, its command line must do. */
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
 * Ends what a killed server has left behind on a data folder. Its children notice that it is gone when they next wait for
 * work, but one that waits for another who was killed with it waits for ever, and the next server refuses to start beside
 * it. Answers how many were ended; on Linux alone, where it can be seen whose they are.
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
    // A child of a server that lives has that server for a parent, whose folder is this one too.
    if (!title.startsWith('postgres: ') || (await isOf(Number(parent)))) continue
    sendSignal(pid, 'SIGKILL')
    ended += 1
  }
  return ended
}

/**
 * Waits until the server of that number takes connections: true, or false when it ended instead or `until` (epoch ms) has
 * passed. A file left by a killed server says `ready` too, hence the number; null takes any, where it is not known.
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

/** Waits until a process has ended, at most `limitMs`; answers whether it has. */
export async function waitGone(pid: number, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs
  while (await isAlive(pid)) {
    if (Date.now() > until) return false
    await sleep(10)
  }
  return true
}

/**
 * Stops a server and waits until it has gone: first the quick orderly way, after `graceMs` the way that needs recovery at
 * the next start. Both keep every committed transaction. Throws when it is still there.
 */
export async function stopPostmaster(pgData: string, pid: number, pgCtl: string, graceMs = 8_000): Promise<void> {
  for (const [signal, mode, limitMs] of [
    ['SIGINT', 'fast', graceMs],
    ['SIGQUIT', 'immediate', 5_000],
  ] as const) {
    if (process.platform === 'win32') await stopOnWindows(pgCtl, pgData, mode)
    else sendSignal(pid, signal)
    if (await waitGone(pid, limitMs)) return
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

/** Windows knows no signals; pg_ctl asks over a named pipe. */
function stopOnWindows(pgCtl: string, pgData: string, mode: string): Promise<void> {
  return new Promise((resolve) => {
    execFile(pgCtl, ['stop', '-D', pgData, '-m', mode, '-W'], { windowsHide: true }, () => resolve())
  })
}
