import type { Engine } from '#domain/games/slot/checked-play.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { DatabaseIdentity } from './db/database-identity.ts'
import type { Database } from './db/pool.ts'
import type { Events } from './live/events.ts'
import type { MoneyOutHold } from './ledger/book-runs.ts'
import type { Ledger } from './ledger/ledger.ts'

/** The services of the program; handlers use them as `context.deps`. Built once by `main.ts`, or by a test. */
export type Deps = {
  config: Config
  pool: Pool
  db: Database
  /** Connections that only calls of the office use; their handlers get them as `pool` and `db`. */
  office: { pool: Pool; db: Database }
  /** A connection for `/readyz` alone, which therefore does not wait behind calls. */
  probe: Pool
  /** What every new connection of this process is compared with. */
  identity: DatabaseIdentity
  /** The only writer of money. */
  ledger: Ledger
  /** What plays the rounds of the studio's games; only tests give another. */
  engine: Engine
  /** Whether this process holds payments back, whatever the database says. */
  moneyOut: MoneyOutHold
  log: Logger
  /** The address of a picture by its logical name (`tile/baccarat`), from the art manifest. */
  art: (logicalName: string) => string
  /** Events for browsers; published after the transaction has committed, never inside it. */
  events: Events
  /** How many processes serve this database now, this one included. */
  processes: () => number
  /** Aborted when the platform closes: what is repeated in the background ends. */
  stopping: AbortSignal
}
