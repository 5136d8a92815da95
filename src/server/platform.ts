import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { roleOf, type Config } from './config.ts'
import { assertConnectionsFit, assertDatabaseFit, assertSecretFits, assertServerFit } from './db/assertions.ts'
import { beginAnchor } from './ledger/anchor.ts'
import { createDatabaseIdentity } from './ledger/kept-database.ts'
import { signArchive } from './db/embedded-backup.ts'
import { migrate } from './db/migrate.ts'
import type { Report } from './db/report.ts'
import { createDb, createPool } from './db/pool.ts'
import { readyWithinMs } from './http/readiness.ts'
import type { Deps } from './deps.ts'
import { linkEvents } from './live/event-link.ts'
import { createEvents } from './live/events.ts'
import { play } from '#domain/games/slot/play.ts'
import { settleLastPins } from './auth/pin.ts'
import { noHold } from './ledger/book-runs.ts'
import { createLedger, ledgerSettings } from './ledger/ledger.ts'

/** Where the database is; without an owner URL the migrations must have been applied before. */
export type DatabaseUrls = { appUrl: string; ownerUrl: string | null }

export type Platform = {
  deps: Deps
  /** Finishes the ledger's pending events and the last verdicts on PINs, then closes the pools. */
  close(): Promise<void>
}

const ledgerLanes = 2
/** Connections beside those of the calls: one per lane of the ledger, the event link, two of the books check, and that of the probes. */
const ownConnections = ledgerLanes + 1 + 2 + 1
/** The office's part of the connections of the calls: members who call all the time must not delay the office. */
const officeShare = 0.25
/** The slowest statement of a lane blocks every member of that lane. */
const longestPostingMs = 6_000

/**
 * Opens everything behind the APIs: migrates, checks that the database is usable, and builds the services of handlers.
 * Throws with a readable message when it cannot.
 */
export async function openPlatform(config: Config, urls: DatabaseUrls, report: Report = () => {}): Promise<Platform> {
  await assertServerFit(urls.ownerUrl === null ? [urls.appUrl] : [urls.ownerUrl, urls.appUrl])
  const log = createLog(config)
  const moneyOut = noHold()
  const { connections, secret, statementTimeoutMs } = config
  const anchor = { dir: config.anchorDir, secret }
  const identity = createDatabaseIdentity(anchor, { log, moneyOut })
  if (urls.ownerUrl !== null) {
    const { ownerUrl } = urls
    const onEmpty = () => beginAnchor(anchor)
    const appRole = roleOf(urls.appUrl)
    await migrate({ ownerUrl, appRole, currency: config.currency, secret, identity, onEmpty, report })
  }
  const forCalls = connections - ownConnections
  const forOffice = Math.max(1, Math.round(forCalls * officeShare))
  const pool = createPool(urls.appUrl, { max: forCalls - forOffice, statementTimeoutMs, name: 'baize', identity })
  const officePool = createPool(urls.appUrl, { max: forOffice, statementTimeoutMs, name: 'baize-office', identity })
  const probe = createPool(urls.appUrl, { max: 1, statementTimeoutMs: readyWithinMs, name: 'baize-probe', identity })
  const ledgerPool = createPool(urls.appUrl, {
    max: ledgerLanes,
    statementTimeoutMs: Math.min(statementTimeoutMs, longestPostingMs),
    name: 'baize-ledger',
    settings: ledgerSettings,
    identity,
  })
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), officePool.end(), probe.end(), ledgerPool.end()])
  }
  try {
    await assertDatabaseFit(pool, config.currency)
    await assertSecretFits(pool, secret)
    await assertConnectionsFit(pool, connections)
    // Only now: a segment that was signed with another secret would count as altered.
    if (config.database.kind === 'embedded') await signArchive(config.dataDir, secret)
  } catch (error) {
    await close()
    throw error
  }
  const ledger = createLedger({ pool: ledgerPool, secret, lanes: ledgerLanes })
  const events = createEvents()
  const link = linkEvents(events, {
    url: urls.appUrl,
    identity,
    onFailure: (error) =>
      log.warn({ err: error }, 'event link lost its connection; events of other processes are delayed'),
  })
  const db = createDb(pool, secret)
  const stopping = new AbortController()
  const deps: Deps = {
    config,
    pool,
    db,
    probe,
    identity,
    office: { pool: officePool, db: createDb(officePool, secret, db) },
    ledger,
    engine: play,
    moneyOut,
    log,
    art: await readArt(log),
    events,
    processes: link.processes,
    stopping: stopping.signal,
  }
  return {
    deps,
    close: async () => {
      stopping.abort()
      await Promise.all([ledger.drain(), settleLastPins(deps)])
      await link.close()
      await close()
    },
  }
}

/** Logs to standard output, one line of JSON per entry, without personal data. */
function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    redact: {
      paths: ['pw', 'pass', 'password', '*.pw', '*.pass', '*.password', '*.authorization', '*.cookie', 'err.detail'],
      censor: '…',
    },
  })
}

const manifestFile = join(import.meta.dirname, '../../.build/art/manifest.json')

/**
 * Reads the addresses of the pictures from the build; a missing picture is logged once and gets an address without a
 * file.
 */
async function readArt(log: Logger): Promise<(name: string) => string> {
  const text = await readFile(manifestFile, 'utf8').catch(() => null)
  const manifest: unknown = text === null ? {} : JSON.parse(text)
  const addresses = new Map(
    Object.entries(typeof manifest === 'object' && manifest !== null ? manifest : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const reported = new Set<string>()
  return (name) => {
    const address = addresses.get(name)
    if (address !== undefined) return address
    if (!reported.has(name)) log.warn({ name }, 'picture is missing: run npm run build')
    reported.add(name)
    return '/art/missing'
  }
}
