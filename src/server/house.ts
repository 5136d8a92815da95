import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { roleOf, type Config } from './config.ts'
import { assertDatabaseFit, assertSecretFits, assertServerFit } from './db/assertions.ts'
import { migrate } from './db/migrate.ts'
import { createDb, createPool } from './db/pool.ts'
import type { Deps } from './deps.ts'
import { linkEvents } from './live/event-link.ts'
import { createEvents } from './live/events.ts'
import { createLedger } from './ledger/ledger.ts'

/** Where the database is; without an owner the migrations must have been applied by somebody else. */
export type DatabaseUrls = { appUrl: string; ownerUrl: string | null }

export type House = {
  deps: Deps
  /** Answers what is asked of the ledger so far, then closes the pools. */
  close(): Promise<void>
}

const ledgerLanes = 2
/** A lane stands still behind its slowest statement, and everyone on it. */
const longestPostingMs = 6_000

/**
 * Opens everything behind the doors: migrates, looks whether the database is fit, and builds what handlers reach.
 * Throws with a message for people when it cannot.
 */
export async function openHouse(
  config: Config,
  urls: DatabaseUrls,
  report: (line: string) => void = () => {},
): Promise<House> {
  await assertServerFit(urls.ownerUrl === null ? [urls.appUrl] : [urls.ownerUrl, urls.appUrl])
  if (urls.ownerUrl !== null) {
    const { ownerUrl } = urls
    await migrate({ ownerUrl, appRole: roleOf(urls.appUrl), currency: config.currency, report })
  }
  const log = createLog(config)
  const { poolSize: max, statementTimeoutMs } = config
  const pool = createPool(urls.appUrl, { max, statementTimeoutMs, name: 'baize' })
  const ledgerPool = createPool(urls.appUrl, {
    max: ledgerLanes,
    statementTimeoutMs: Math.min(statementTimeoutMs, longestPostingMs),
    name: 'baize-ledger',
  })
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), ledgerPool.end()])
  }
  try {
    await assertDatabaseFit(pool, config.currency)
    await assertSecretFits(pool, config.secret)
  } catch (error) {
    await close()
    throw error
  }
  const ledger = createLedger({ pool: ledgerPool, lanes: ledgerLanes })
  const events = createEvents()
  const deps: Deps = {
    config,
    pool,
    db: createDb(pool),
    ledger,
    log,
    art: await readArt(log),
    events,
  }
  const link = linkEvents(events, {
    url: urls.appUrl,
    onTrouble: (error) => log.warn({ err: error }, 'Events of other processes are not heard for now.'),
  })
  return {
    deps,
    close: async () => {
      await ledger.drain()
      await link.close()
      await close()
    },
  }
}

/** The log goes to the standard output, a line of JSON an entry, and never holds what belongs to a person. */
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

/** Reads the pictures' addresses as the build left them; a picture that is not there is said once and shows nothing. */
async function readArt(log: Logger): Promise<(name: string) => string> {
  const text = await readFile(manifestFile, 'utf8').catch(() => null)
  const manifest: unknown = text === null ? {} : JSON.parse(text)
  const addresses = new Map(
    Object.entries(typeof manifest === 'object' && manifest !== null ? manifest : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const missed = new Set<string>()
  return (name) => {
    const address = addresses.get(name)
    if (address !== undefined) return address
    if (!missed.has(name)) log.warn({ name }, 'There is no such picture: run npm run build.')
    missed.add(name)
    return '/art/missing'
  }
}
