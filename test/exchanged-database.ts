import pg from 'pg'
import { createDatabase } from '#server/db/embedded.ts'
import type { World } from '#test/world.ts'

/** A superuser who exchanges the database of a world for a copy, by its name, and gives the name back. */
export type Exchange = {
  /** Ends all connections; new ones lead to a copy that is made then. */
  exchange: () => Promise<void>
  /** Ends all connections; new ones lead to the database of the world again. The copy stays under another name. */
  giveBack: () => Promise<void>
  /** The rows of a statement in the copy, after `giveBack`. */
  inCopy: <Row extends object>(sql: string) => Promise<Row[]>
  /** Exchanges and gives back by the catalogue alone: open connections stay where they lead. `copied` runs before. */
  exchangeInCatalogue: (copied: () => Promise<unknown>) => Promise<void>
  giveBackInCatalogue: () => Promise<void>
  /** Drops the copy. */
  close: () => Promise<void>
}

export async function exchangeOf(world: Pick<World, 'superUrl'>): Promise<Exchange> {
  const name = new URL(world.superUrl).pathname.slice(1)
  const [copy, away] = [`${name}_copy`, `${name}_away`]
  const root = new pg.Client(inDatabase(world.superUrl, 'postgres'))
  await root.connect()
  /** Does what nobody may be connected to a database for, although connections come again. */
  const alone = async (database: string, act: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      await root.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [database])
      try {
        await act()
        return
      } catch (error) {
        if (attempt === 50 || !(error instanceof pg.DatabaseError) || error.code !== '55006') throw error
      }
    }
  }
  const rename = (from: string, to: string): Promise<unknown> =>
    root.query(`SET allow_system_table_mods = on; UPDATE pg_database SET datname = '${to}' WHERE datname = '${from}'`)
  return {
    exchangeInCatalogue: async (copied) => {
      await alone(name, () => createDatabase(root, copy, name))
      await copied()
      await rename(name, away)
      await rename(copy, name)
    },
    giveBackInCatalogue: async () => {
      await rename(name, copy)
      await rename(away, name)
    },
    exchange: async () => {
      await alone(name, () => createDatabase(root, copy, name))
      await alone(name, () => root.query(`ALTER DATABASE "${name}" RENAME TO "${away}"`))
      await root.query(`ALTER DATABASE "${copy}" RENAME TO "${name}"`)
    },
    giveBack: async () => {
      await alone(name, () => root.query(`ALTER DATABASE "${name}" RENAME TO "${copy}"`))
      await root.query(`ALTER DATABASE "${away}" RENAME TO "${name}"`)
    },
    inCopy: async <Row extends object>(sql: string) => {
      const client = new pg.Client(inDatabase(world.superUrl, copy))
      await client.connect()
      try {
        return (await client.query<Row>(sql)).rows
      } finally {
        await client.end()
      }
    },
    close: async () => {
      await root.query(`DROP DATABASE IF EXISTS "${copy}" WITH (FORCE)`)
      await root.end()
    },
  }
}

function inDatabase(url: string, database: string): string {
  return url.replace(/[^/]*$/, database)
}
