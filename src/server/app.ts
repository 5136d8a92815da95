import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { createGapCheck } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { loadBrands, type Brands } from './http/brands.ts'
import { createBuckets, throttleRules, type ThrottleRules } from './http/rate-limits.ts'
import type { MemberHandlers, OfficeHandlers, PlayHandlers } from './auth/context.ts'
import { addApi, type Api, type ApiServices } from './http/api.ts'
import { contentSecurityPolicy } from './http/headers.ts'
import { addLaunch } from './modules/launch/page.ts'
import { readDescriptorLimit, shareDescriptors, type DescriptorShares } from './http/descriptors.ts'
import { createHeldBytes, type HeldBytes } from './http/held-bytes.ts'
import { createListener } from './http/listener.ts'
import { createLive, livePath, type LiveOptions } from './live/sockets.ts'
import { createOfficeApi, createOperatorCheck } from './http/office-api.ts'
import { openApiOf } from './http/openapi.ts'
import { isLoopback } from './http/origin.ts'
import { refuse } from './http/refusal.ts'
import { createAdmission } from './http/admission.ts'
import { createReadiness } from './http/readiness.ts'
import { createCallerTurns, inTurn, type CallerTurns } from './http/caller-turns.ts'
import { addressOf } from './http/address.ts'
import { createMemberApi, createPlayApi } from './http/site-api.ts'
import { jackpotMeterOf } from './modules/jackpot/store.ts'
import { tableSource, tileSource } from './modules/table/feed.ts'
import { drawnRoundFigures } from './modules/slot/drawn-rounds.ts'
import { waitingToHash } from './auth/hashing.ts'
import { unsettledPins } from './auth/pin.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** Every handler of the program, one table per API. */
export type AppHandlers = { member: MemberHandlers; play: PlayHandlers; office: OfficeHandlers }

/** What a listener's pages need besides `Deps`. */
export type PageServices = { deps: Deps; brands: Brands; metrics: Metrics }

export type AppOptions = {
  handlers: AppHandlers
  /** Adds the pages to the listeners; without it there are only calls. */
  addPages?: (listeners: Listeners, services: PageServices) => Promise<void>
  /** Hashes of the unavoidable inline scripts of the member site. */
  memberScriptHashes?: readonly string[]
  /** The most calls in flight per listener. */
  mostInFlight?: number
  throttles?: ThrottleRules
  /** Overrides of the live socket's default bounds and intervals. */
  live?: Partial<LiveOptions>
}

export type Listeners = { member: FastifyInstance; office: FastifyInstance }

/** The assembled application, not yet listening: `app.member.listen({ port, host })`. */
export type App = Listeners & {
  brands: Brands
  metrics: Metrics
  /**
   * Begins the shutdown: `/readyz` fails, each response closes its connection, and open pages get a request to
   * reconnect. Calls are still answered until `close`.
   */
  beginShutdown: () => void
  /** Lets calls in flight finish, then closes the listeners. The owner of the pools and the ledger closes those. */
  close: () => Promise<void>
}

const usualInFlight = 2_048

/** Registers APIs and pages on their listeners. Reads the brands, so the database must be reachable and migrated. */
export async function createApp(deps: Deps, options: AppOptions): Promise<App> {
  const { handlers } = options
  const brands = await loadBrands(deps.pool, (error) =>
    deps.log.warn({ err: error }, 'refresh of the brands failed; the brands read last stay in use'),
  )
  const metrics = createMetrics()
  let isShuttingDown = false
  const shares = readShares(deps)
  const [site, back] = [createServices(deps, options, metrics), createServices(deps, options, metrics)]
  const isReady = createReadiness(() => isDatabaseReady(deps))
  const common = {
    trustProxy: deps.config.trustProxy,
    isReady: async () => !isShuttingDown && (await isReady()),
    metrics,
    log: deps.log,
  }
  const member = createListener({
    ...common,
    policy: contentSecurityPolicy({ scriptHashes: options.memberScriptHashes ?? [] }),
    servesHost: (host) => brands.ofHost(host) !== null,
    socketPath: livePath,
    connections: { listener: 'member', bounds: shares.site },
    held: site.held,
  })
  const officeHost = deps.config.officeOrigin === null ? null : new URL(deps.config.officeOrigin).hostname
  const office = createListener({
    ...common,
    policy: contentSecurityPolicy(),
    servesHost: (host) => isLoopback(host) || host === officeHost,
    connections: { listener: 'office', bounds: shares.office },
    held: back.held,
  })
  watchLoad(metrics, deps, { site, back })

  const memberApi = createMemberApi(deps, brands, { routes: memberRoutes, handlers: handlers.member })
  const playApi = createPlayApi(deps, brands, { routes: playRoutes, handlers: handlers.play })
  const officeDeps: Deps = { ...deps, ...deps.office }
  const officeApi = createOfficeApi(officeDeps, brands, { routes: officeRoutes, handlers: handlers.office })
  for (const api of [memberApi, playApi]) member.register(async (scope) => addApi(scope, api, site))
  office.register(async (scope) => addApi(scope, officeApi, back))
  addOpenApi(member, 'Baize: member and play', [memberApi, playApi])
  addOpenApi(office, 'Baize: office', [officeApi], { turns: back.turns, check: createOperatorCheck(officeDeps) })
  addLaunch(member, deps, brands, site.turns)
  const live = createLive({
    deps,
    brands,
    turns: site.turns,
    admission: site.admission,
    readJackpots: jackpotMeterOf(deps.pool).read,
    tables: tableSource(deps),
    tiles: tileSource(deps),
    options: { mostSockets: shares.liveSockets, ...options.live },
  })
  metrics.watch('baize_live_sockets', 'Open live sockets.', live.sockets)
  member.register(live.add)
  await options.addPages?.({ member, office }, { deps, brands, metrics })
  return {
    member,
    office,
    brands,
    metrics,
    beginShutdown: () => {
      isShuttingDown = true
      // Registered first, because the fast path of the pages answers before the framework.
      for (const { server } of [member, office]) {
        server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
      }
      live.closeAll()
    },
    close: async () => {
      brands.stop()
      await Promise.all([member.close(), office.close()])
      metrics.stop()
    },
  }
}

/** The bounds of one listener, which its APIs share. */
function createServices(deps: Deps, options: AppOptions, metrics: Metrics): ApiServices & { held: HeldBytes } {
  return {
    turns: createCallerTurns(),
    admission: createAdmission(options.mostInFlight ?? usualInFlight),
    buckets: createBuckets(options.throttles ?? throttleRules, () => performance.now(), deps.processes),
    held: createHeldBytes(),
    metrics,
    log: deps.log,
  }
}

/** The shares of the listeners in the descriptors of this process; logs when there are few. */
function readShares({ config, log }: Deps): DescriptorShares {
  const limit = readDescriptorLimit()
  const shares = shareDescriptors(limit, config.connections)
  if (shares.isScarce) log.warn({ limit }, 'the limit of open files is low; a busy site is full early')
  return shares
}

/** The gauges of what is in flight and waits. */
function watchLoad(metrics: Metrics, deps: Deps, { site, back }: { site: ApiServices; back: ApiServices }): void {
  metrics.watch('baize_member_calls_in_flight', 'Calls in flight on the member listener.', site.admission.inFlight)
  metrics.watch('baize_office_calls_in_flight', 'Calls in flight on the office listener.', back.admission.inFlight)
  metrics.watch('baize_member_files_in_flight', 'Files the member listener is sending.', site.admission.files)
  metrics.watch('baize_member_calls_waiting', 'Calls waiting for earlier ones of their caller.', site.turns.waiting)
  metrics.watch(
    'baize_member_held_bytes',
    'Bodies and answers that the member listener keeps.',
    () => site.held?.held() ?? 0,
  )
  metrics.watch('baize_ledger_pending', 'Events waiting for the ledger.', () => deps.ledger.pending())
  metrics.watch('baize_hashing_waiting', 'Passwords and PINs waiting to be hashed.', waitingToHash)
  metrics.watch(
    'baize_undecided_rounds',
    'Drawn rounds whose outcome is unknown.',
    () => drawnRoundFigures(deps).undecided,
  )
  metrics.watch(
    'baize_rounds_not_as_drawn',
    'Drawn rounds that were not booked as drawn, since the start of this process.',
    () => drawnRoundFigures(deps).notAsDrawn,
  )
  metrics.watch('baize_unsettled_pins', 'Verdicts on withdrawal PINs that are not recorded yet.', () =>
    unsettledPins(deps),
  )
  metrics.watch('baize_processes', 'Processes linked to this database, this one included.', deps.processes)
}

/** `readers` limits the document to some callers, looked up in turns of their address; others get 401. */
function addOpenApi(
  app: FastifyInstance,
  title: string,
  apis: readonly Api[],
  readers: { turns: CallerTurns; check: (request: FastifyRequest) => Promise<boolean> } | null = null,
): void {
  // Made for the first reader: few read it, and every start would take the time. Bytes, so that all readers share them.
  let document: Buffer | undefined
  app.get('/openapi.json', async (request, reply) => {
    if (readers !== null) {
      const { turns, check } = readers
      const mayRead = await inTurn(turns, { claimed: null, address: addressOf(request) }, () => check(request))
      if (mayRead === null) return refuse(reply, { code: 429, retryAfterSeconds: turns.retryAfterSeconds() })
      if (!mayRead) return refuse(reply, { code: 401 })
    }
    return reply
      .type('application/json; charset=utf-8')
      .send((document ??= Buffer.from(JSON.stringify(openApiOf(title, apis)))))
  })
}

const findGap = createGapCheck()

/** Whether new connections lead to this installation's database, and it is as this program's files describe it. */
async function isDatabaseReady({ probe, identity }: Deps): Promise<boolean> {
  // Connections from before another database had the name lead to the right one: whether it has, only a new one shows.
  if (identity.isForeign()) (await probe.connect()).release(true)
  return (await findGap(probe)) === null
}
