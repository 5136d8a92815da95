import { benchSecret, benchSecretText } from './bench-secret.ts'
import { loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { beginAnchor } from '#server/ledger/anchor.ts'
import { wholeUnits } from '#domain/money.ts'
import { issueMoney, makeBrand, makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startServerProcess, type ServerProcess } from '../server-process.ts'
import { makePopulation, type Population } from './population.ts'
import { openBenchDatabase, type BenchDatabase } from './database.ts'

/** The real program on a bench brand (pace 0), with signed-in members who have a game window open. */
export type BenchServer = {
  bench: BenchDatabase
  brandId: number
  /** The first process's port. */
  port: number
  /** The ports of all processes, which use one database. */
  ports: readonly number[]
  players: { token: string; playSessionId: string; memberId: bigint }[]
  /** The id of the first process. */
  pid: () => number
  /** Resident memory in MB, of all processes together. */
  residentMb: () => Promise<number>
  /** Processor seconds so far, of all processes together; 0 where the system does not report them. */
  cpuSeconds: () => Promise<number>
  /** Stops the first process with SIGTERM and waits for its end. */
  stop: () => Promise<void>
  /** Starts the first process again on the same port. */
  start: () => Promise<void>
  close: () => Promise<void>
}

export type BenchServerOptions = {
  players: number
  /** Additional members, in hundreds of thousands. */
  population?: Population
  /** Processes on one database; one by default. */
  processes?: number
  env?: Record<string, string>
  /** Further arguments of its Node, before the script. */
  nodeArgs?: readonly string[]
}

export async function openBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const bench = await openBenchDatabase({ bare: true })
  try {
    return await serveHouse(bench, options)
  } catch (error) {
    await bench.close()
    throw error
  }
}

async function serveHouse(bench: BenchDatabase, options: BenchServerOptions): Promise<BenchServer> {
  const secret = benchSecretText
  const { players, brandId } = await makePlayers(bench, secret, options.players)
  if (options.population) await makePopulation(bench, brandId, secret, options.population)
  const { appUrl, ownerUrl } = bench.database
  const places = await Promise.all(
    Array.from({ length: options.processes ?? 1 }, async (_, index) => ({
      port: await freePort(),
      officePort: await freePort(),
      dataDir: join(bench.dataDir, `server-${index}`),
    })),
  )
  const anchorDir = join(bench.dataDir, 'anchor')
  await beginAnchor({ dir: anchorDir, secret: benchSecret })
  const env = { ANCHOR_DIR: anchorDir, TRUST_PROXY: 'loopback', ...options.env }
  const begin = (place: (typeof places)[number]): Promise<ServerProcess> =>
    startServerProcess({ appUrl, ownerUrl, secret, ...place, env, nodeArgs: options.nodeArgs ?? [] })
  const servers: ServerProcess[] = []
  for (const place of places) servers.push(await begin(place))
  const ports = places.map((place) => place.port)
  return {
    bench,
    brandId,
    port: ports[0] ?? 0,
    ports,
    players,
    pid: () => servers[0]?.pid ?? 0,
    residentMb: async () => {
      const each = await Promise.all(servers.map((server) => server.residentMb()))
      return each.reduce((sum, one) => sum + one, 0)
    },
    cpuSeconds: async () => {
      const each = await Promise.all(servers.map(({ pid }) => cpuSecondsOf(pid)))
      return each.reduce((sum, one) => sum + one, 0)
    },
    stop: async () => servers[0]?.stop(),
    start: async () => {
      if (places[0]) servers[0] = await begin(places[0])
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await bench.close()
    },
  }
}

const ticksPerSecond = 100

async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

async function makePlayers(
  bench: BenchDatabase,
  secret: string,
  count: number,
): Promise<{ players: BenchServer['players']; brandId: number }> {
  const { appUrl, ownerUrl } = bench.database
  const pool = createPool(ownerUrl, { max: 2 })
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: secret })
  try {
    return await createDb(pool, config.secret)
      .transaction()
      .execute(async (tx) => {
        const site: Site = { db: tx, config, ownHashes: false }
        const brand = await makeBrand(site, { purpose: 'bench', isDefault: true, domains: ['bench.example'] })
        const players: BenchServer['players'] = []
        for (let index = 0; index < count; index += 1) {
          const member = await makeMember(site, brand)
          await issueMoney(site, member, wholeUnits(1_000_000_000))
          const session = await makeSession(site, member)
          const play = await makePlaySession(site, member, session)
          players.push({ token: session.token, playSessionId: play.id, memberId: member.id })
        }
        return { players, brandId: brand.id }
      })
  } finally {
    await pool.end()
  }
}
