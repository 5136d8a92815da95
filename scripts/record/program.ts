import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { loadConfig } from '#server/config.ts'
import { createActKeys, signActs } from '#server/db/act-signing.ts'
import { scaledMs } from '#test/machine.ts'
import { freePort } from '../server-process.ts'

/**
 * The program of any checkout, started as `npm start` starts it on an empty data folder with the demo data. None of that
 * checkout's code is imported, so that a recording does not depend on the layout of the code.
 */
export type RecordedProgram = {
  ports: { site: number; office: number }
  /** Runs a statement as the owner of the tables, for changes that no call can make (blocking a member). */
  sql: (text: string, values: readonly string[]) => Promise<void>
  /** Runs a command of the checkout (`npm run <name> -- …`) on the same data folder. */
  tool: (name: string, args: readonly string[]) => Promise<void>
  stop: () => Promise<void>
}

const readyMs = 240_000

export async function startRecordedProgram(folder: string): Promise<RecordedProgram> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baize-record-'))
  const ports = { site: await freePort(), office: await freePort() }
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(ports.site),
    OFFICE_PORT: String(ports.office),
    PROVIDER_PORT: String(await freePort()),
    BOOKS_EVERY_MINUTES: '0',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [join(folder, 'scripts/start.ts')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  const end = performance.now() + scaledMs(readyMs)
  while (!(await isReady(ports.site))) {
    if (child.exitCode !== null || performance.now() > end) {
      await stop()
      throw new Error(`The program of ${folder} did not become ready.`)
    }
    await sleep(100)
  }
  return {
    ports,
    sql: (text, values) => runAsOwner(dataDir, text, values),
    tool: (name, args) => runCommand(folder, env, name, args),
    stop,
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Connects with the files that PostgreSQL and the program write into the data folder. */
async function runAsOwner(dataDir: string, text: string, values: readonly string[]): Promise<void> {
  const { owner } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { owner: string }
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const [port, socket] = [Number(lines[3]), lines[4]?.trim() ?? '']
  const host = socket === '' ? '127.0.0.1' : socket
  const client = new pg.Client({ host, port, user: 'baize_owner', password: owner, database: 'baize' })
  await client.connect()
  try {
    await client.query('BEGIN')
    const { rowCount } = await client.query(text, [...values])
    if (rowCount !== 1) throw new Error(`${rowCount} rows changed instead of one: ${text}`)
    await sign(client, dataDir)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/** Signs the transaction with the key of the data folder, as the database demands; earlier releases sign nothing. */
async function sign(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ signs: boolean }>(
    `SELECT to_regprocedure('public.act_pending()') IS NOT NULL AS signs`,
  )
  if (rows[0]?.signs !== true) return
  const { secret } = await loadConfig({ DATA_DIR: dataDir })
  await signActs((sql, list) => client.query(sql, [...list]), createActKeys(secret))
}

async function runCommand(
  folder: string,
  env: NodeJS.ProcessEnv,
  name: string,
  args: readonly string[],
): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [script] = (manifest.scripts[name] ?? '').replace(/^node /, '').split(' ')
  const child = spawn(process.execPath, [join(folder, script ?? ''), ...args], { cwd: folder, env, stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}: ${output}`)
}
