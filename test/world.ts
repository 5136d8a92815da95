import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase } from '#server/db/embedded.ts'
import { createPool, type Database, type PoolOptions } from '#server/db/pool.ts'
import { testSecret } from '#test/test-secret.ts'
import { createEachSignedDb } from '#test/each-signed-db.ts'
import { signEach } from '../scripts/signed-pool.ts'
import { scaledMs } from '#test/machine.ts'

/** A migrated database on the run's PostgreSQL that no other test uses. */
export type World = {
  /**
   * The application's pool, and Kysely on it, with the role of the server, which may not write the books directly. Each
   * statement is signed.
   */
  pool: pg.Pool
  db: Database
  /** The same pool as the program has it: it signs nothing. */
  programPool: pg.Pool
  /** The owner's pool, for tests that read or change what the application may not. Each statement is signed. */
  ownerPool: pg.Pool
  ownerDb: Database
  appUrl: string
  ownerUrl: string
  superUrl: string
  /** Closes both pools and drops the database. */
  close(): Promise<void>
}

/**
 * The pool's usual time limits, scaled: on a busy machine a statement that waits for a lock must not time out. Tests
 * hold transactions open on purpose.
 */
export function patient(): PoolOptions {
  return {
    statementTimeoutMs: scaledMs(15_000),
    connectionTimeoutMs: scaledMs(5_000),
    idleInTransactionMs: scaledMs(60_000),
  }
}

/**
 * Creates a world as a copy of the migrated template, in about 50 ms. Create one per test file, or per test where a
 * test needs empty tables. `pool`: options of the application's pool.
 */
export async function createWorld(options: { pool?: PoolOptions } = {}): Promise<World> {
  const server = inject('testServer')
  const name = `world_${process.pid}_${randomBytes(4).toString('hex')}`
  await asSuper(server.superUrl, (client) => createDatabase(client, name, server.template))
  const appUrl = server.appUrl.replace(/[^/]*$/, name)
  const ownerUrl = server.ownerUrl.replace(/[^/]*$/, name)
  const superUrl = server.superUrl.replace(/[^/]*$/, name)
  const world = joinWorld({ appUrl, ownerUrl, superUrl }, options)
  return {
    ...world,
    close: async () => {
      await world.close()
      await asSuper(server.superUrl, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`))
    },
  }
}

/** The same database through pools of its own, as another process has; `close` leaves the database alone. */
export function joinWorld(
  { appUrl, ownerUrl, superUrl }: Pick<World, 'appUrl' | 'ownerUrl' | 'superUrl'>,
  options: { pool?: PoolOptions } = {},
): World {
  const programPool = createPool(appUrl, { ...patient(), ...options.pool })
  const { searchPath } = options.pool ?? {}
  const ownerOptions = { ...patient(), max: 2, ...(searchPath === undefined ? {} : { searchPath }) }
  const ownerPool = signEach(createPool(ownerUrl, ownerOptions), testSecret)
  return {
    pool: signEach(programPool, testSecret),
    db: createEachSignedDb(programPool, testSecret),
    programPool,
    ownerPool,
    ownerDb: createEachSignedDb(ownerPool, testSecret),
    appUrl,
    ownerUrl,
    superUrl,
    close: async () => {
      await Promise.all([programPool.end(), ownerPool.end()])
    },
  }
}

async function asSuper(url: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}
