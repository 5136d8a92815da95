import { createDb, createPool } from '#server/db/pool.ts'
import { loadConfig } from '#server/config.ts'
import { issueMoney, makeBrand, makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { wholeUnits } from '#domain/money.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openBenchHouse, type BenchHouse } from './house.ts'

/** The real program as a child process on a bench brand (pace 0), with members who are signed in and have a window open. */
export type BenchServer = {
  port: number
  house: BenchHouse
  players: { token: string; playSessionId: string; memberId: bigint }[]
  /** Resident memory of the server process in MB. */
  residentMb: () => Promise<number>
  close: () => Promise<void>
}

const readyMs = 60_000

export async function openBenchServer(options: {
  players: number
  env?: Record<string, string>
}): Promise<BenchServer> {
  const house = await openBenchHouse({ bare: true })
  const [port, officePort] = [await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    OFFICE_PORT: String(officePort),
    DATA_DIR: join(house.dataDir, 'server'),
    DATABASE_URL: house.database.appUrl,
    DATABASE_OWNER_URL: house.database.ownerUrl,
    APP_SECRET: `bench:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'error',
    ...options.env,
  }
  const players = await makePlayers(house, env, options.players)
  const start = join(import.meta.dirname, '../start.ts')
  const child = spawn(process.execPath, [start, '--no-build'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(port, child)
  return {
    port,
    house,
    players,
    residentMb: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
    close: async () => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      await ended
      await house.close()
    },
  }
}

async function makePlayers(
  house: BenchHouse,
  env: Record<string, string>,
  count: number,
): Promise<BenchServer['players']> {
  const pool = createPool(house.database.ownerUrl, { max: 2 })
  const db = createDb(pool)
  const config = await loadConfig(env)
  try {
    return await db.transaction().execute(async (tx) => {
      const site: Site = { db: tx, config, ownHashes: false }
      const brand = await makeBrand(site, {
        code: 'bench',
        purpose: 'bench',
        isDefault: true,
        domains: ['bench.example'],
      })
      const players: BenchServer['players'] = []
      for (let index = 0; index < count; index += 1) {
        const member = await makeMember(site, brand)
        await issueMoney(site, member, wholeUnits(1_000_000_000))
        const session = await makeSession(site, member)
        const play = await makePlaySession(site, member, session)
        players.push({ token: session.token, playSessionId: play.id, memberId: member.id })
      }
      return players
    })
  } finally {
    await pool.end()
  }
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const end = performance.now() + readyMs
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it was ready`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server was not ready within ${readyMs / 1000} s`)
}

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
