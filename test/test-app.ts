import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'
import { createApp, type App, type AppOptions } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { beginAnchor } from '#server/ledger/anchor.ts'
import { followChain } from '#server/ledger/anchored-chain.ts'
import { createDatabaseIdentity } from '#server/ledger/kept-database.ts'
import { createPool, type Database, type PoolOptions } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { throttleRules, type ThrottleRules } from '#server/http/rate-limits.ts'
import { proveSessions, testToken } from './proven-session.ts'
import { createEvents } from '#server/live/events.ts'
import { settleLastPins } from '#server/auth/pin.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { createLedger, ledgerSettings } from '#server/ledger/ledger.ts'
import { makeBrand, type BrandOptions, type MadeBrand } from '#server/seed/builders.ts'
import { createGuardedDb } from '#test/one-connection.ts'
import { linkEvents } from '#server/live/event-link.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createWorld, joinWorld, patient, type World } from '#test/world.ts'

/** The whole app on a database of its own, without ports: calls are injected into the real listeners. */
export type TestApp = World & {
  /** With the owner's connection, so that it is also a `Site` of the builders. */
  deps: Deps & { ownerDb: Database }
  listeners: App
  /** The default brand, reached as `localhost`. */
  brand: MadeBrand
  /** Errors that the handlers logged; a test that expects none checks this. */
  errors: string[]
  member: (name: string, call?: TestCall) => Promise<TestResponse>
  play: (name: string, call: TestCall & { window: string }) => Promise<TestResponse>
  office: (name: string, call?: TestCall) => Promise<TestResponse>
}

export type TestCall = {
  /** The caller's address; the loopback address when left out. */
  remoteAddress?: string
  /** The plain token of a session, sent as the cookie together with the site's origin. */
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** `body.status` is the outcome when `code` is 200. */
export type TestResponse = {
  code: number
  body: Record<string, unknown> & { status: string }
  headers: Readonly<Record<string, unknown>>
  /** The file, for responses that are a download. */
  file?: Buffer
}

export type TestAppOptions = {
  handlers: AppOptions['handlers']
  brand?: BrandOptions
  /** Adds the pages; without it there are only calls. */
  addPages?: AppOptions['addPages']
  /** Environment variables such as `TRUST_PROXY` and `OFFICE_ORIGIN`. */
  env?: Readonly<Record<string, string>>
  /** Rate limits; by default so large that no test reaches them. */
  throttles?: ThrottleRules
  /** Limits and intervals of the live socket. */
  live?: AppOptions['live']
  /**
   * Limits that a test wants to reach: calls in flight, the application's connections, events queued for the ledger.
   */
  mostInFlight?: number
  pool?: PoolOptions
  ledgerMostWaiting?: number
  /** Another process of this app, on its database and with its brand; it is closed first. */
  beside?: TestApp
  /** What plays rounds; the real engine by default. */
  engine?: Engine
  /** Prepares the empty database before the app uses it. */
  prepare?: (world: World) => Promise<void>
  /** Whether the process is linked to the others of its database. */
  linked?: boolean
}

const endless = { most: 1_000_000, perSecond: 1_000_000 }
const noThrottles = Object.fromEntries(
  Object.keys(throttleRules).map((name) => [name, { address: endless, account: endless }]),
) as ThrottleRules

/** Creates the app with one brand; `close` shuts everything down. */
export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  // Each database has an anchor of its own; processes on one database share it.
  const anchorDir = options.beside?.deps.config.anchorDir ?? join(tmpdir(), 'baize-test', `anchor-${randomUUID()}`)
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const moneyOut = noHold()
  const anchor = { dir: anchorDir, secret: testSecret }
  // The database is a copy of one that is migrated: the first start of an installation finds an empty one, and does this.
  if (options.beside === undefined) await beginAnchor(anchor)
  const identity = createDatabaseIdentity(anchor, { log, moneyOut })
  const poolOptions = { pool: { ...options.pool, identity } }
  const world = options.beside ? joinWorld(options.beside, poolOptions) : await createWorld(poolOptions)
  await options.prepare?.(world)
  const ledgerPool = createPool(world.appUrl, {
    ...patient(),
    ...(options.pool?.searchPath === undefined ? {} : { searchPath: options.pool.searchPath }),
    max: 2,
    name: 'ledger',
    settings: ledgerSettings,
    identity,
  })
  const config = await loadConfig({
    DATA_DIR: join(tmpdir(), 'baize-test'),
    ANCHOR_DIR: anchorDir,
    DATABASE_URL: world.appUrl,
    DATABASE_OWNER_URL: world.ownerUrl,
    APP_SECRET: testSecretText,
    ...options.env,
  })
  const events = createEvents()
  const link = options.linked
    ? linkEvents(events, { url: world.appUrl, identity, onFailure: () => {}, gatherMs: 10, beatMs: 100 })
    : null
  const db = createGuardedDb(world.programPool, config.secret)
  if (options.beside === undefined) await followChain(db, anchor).look()
  const stopping = new AbortController()
  const deps: TestApp['deps'] = {
    ownerDb: world.ownerDb,
    config,
    pool: world.programPool,
    db,
    office: { pool: world.programPool, db },
    probe: world.programPool,
    ledger: createLedger({
      pool: ledgerPool,
      secret: config.secret,
      ...(options.ledgerMostWaiting === undefined ? {} : { lanes: 1, mostWaiting: options.ledgerMostWaiting }),
    }),
    engine: options.engine ?? play,
    moneyOut,
    identity,
    log,
    art: (name) => `/art/${name}.webp`,
    events,
    processes: link?.processes ?? (() => 1),
    stopping: stopping.signal,
  }
  const brand =
    options.beside?.brand ??
    (await makeBrand(
      { db: world.ownerDb, config },
      { code: 'nocturne', domains: ['nocturne.example'], isDefault: true, ...options.brand },
    ))
  const app = await createApp(deps, {
    handlers: options.handlers,
    throttles: options.throttles ?? noThrottles,
    ...(options.live ? { live: options.live } : {}),
    ...(options.mostInFlight ? { mostInFlight: options.mostInFlight } : {}),
    ...(options.addPages ? { addPages: options.addPages } : {}),
  })
  await Promise.all([app.member.ready(), app.office.ready()])
  return {
    ...world,
    deps,
    listeners: app,
    brand,
    errors,
    member: (name, call) => callOf(app.member, '/api/routes/', 'session', name, call),
    play: (name, { window, ...call }) =>
      callOf(app.member, '/api/play/', 'session', name, {
        ...call,
        headers: { 'x-play-session': window, ...call.headers },
      }),
    office: (name, call) => callOf(app.office, '/api/office/', 'office', name, call),
    close: async () => {
      await app.close()
      stopping.abort()
      await Promise.all([deps.ledger.drain(), settleLastPins(deps)])
      await link?.close()
      await ledgerPool.end()
      await world.close()
    },
  }
}

async function callOf(
  listener: App['member'],
  prefix: string,
  cookie: string,
  name: string,
  call: TestCall = {},
): Promise<TestResponse> {
  const response = await listener.inject({
    method: 'POST',
    url: prefix + name,
    ...(call.remoteAddress === undefined ? {} : { remoteAddress: call.remoteAddress }),
    headers: {
      host: 'localhost:4200',
      origin: 'http://localhost:4200',
      'content-type': 'application/json',
      ...(call.token === undefined ? {} : { cookie: `${cookie}=${call.token}` }),
      ...call.headers,
    },
    payload: typeof call.body === 'string' ? call.body : JSON.stringify(call.body ?? {}),
  })
  const base = { code: response.statusCode, headers: response.headers }
  if (response.headers['content-disposition'] === undefined) return { ...base, body: response.json() }
  return { ...base, body: { status: 'success' }, file: response.rawPayload }
}

/**
 * Starts a session of an operator and returns the plain token. Its second factor is `proven` for every act, unless a
 * test of factors has it otherwise.
 */
export async function makeOperatorSession(
  app: World,
  operator: { id: bigint },
  factor: 'proven' | 'unproven' = 'proven',
  secret = testSecret,
): Promise<string> {
  const { token, hash } = testToken(secret, 'operator', operator.id)
  await app.ownerPool.query(
    `INSERT INTO operator_session (token_hash, operator_id, ends_at) VALUES ($1, $2, now() + interval '8 hours')`,
    [hash, operator.id],
  )
  if (factor === 'proven') await proveSessions(app.ownerPool, secret, operator.id)
  return token
}

/** A fresh request id. */
export function newRequestId(): string {
  return randomUUID()
}
