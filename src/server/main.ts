import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { catalogue } from '#domain/games/catalogue.ts'
import { refuseFaulty } from '#domain/games/slot/definition-check.ts'
import { createApp, type App, type Listeners, type PageServices } from './app.ts'
import { startAuditChaining } from './modules/audit/chain.ts'
import { endRestored } from './backup/after-restore.ts'
import { startLogWatch } from './backup/log-watch.ts'
import { startBookkeeper } from './modules/books/bookkeeper.ts'
import { startRedrawing } from './modules/books/redrawing.ts'
import { startTableRecounting } from './modules/books/table-recounting.ts'
import type { Config } from './config.ts'
import { crashPoint } from './crash-point.ts'
import { addPages } from './pages/pages.ts'
import { appHandlers } from './handlers.ts'
import type { Report } from './db/report.ts'
import { createDb, createPool } from './db/pool.ts'
import { openPlatform, type DatabaseUrls, type Platform } from './platform.ts'
import { isPortTaken, portTaken } from './ports.ts'
import type { RunningWork } from './leased-work.ts'
import { startClockWatch } from './ledger/clock-watch.ts'
import { startJournalSealing } from './ledger/sealer.ts'
import { preparePersonMarks, startPersonMarking } from './modules/registration/marking.ts'
import { startBlockEnds } from './modules/member/block.ts'
import { addHeadsFile } from './modules/fairness/heads-file.ts'
import { endAllDue, startSeatRoundEnds } from './modules/seat-round/due.ts'
import { startDealing } from './modules/table/dealer.ts'
import { startTransferResolver } from './modules/transfer/resolver.ts'
import { seedDemo } from './seed/demo.ts'
import { findEdgeFaults } from './seed/edges.ts'
import { findUnpublished, publishGames } from './seed/lobby.ts'

/** The running program. */
export type Server = {
  /** The address of each listener as reached from this machine. */
  addresses: { site: string; office: string }
  app: App
  /** Lets calls in flight finish, up to a limit, and closes everything but the database server. */
  close(): Promise<void>
}

const drainLimitMs = 6_000
const lastLookLimitMs = 4_000
const sweepEveryMs = 50

/**
 * Opens the platform on a database, creates the demo data where it is wanted and missing, and listens. Throws with a
 * readable message when it cannot, and then leaves nothing open.
 */
export async function startServer(config: Config, urls: DatabaseUrls, report: Report = () => {}): Promise<Server> {
  refuseFaulty(catalogue.map(({ game }) => game))
  const platform = await openPlatform(config, urls, report)
  let app: App | null = null
  const works: RunningWork[] = []
  let chaining: RunningWork | null = null
  const close = async (): Promise<void> => {
    if (app !== null) {
      await startDrain(app, config.drainMs)
      await within(drainLimitMs, closeListeners(app))
    }
    await within(drainLimitMs, stopAll(works))
    // Behind everything that writes acts: it looks for those of this process a last time.
    if (chaining !== null) await within(lastLookLimitMs, chaining.stop())
    await within(drainLimitMs, platform.close())
  }
  try {
    await writeSettings(config, urls, platform.deps, report)
    for (const fault of await findEdgeFaults(platform.deps.db))
      platform.deps.log.warn(fault, 'comp and jackpots leave nothing of the edge of a game')
    await preparePersonMarks(platform.deps)
    app = await createApp(platform.deps, { handlers: appHandlers, addPages: addAllPages })
    const sealing = startJournalSealing(platform.deps, app.metrics)
    const clock = startClockWatch(platform.deps, app.metrics)
    chaining = startAuditChaining(platform.deps, app.metrics, sealing)
    works.push(
      clock,
      sealing,
      startTransferResolver(platform.deps, app.metrics),
      startBookkeeper({
        deps: platform.deps,
        url: urls.appUrl,
        metrics: app.metrics,
        sealing,
        clock,
        endDueRounds: (signal) => endAllDue(platform.deps, signal),
      }),
      startRedrawing(platform.deps, app.metrics),
      startTableRecounting(platform.deps, app.metrics),
      startBlockEnds(platform.deps),
      startDealing(platform.deps),
      startSeatRoundEnds(platform.deps),
      startLogWatch(platform.deps, app.metrics),
      startPersonMarking(platform.deps),
    )
    const addresses = {
      site: await listen(app.member, config.host, config.ports.member, 'PORT'),
      office: await listen(app.office, config.host, config.ports.office, 'OFFICE_PORT'),
    }
    return { addresses, app, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The demo data and the games of this release, written with the owner's role. Without the owner's URL another start has
 * published the games; throws when none has.
 */
async function writeSettings(
  config: Config,
  { ownerUrl }: DatabaseUrls,
  { db, identity }: Platform['deps'],
  report: Report,
): Promise<void> {
  if (ownerUrl === null) {
    const missing = await findUnpublished(db)
    if (missing.length === 0) return
    throw new Error(`Games that are not published yet: ${missing.join(', ')}. Start once with DATABASE_OWNER_URL.`)
  }
  const { statementTimeoutMs } = config
  if (config.database.kind === 'embedded') await endRestored(config, { ownerUrl, identity }, report)
  const pool = createPool(ownerUrl, { max: 1, name: 'baize-settings', statementTimeoutMs, identity })
  try {
    const ownerDb = createDb(pool, config.secret)
    if (config.demo) await seedDemo({ db: ownerDb, config })
    await publishGames(ownerDb)
  } finally {
    await pool.end()
  }
}

async function addAllPages(listeners: Listeners, services: PageServices): Promise<void> {
  addHeadsFile(listeners.member, services.deps, services.brands)
  await addPages(listeners, services)
}

async function stopAll(works: readonly RunningWork[]): Promise<void> {
  await Promise.all(works.map((work) => work.stop()))
}

/**
 * Continues to answer calls for a while, closing each connection, so that a load balancer that watches `/readyz` can
 * send new connections elsewhere. An immediate close could break a call that has just been sent.
 */
async function startDrain(app: App, drainMs: number): Promise<void> {
  app.beginShutdown()
  if (drainMs > 0) await sleep(drainMs)
}

/**
 * Closes idle connections repeatedly: one kept alive after its last answer would keep the listener open until the
 * limit.
 */
async function closeListeners(app: App): Promise<void> {
  const sweep = setInterval(() => {
    for (const listener of [app.member, app.office]) listener.server.closeIdleConnections()
  }, sweepEveryMs)
  const closed = app.close()
  crashPoint('drain.begun')
  await closed.finally(() => clearInterval(sweep))
}

/** Returns the address to show to users: `localhost` for this machine. */
async function listen(listener: FastifyInstance, host: string, port: number, variable: string): Promise<string> {
  try {
    await listener.listen({ host, port })
  } catch (error) {
    if (isPortTaken(error)) throw new Error(portTaken({ port, variable }), { cause: error })
    throw error
  }
  const address = listener.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${bound}`
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)))
  await Promise.race([work, limit])
  clearTimeout(timer)
}
