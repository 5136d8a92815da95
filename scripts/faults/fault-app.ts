import { signEach } from '../signed-pool.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDb, createPool, longReads } from '#server/db/pool.ts'
import { loadConfig } from '#server/config.ts'
import { beginAnchor } from '#server/ledger/anchor.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import {
  makeBrand,
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  type BrandOptions,
  type MadeBrand,
  type Site,
} from '#server/seed/builders.ts'
import { proveSessions, testToken } from '#test/proven-session.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { freePort, startServerProcess, type ServerProcess } from '../server-process.ts'
import { openFakeProvider, type FakeProvider } from '../fake-transfer-provider.ts'
import type { DatabasePair } from './program.ts'

/** A member with a session and an open game window. */
export type Player = { memberId: bigint; publicId: string; token: string; playSessionId: string; pin: string }

/** The header by which each player has an address of their own: throttles count by network. */
export function forwardedFrom({ memberId }: Player): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.${(memberId >> 8n) & 255n}.${memberId & 255n}.1` }
}

/** A signed-in operator who decides the players' money requests. */
export type Operator = { name: string; token: string; isManager: boolean }

/** An app to be broken: the real program as a child process, on a bench brand (pace 0), with members who can play. */
export type FaultApp = {
  brand: MadeBrand
  players: Player[]
  operators: Operator[]
  /** The brand's transfer-wallet provider; null without the option `transfers`. */
  provider: FakeProvider | null
  site: Site
  /** The oracle's own connections, which are never broken. */
  pool: pg.Pool
  ownerPool: pg.Pool
  /** Null where the database belongs to a test. */
  database: EmbeddedDatabase | null
  dataDir: string
  /** The database itself, also where the server connects through a proxy. */
  urls: DatabasePair
  /** The member site's port: the same after every restart of the server. */
  port: number
  officePort: number
  server: () => ServerProcess
  start: () => Promise<void>
  /** Starts another process on the same database, with ports of its own; `close` ends it. */
  startAnother: () => Promise<ServerProcess>
  /** Starts the cluster made here again after it was killed, as the supervisor of an external one would. */
  startDatabase: () => Promise<void>
  close: () => Promise<void>
}

export type FaultAppOptions = {
  players: number
  /** Operators of the cashier, the first of them managers; none by default. */
  operators?: number
  /** How many of them are managers; one by default. */
  managers?: number
  /** Whether there is a transfer-wallet provider. */
  transfers?: boolean
  /** The server runs the cluster made here itself, as `npm start` does. */
  embedded?: boolean
  /** A migrated, empty database; without it a cluster is created and removed afterwards. */
  on?: DatabasePair | undefined
  brand?: BrandOptions
  /** Settings of the cluster made here. */
  settings?: Readonly<Record<string, string>>
  /** The folder of the cluster made here; a temporary one by default. */
  databaseDir?: string
  /** Replaces the database's URLs for the server by those of a proxy. */
  through?: (urls: DatabasePair) => DatabasePair
  /** Further environment of the server. */
  env?: Record<string, string>
  /** Further arguments of its Node, before the script: `--import` of a hook. */
  nodeArgs?: readonly string[]
  /** The server's limit of open files. */
  descriptors?: number
}

const startingCash = wholeUnits(1_000_000)
const compiledHook = new URL('./compiled-hook.ts', import.meta.url).href

/** A cluster that has just started on a busy machine may take long to accept a connection. */
const oracle = { max: 2, ...longReads, connectionTimeoutMs: 60_000, name: 'oracle' }

/** Sets up the app; the server is not started yet. */
export async function openFaultApp(options: FaultAppOptions): Promise<FaultApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baize-fault-'))
  const where = options.databaseDir ?? join(dataDir, 'database')
  const opened = await openDatabase(options, where)
  const anchorDir = join(dataDir, 'anchor')
  await beginAnchor({ dir: anchorDir, secret: testSecret })
  const { urls } = opened
  let { database } = opened
  const secret = testSecretText
  const pool = createPool(urls.appUrl, oracle)
  const ownerPool = signEach(createPool(urls.ownerUrl, oracle), testSecret)
  const config = await loadConfig({
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    APP_SECRET: secret,
  })
  const site: Site = { db: createDb(ownerPool, config.secret), config }
  const cast = await makeCast(site, ownerPool, options)
  const ports = { port: await freePort(), officePort: await freePort() }
  const serverUrls = options.through?.(urls) ?? urls
  let server: ServerProcess | null = null
  const others: ServerProcess[] = []
  const run = (wanted: { port?: number; officePort?: number }, folder: string): Promise<ServerProcess> =>
    startServerProcess({
      ...serverUrls,
      ...wanted,
      secret,
      dataDir: options.embedded === true ? where : join(dataDir, folder),
      // An empty URL counts as none: the server finds the cluster in its data folder.
      env: {
        ...(options.embedded === true ? { DATABASE_URL: '', DATABASE_OWNER_URL: '', BAIZE_DEMO: '0' } : {}),
        TRUST_PROXY: '1',
        ANCHOR_DIR: anchorDir,
        ...options.env,
      },
      nodeArgs: ['--import', compiledHook, ...(options.nodeArgs ?? [])],
      descriptors: options.descriptors,
    })
  return {
    ...cast,
    site,
    pool,
    ownerPool,
    get database() {
      return database
    },
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
    startDatabase: async () => {
      database = await startEmbedded({ dataDir: where, settings: options.settings ?? {} })
    },
    close: async () => {
      await Promise.all([server, ...others].map((one) => one?.kill()))
      await cast.provider?.close()
      await Promise.all([pool.end(), ownerPool.end()])
      // The cluster that runs now may have been started by the server.
      if (options.embedded === true) database = await startEmbedded({ dataDir: where })
      await database?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The brand with those who act at it. */
async function makeCast(
  site: Site,
  ownerPool: pg.Pool,
  options: FaultAppOptions,
): Promise<Pick<FaultApp, 'brand' | 'players' | 'operators' | 'provider'>> {
  const brand = await makeBrand(site, {
    purpose: 'bench',
    isDefault: true,
    domains: ['fault.example'],
    ...options.brand,
  })
  const players: Player[] = []
  for (let index = 0; index < options.players; index += 1) players.push(await makePlayer(site, brand))
  const operators: Operator[] = []
  for (let index = 0; index < (options.operators ?? 0); index += 1)
    operators.push(await makeSignedInOperator(site, ownerPool, index < (options.managers ?? 1)))
  return { brand, players, operators, provider: options.transfers === true ? await openProvider(site, brand) : null }
}

/** One more member with money, a session and a window, of any machine unless `gameCode` names one. */
export async function makePlayer(
  site: Site,
  brand: MadeBrand,
  { cash = startingCash, gameCode }: { cash?: Amount; gameCode?: string } = {},
): Promise<Player> {
  const member = await makeMember(site, brand, { cash })
  const session = await makeSession(site, member)
  const play = await makePlaySession(site, member, session, gameCode === undefined ? {} : { gameCode })
  const { id: memberId, publicId, pin } = member
  return { memberId, publicId, token: session.token, playSessionId: play.id, pin }
}

async function makeSignedInOperator(site: Site, ownerPool: pg.Pool, isManager: boolean): Promise<Operator> {
  const roles = isManager ? (['manager'] as const) : (['cashier'] as const)
  const operator = await makeOperator(site, { roles })
  const { token, hash } = testToken(site.config.secret, 'operator', operator.id)
  await site.db
    .insertInto('operator_session')
    .values({
      token_hash: hash,
      operator_id: operator.id,
      ends_at: sql<Date>`now() + interval '8 hours'`,
    })
    .execute()
  // For as many acts as the program makes.
  await proveSessions(ownerPool, site.config.secret, operator.id)
  return { name: operator.login, token, isManager }
}

/** Expires the leases of a dead process (45 s), so that the next one resolves transfers at once. */
export async function expireLeases({ ownerPool }: FaultApp): Promise<void> {
  await ownerPool.query('DELETE FROM lease')
  await ownerPool.query(
    `UPDATE transfer SET next_try_at = clock_timestamp() WHERE state IN ('asked', 'sent', 'unknown')`,
  )
}

/** The provider's company code in every call about it. */
export const providerCode = 'lotus'

async function openProvider(site: Site, brand: MadeBrand): Promise<FakeProvider> {
  const provider = await openFakeProvider()
  const { baseUrl, key } = provider
  await enterTransferProvider(site, {
    code: providerCode,
    names: { ko: '로터스' },
    baseUrl,
    key,
    timeoutMs: 1_000,
    brandIds: [brand.id],
  })
  return provider
}

async function openDatabase(
  options: FaultAppOptions,
  where: string,
): Promise<{ database: EmbeddedDatabase | null; urls: DatabasePair }> {
  if (options.on !== undefined) return { database: null, urls: options.on }
  const database = await startEmbedded({ dataDir: where, settings: options.settings ?? {} })
  await migrate({ ownerUrl: database.ownerUrl, appRole: 'baize_app', currency: 'KRW', secret: testSecret })
  return { database, urls: { appUrl: database.appUrl, ownerUrl: database.ownerUrl } }
}

/** Accepts, as a start as the owner does, that triggers were off for a moment: a fault program altered rows by hand. */
export async function acceptAlteredTriggers({ urls }: FaultApp): Promise<void> {
  await migrate({ ownerUrl: urls.ownerUrl, secret: testSecret })
}
