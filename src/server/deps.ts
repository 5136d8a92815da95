import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/pool.ts'
import type { Events } from './live/events.ts'
import type { Ledger } from './ledger/ledger.ts'

/** What the house is made of; handlers reach it as `context.deps`. Built once by `main.ts`, or by a test's world. */
export type Deps = {
  config: Config
  pool: Pool
  db: Database
  /** The only writer of money. */
  ledger: Ledger
  log: Logger
  /** The address of a picture by its logical name (`tile/golden-tiger`), from the art manifest. */
  art: (logicalName: string) => string
  /** What browsers are told; said after the transaction has committed, never inside it. */
  events: Events
}
