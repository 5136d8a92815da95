import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp, type App } from './app.ts'
import { startAuditSealer } from './modules/audit/chain.ts'
import { startLogWatch } from './backup/log-watch.ts'
import { startBookkeeper } from './modules/books/bookkeeper.ts'
import type { Config } from './config.ts'
import { crashPoint } from './crash-point.ts'
import { addPages } from './pages/pages.ts'
import { houseHandlers } from './handlers.ts'
import { openHouse, type DatabaseUrls } from './house.ts'
import { isPortTaken, portTaken } from './ports.ts'
import type { RunningWork } from './leased-work.ts'
import { startTransferResolver } from './modules/transfer/resolver.ts'
import { seedDemo } from './seed/demo.ts'
import { publishGames } from './seed/lobby.ts'

/** The program, listening. */
export type Server = {
  /** Where each listener is reached from this machine, by its name. */
  addresses: { site: string; office: string }
  app: App
  /** Lets calls in flight finish, at most so long, and closes everything but the database server. */
  close(): Promise<void>
}

const drainLimitMs = 6_000
const sweepEveryMs = 50

/**
 * Opens the house on a database, makes the demo world where it is wanted and missing, and listens. Throws with a message
 * for people; nothing is left open then.
 */
export async function startServer(
  config: Config,
  urls: DatabaseUrls,
  report: (line: string) => void = () => {},
): Promise<Server> {
  const house = await openHouse(config, urls, report)
  let app: App | null = null
  const works: RunningWork[] = []
  const close = async (): Promise<void> => {
    if (app !== null) {
      await takeLeave(app, config.drainMs)
      await within(drainLimitMs, closeDoors(app))
    }
    await within(drainLimitMs, stopAll(works))
    await within(drainLimitMs, house.close())
  }
  try {
    if (config.demo) await seedDemo(house.deps)
    await publishGames(house.deps.db)
    app = await createApp(house.deps, { handlers: houseHandlers, addPages })
    works.push(
      startTransferResolver(house.deps, app.metrics),
      startAuditSealer(house.deps, app.metrics),
      startBookkeeper({ deps: house.deps, url: urls.appUrl, metrics: app.metrics }),
      startLogWatch(house.deps, app.metrics),
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

async function stopAll(works: readonly RunningWork[]): Promise<void> {
  await Promise.all(works.map((work) => work.stop()))
}

/**
 * Answers for a while longer, telling each caller to take another connection: whoever looks at `/readyz` sends new ones
 * elsewhere meanwhile. Closed at once, a connection may meet a call that is on its way.
 */
async function takeLeave(app: App, drainMs: number): Promise<void> {
  app.leave()
  if (drainMs > 0) await sleep(drainMs)
}

/** A connection kept alive after its last answer would hold the door open until the limit: it is closed when idle. */
async function closeDoors(app: App): Promise<void> {
  const sweep = setInterval(() => {
    for (const door of [app.member, app.office]) door.server.closeIdleConnections()
  }, sweepEveryMs)
  const closed = app.close()
  crashPoint('drain.begun')
  await closed.finally(() => clearInterval(sweep))
}

/** Answers the address people use: `localhost` stands for this machine's own. */
async function listen(door: FastifyInstance, host: string, port: number, variable: string): Promise<string> {
  try {
    await door.listen({ host, port })
  } catch (error) {
    if (isPortTaken(error)) throw new Error(portTaken({ port, variable }), { cause: error })
    throw error
  }
  const address = door.server.address()
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
