import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { loadConfig } from '#server/config.ts'
import { wholeUnits } from '#domain/money.ts'
import {
  makeBrand,
  makeMember,
  makePlaySession,
  makeSession,
  type BrandOptions,
  type MadeBrand,
  type Site,
} from '#server/seed/builders.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { freePort, startServerProcess, type ServerProcess } from '../server-process.ts'
import type { DatabasePair } from './program.ts'

/** A member with a session and an open game window. */
export type Player = { memberId: bigint; token: string; playSessionId: string; pin: string }

/** A house to be broken: the real program as a child process, on a bench brand (pace 0), with members who can play. */
export type FaultHouse = {
  brand: MadeBrand
  players: Player[]
  site: Site
  /** The oracle's own connections, which never go through what is broken. */
  pool: pg.Pool
  ownerPool: pg.Pool
  /** Null where the database is a test's. */
  database: EmbeddedDatabase | null
  dataDir: string
  /** The database itself, past whatever the server is given instead. */
  urls: DatabasePair
  /** The site's port: the same whenever the server is started again. */
  port: number
  officePort: number
  server: () => ServerProcess
  start: () => Promise<void>
  /** Starts another process on the same database, on ports of its own; it ends with the house. */
  startAnother: () => Promise<ServerProcess>
  close: () => Promise<void>
}

export type FaultHouseOptions = {
  players: number
  /** A migrated, empty database; without it a cluster is made and thrown away afterwards. */
  on?: DatabasePair | undefined
  brand?: BrandOptions
  /** Settings of the cluster made here. */
  settings?: Readonly<Record<string, string>>
  /** Where the cluster made here lies; a folder of its own by default, removed afterwards. */
  databaseDir?: string
  /** The address the server is given instead of the database's own: a proxy's. */
  through?: (urls: DatabasePair) => DatabasePair
  /** Further environment of the server. */
  env?: Record<string, string>
  /** Further arguments of its Node, before the script: `--import` of a hook. */
  nodeArgs?: readonly string[]
}

const startingCash = wholeUnits(1_000_000)

/** Makes the house; the server is not started yet. */
export async function openFaultHouse(options: FaultHouseOptions): Promise<FaultHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baize-fault-'))
  const { database, urls } = await openDatabase(options, dataDir)
  const secret = `fault:${randomBytes(32).toString('base64')}`
  const pool = createPool(urls.appUrl, { max: 2, statementTimeoutMs: 0, name: 'oracle' })
  const ownerPool = createPool(urls.ownerUrl, { max: 2, statementTimeoutMs: 0, name: 'oracle' })
  const config = await loadConfig({
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    APP_SECRET: secret,
  })
  const site: Site = { db: createDb(pool), config }
  const brand = await makeBrand(site, {
    purpose: 'bench',
    isDefault: true,
    domains: ['fault.example'],
    ...options.brand,
  })
  const players: Player[] = []
  for (let index = 0; index < options.players; index += 1) players.push(await makePlayer(site, brand))
  const ports = { port: await freePort(), officePort: await freePort() }
  const seen = options.through?.(urls) ?? urls
  let server: ServerProcess | null = null
  const others: ServerProcess[] = []
  const run = (wanted: { port?: number; officePort?: number }, folder: string): Promise<ServerProcess> =>
    startServerProcess({
      ...seen,
      ...wanted,
      secret,
      dataDir: join(dataDir, folder),
      ...(options.env ? { env: options.env } : {}),
      ...(options.nodeArgs ? { nodeArgs: options.nodeArgs } : {}),
    })
  return {
    brand,
    players,
    site,
    pool,
    ownerPool,
    database,
    dataDir,
    urls,
    ...ports,
    server: () => {
      if (server === null) throw new Error('the server was never started')
      return server
    },
    start: async () => {
      server = await run(ports, 'server')
    },
    startAnother: async () => {
      const another = await run({}, `server-${others.length + 2}`)
      others.push(another)
      return another
    },
    close: async () => {
      await Promise.all([server, ...others].map((one) => one?.kill()))
      await Promise.all([pool.end(), ownerPool.end()])
      await database?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One more member with money, a session and a window. */
export async function makePlayer(site: Site, brand: MadeBrand): Promise<Player> {
  const member = await makeMember(site, brand, { cash: startingCash })
  const session = await makeSession(site, member)
  const play = await makePlaySession(site, member, session)
  return { memberId: member.id, token: session.token, playSessionId: play.id, pin: member.pin }
}

async function openDatabase(
  options: FaultHouseOptions,
  dataDir: string,
): Promise<{ database: EmbeddedDatabase | null; urls: DatabasePair }> {
  if (options.on !== undefined) return { database: null, urls: options.on }
  const where = options.databaseDir ?? join(dataDir, 'database')
  const database = await startEmbedded({ dataDir: where, settings: options.settings ?? {} })
  await migrate({ ownerUrl: database.ownerUrl, appRole: 'baize_app', currency: 'KRW' })
  return { database, urls: { appUrl: database.appUrl, ownerUrl: database.ownerUrl } }
}
