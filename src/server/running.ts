import { execFile } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeOnce } from './write-once.ts'

/** The process that uses a data folder: its id, since when, and its addresses (empty while it is starting). */
export type Running = { pid: number; since: string; addresses: Record<string, string> }

export type Claim =
  | { status: 'taken'; by: Running }
  | {
      status: 'claimed'
      /** Records the addresses of the listeners, for the message of a second start. */
      announce(addresses: Record<string, string>): Promise<void>
      release(): Promise<void>
    }

const record = z.object({
  pid: z.int(),
  since: z.string(),
  /** When the process began, according to the system: its id may be reused by another process later. */
  birth: z.string(),
  addresses: z.record(z.string(), z.string()),
})
type Stored = z.infer<typeof record>

/**
 * Claims a data folder for this process with the file `running.json`. A file left by a process that has ended is
 * replaced. The database's own lock protects the data; this file only informs people.
 */
export async function claimDataDir(dataDir: string): Promise<Claim> {
  const file = join(dataDir, 'running.json')
  const mine: Stored = {
    pid: process.pid,
    since: new Date().toISOString(),
    birth: await birthOf(process.pid),
    addresses: {},
  }
  for (;;) {
    if (await writeOnce(file, JSON.stringify(mine))) break
    const other = await readRecord(file)
    if (other !== null && (await lives(other))) {
      return { status: 'taken', by: { pid: other.pid, since: other.since, addresses: other.addresses } }
    }
    await rm(file, { force: true })
  }
  const isOwnRecord = async (): Promise<boolean> => (await readRecord(file))?.pid === process.pid
  return {
    status: 'claimed',
    announce: async (addresses) => {
      const fresh = `${file}.${process.pid}`
      await writeFile(fresh, JSON.stringify({ ...mine, addresses }), { mode: 0o600 })
      await rename(fresh, file)
    },
    release: async () => {
      if (await isOwnRecord()) await rm(file, { force: true })
    },
  }
}

/** The process that uses a data folder now, or null. */
export async function findRunning(dataDir: string): Promise<Running | null> {
  const found = await readRecord(join(dataDir, 'running.json'))
  return found !== null && (await lives(found)) ? found : null
}

async function readRecord(file: string): Promise<Stored | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return record.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function lives(other: Stored): Promise<boolean> {
  const birth = await birthOf(other.pid)
  return birth !== '' && birth === other.birth
}

/** When a process began; empty when there is no process with this id. */
async function birthOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (status === '' || fields[0] === 'Z') return ''
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return `${boot.trim()} ${fields[19] ?? ''}`
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return ''
  }
  if (process.platform === 'win32') return 'alive'
  return await new Promise((resolve) => {
    execFile('ps', ['-p', String(pid), '-o', 'lstart='], (_error, stdout) => resolve(stdout.trim()))
  })
}
