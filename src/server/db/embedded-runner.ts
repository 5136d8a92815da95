import { execFile } from 'node:child_process'
import { chmod, chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * A way to run PostgreSQL, which refuses to run as root. `prefix` goes before the command; `as` is the user the command
 * runs as, null for the current one; `owner` is the user that must own its files on disk.
 */
export type Runner = {
  name: string
  prefix: readonly string[]
  as: { uid: number; gid: number } | null
  owner: { uid: number; gid: number }
}

/** A finished command: its exit code (null when it could not be started or was killed) and its output. */
export type Ran = { code: number | null; output: string }

/**
 * The ways to run PostgreSQL here, the best first. An ordinary user runs it directly. Root enters a user namespace,
 * where it has another id but still owns its files, so that a home of mode 0700 works; where namespaces are forbidden
 * it becomes the owner of the folder, `postgres` or `nobody`. `refused` receives a line for each way that the system
 * does not allow.
 */
export async function listRunners(dataDir: string, refused?: (why: string) => void): Promise<Runner[]> {
  const uid = process.getuid?.() ?? -1
  const gid = process.getgid?.() ?? -1
  if (uid !== 0) return [{ name: 'as this user', prefix: [], as: null, owner: { uid, gid } }]
  const accounts = await readAccounts()
  const runners: Runner[] = []
  const mapped = accounts.find((account) => account.name === 'nobody') ?? accounts.find((account) => account.uid !== 0)
  if (mapped !== undefined && process.platform === 'linux') {
    const namespaced: Runner = {
      name: `unshare --user --map-user=${mapped.uid}`,
      prefix: ['unshare', '--user', `--map-user=${mapped.uid}`, `--map-group=${mapped.gid}`],
      as: null,
      owner: { uid: 0, gid: 0 },
    }
    const probe = await run(namespaced, process.execPath, ['--version'], process.env, '/')
    if (probe.code === 0) runners.push(namespaced)
    else refused?.(`${namespaced.name}: ${probe.output.trim()}`)
  }
  const folder = await firstExisting(dataDir)
  if (folder.uid !== 0) runners.push(runnerAs('the owner of the folder', folder))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account !== undefined) runners.push(runnerAs(name, account))
  }
  return runners
}

function runnerAs(name: string, user: { uid: number; gid: number }): Runner {
  const as = { uid: user.uid, gid: user.gid }
  return { name: `as ${name} (uid ${user.uid})`, prefix: [], as, owner: as }
}

/** The command line and the spawn options that run a program with this runner. */
export function command(
  runner: Runner,
  program: string,
  args: readonly string[],
): { file: string; args: string[]; user: { uid?: number; gid?: number } } {
  const [file = program, ...rest] = [...runner.prefix, program, ...args]
  return { file, args: rest, user: runner.as ?? {} }
}

/** Runs a program to its end with a runner. Never throws. */
export function run(
  runner: Runner,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  signal?: AbortSignal,
): Promise<Ran> {
  const line = command(runner, program, args)
  return new Promise((resolve) => {
    const child = execFile(
      line.file,
      line.args,
      { ...line.user, env, cwd, windowsHide: true, maxBuffer: 1 << 22, ...(signal && { signal }) },
      (error, stdout, stderr) => {
        const output = stdout + stderr
        resolve({ code: error === null ? 0 : child.exitCode || null, output: output || (error?.message ?? '') })
      },
    )
    child.stdin?.end()
  })
}

/**
 * Makes the runner's user the owner of a folder and its content, and lets that user pass through the parent. Needed
 * only when root runs PostgreSQL as another user.
 */
export async function handOver(runner: Runner, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  if (runner.as !== null) {
    const parent = await stat(dirname(folder))
    if (parent.uid !== runner.as.uid) await chmod(dirname(folder), parent.mode | 0o011)
  }
  const found = await lstat(folder)
  if (found.uid !== runner.owner.uid) await chownAll(folder, runner.owner)
}

async function chownAll(path: string, owner: { uid: number; gid: number }): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  if (found.isDirectory()) for (const entry of await readdir(path)) await chownAll(join(path, entry), owner)
  await chown(path, owner.uid, owner.gid)
}

type Account = { name: string; uid: number; gid: number }

/** initdb reads its user from the password file, so an id without an entry does not work. */
async function readAccounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.name !== '' && Number.isInteger(account.uid) && Number.isInteger(account.gid))
}

async function firstExisting(path: string): Promise<{ uid: number; gid: number }> {
  const found = await stat(path).catch(() => null)
  if (found !== null) return found
  const parent = dirname(path)
  return parent === path ? { uid: 0, gid: 0 } : firstExisting(parent)
}
