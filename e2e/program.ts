import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { freePort } from '../scripts/server-process.ts'
import { root } from '../scripts/run-tool.ts'
import { scaledMs } from '#test/machine.ts'
import { openDatabaseAccess, type DatabaseAccess } from './database-access.ts'

/** The program as on a first start: an empty data folder, its own PostgreSQL, the demo data. */
export type Program = {
  site: string
  office: string
  dataDir: string
  database: DatabaseAccess
  /** The oracle's faults in the books now; empty when they are clean. */
  bookFaults: () => Promise<string[]>
  stop: () => Promise<void>
}

const readyMs = 180_000

/** Options for a program whose tables begin in seconds and take bets for so long (`table-pace/dealing.ts`). */
export function quickTables(betMs: number): { nodeArgs: readonly string[]; env: NodeJS.ProcessEnv } {
  return {
    nodeArgs: ['--import', new URL('./table-pace/hook.ts', import.meta.url).href],
    env: { TABLE_BET_MS: String(betMs) },
  }
}

/** Starts it from the project's folder or from a copy of it, with additional environment variables and arguments of Node.js. */
export async function startProgram(
  options: { folder?: string; env?: NodeJS.ProcessEnv; nodeArgs?: readonly string[] } = {},
): Promise<Program> {
  const { folder = root, nodeArgs = [] } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'baize-e2e-'))
  const [port, officePort, providerPort] = [await freePort(), await freePort(), await freePort()]
  const child = spawn(process.execPath, [...nodeArgs, join(folder, 'scripts/start.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      ...options.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      OFFICE_PORT: String(officePort),
      PROVIDER_PORT: String(providerPort),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    let output = ''
    const limit = setTimeout(
      () => reject(new Error(`the program was not ready in time: ${output.slice(-2_000)}`)),
      scaledMs(readyMs),
    )
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('Baize is ready')) return
      clearTimeout(limit)
      resolve()
    })
    child.once('exit', () => reject(new Error(`the program ended before it was ready: ${output.slice(-2_000)}`)))
  })
  let database: DatabaseAccess | null = null
  const stop = async (): Promise<void> => {
    await database?.close()
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await ready
    database = await openDatabaseAccess(dataDir)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    site: `http://localhost:${port}`,
    office: `http://localhost:${officePort}`,
    dataDir,
    database,
    bookFaults: () => readBooks(dataDir),
    stop,
  }
}

/** Connects to the program's running PostgreSQL, which keeps running. */
async function readBooks(dataDir: string): Promise<string[]> {
  const database = await startEmbedded({ dataDir })
  const pool = createPool(database.appUrl, { max: 1 })
  try {
    const report = await checkBooks(pool)
    return report.faults.map((fault) => `${fault.check} ${fault.subject} ${fault.detail}`)
  } finally {
    await pool.end()
  }
}
