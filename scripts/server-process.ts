import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describeLoad, scaledMs } from '#test/machine.ts'

/** The real program as a child process, for benches and fault programs. */
export type ServerProcess = {
  port: number
  officePort: number
  pid: number
  /** How it ended, by an exit code or a signal; null while it runs. */
  ended: () => string | null
  /** Resident memory in MB. */
  residentMb: () => Promise<number>
  /** Kills it with SIGKILL, as a power cut would. */
  kill: () => Promise<void>
  /** Sends SIGTERM and waits until it has ended. */
  stop: () => Promise<void>
}

const readyMs = 120_000

/** The setting of `npm start`: V8's default young generation grows to 128 MB, and 16 MB serve as many calls. */
const youngHeap = '--max-semi-space-size=8'

/** Starts it on an existing database without building pages; resolves when `/readyz` answers 200. */
export async function startServerProcess(options: {
  appUrl: string
  ownerUrl: string
  dataDir: string
  secret: string
  port?: number
  officePort?: number
  env?: Record<string, string>
  /** Further arguments of Node, before the script. */
  nodeArgs?: readonly string[]
  /** The limit of open files; that of this process when left out. Needs a shell of POSIX. */
  descriptors?: number | undefined
}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const officePort = options.officePort ?? (await freePort())
  const nodeArgs = [youngHeap, ...(options.nodeArgs ?? [])]
  const line = [process.execPath, ...nodeArgs, join(import.meta.dirname, 'start.ts'), '--no-build']
  // `exec` keeps the process's id.
  const limited =
    options.descriptors === undefined ? [] : ['sh', '-c', `ulimit -n ${options.descriptors}; exec "$@"`, 'sh']
  const [program = '', ...args] = [...limited, ...line]
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: String(port),
      OFFICE_PORT: String(officePort),
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.appUrl,
      DATABASE_OWNER_URL: options.ownerUrl,
      APP_SECRET: options.secret,
      LOG_LEVEL: 'error',
      ...options.env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The end of this process ends the program too.
  const take = (): void => void child.kill('SIGKILL')
  process.once('exit', take)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => process.off('exit', take))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  try {
    await untilReady(port, child)
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
  return {
    port,
    officePort,
    pid: child.pid ?? 0,
    ended: () => child.signalCode ?? (child.exitCode === null ? null : `code ${child.exitCode}`),
    residentMb: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const limitMs = scaledMs(readyMs)
  const end = performance.now() + limitMs
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it was ready`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server was not ready within ${limitMs / 1000} s. ${describeLoad()}`)
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
