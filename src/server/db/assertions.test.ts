import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { randomBytes } from 'node:crypto'
import { loadConfig } from '../config.ts'
import { openPlatform } from '../platform.ts'
import { beginFirstPair, makeBrand, makeMember } from '../seed/builders.ts'
import { assertConnectionsFit, assertDatabaseFit, assertSecretFits, assertServerFit } from './assertions.ts'
import { linkEvents } from '../live/event-link.ts'
import { createEvents } from '../live/events.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecretText } from '#test/test-secret.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createPool } from './pool.ts'

let world: World
let root: pg.Client
let name = ''

beforeAll(async () => {
  world = await createWorld()
  name = new URL(world.appUrl).pathname.slice(1)
  root = new pg.Client({ connectionString: world.superUrl })
  await root.connect()
})
afterAll(async () => {
  await root.end()
  await world.close()
})
afterEach(() => root.query(`ALTER DATABASE "${name}" RESET ALL`))

async function faultsAs(url: string, currency = 'KRW'): Promise<string> {
  const pool = createPool(url, { max: 1 })
  try {
    await assertDatabaseFit(pool, currency)
    return 'fit'
  } catch (error) {
    return String(error)
  } finally {
    await pool.end()
  }
}

test('accepts a migrated database with the application’s role', async () => {
  expect(await faultsAs(world.appUrl)).toBe('fit')
})

test('refuses a database whose encrypted values are not bound yet', async () => {
  const unbound = await createWorld()
  const owner = new pg.Client({ connectionString: unbound.superUrl })
  await owner.connect()
  await commitPastTriggers(owner, `DELETE FROM audit WHERE act = 'values.bind'`).finally(() => owner.end())
  expect(await faultsAs(unbound.appUrl)).toContain('encrypted values are not bound')
  await unbound.close()
})

test.each(['off', 'local', 'remote_write'])('synchronous_commit %s is refused', async (value) => {
  await root.query(`ALTER DATABASE "${name}" SET synchronous_commit = ${value}`)
  expect(await faultsAs(world.appUrl)).toContain(`synchronous_commit is ${value}`)
})

test('refuses connections on which something dropped the timeouts that the program requests', async () => {
  // Imitates a pooler that ignores the parameters of a connection.
  const pool = new pg.Pool({ connectionString: world.appUrl, max: 1 })
  try {
    const refusal = await assertDatabaseFit(pool, 'KRW').catch(String)
    expect(refusal).toMatch(
      /idle_in_transaction_session_timeout is not in force[\s\S]*statement_timeout is not in force/,
    )
    await root.query(`ALTER DATABASE "${name}" SET idle_in_transaction_session_timeout = '11s'`)
    expect(await faultsAs(world.appUrl)).toBe('fit')
  } finally {
    await pool.end()
  }
})

test('refuses the owner and a superuser as the application’s role', async () => {
  expect(await faultsAs(world.ownerUrl)).toMatch(/baize_owner owns the database[\s\S]*could change the journal/)
  expect(await faultsAs(world.superUrl)).toContain('postgres is a superuser')
})

test('refuses another currency than the installation’s', async () => {
  expect(await faultsAs(world.appUrl, 'JPY')).toContain('Its currency is KRW')
})

test.each([
  'DELETE ON journal',
  'INSERT ON journal',
  'UPDATE ON round',
  'INSERT ON journal_archive',
  'DELETE ON round_archive',
])('a right to change the journal is refused: %s', async (right) => {
  await world.ownerPool.query(`GRANT ${right} TO baize_app`)
  expect(await faultsAs(world.appUrl)).toContain('could change the journal')
  await world.ownerPool.query(`REVOKE ${right} FROM baize_app`)
})

test.each([
  ['TEMPORARY ON DATABASE', 'temporary tables'],
  ['CREATE ON DATABASE', 'schemas'],
  ['CREATE ON SCHEMA', 'objects in the schema public'],
])('a right to create objects is refused: %s', async (right, named) => {
  const on = `${right} ${right.endsWith('SCHEMA') ? 'public' : `"${name}"`}`
  await world.ownerPool.query(`GRANT ${on} TO PUBLIC`)
  expect(await faultsAs(world.appUrl)).toContain(`baize_app may create ${named}`)
  await world.ownerPool.query(`REVOKE ${on} FROM PUBLIC`)
  expect(await faultsAs(world.appUrl)).toBe('fit')
})

describe('before anything is migrated', () => {
  test('accepts a server of version 18 that answers and accepts the role', async () => {
    await expect(assertServerFit([world.ownerUrl, world.appUrl])).resolves.toBeUndefined()
  })

  test('another version is refused by its number, and nothing is migrated', async () => {
    // Imitates a server of another version: on this search path the test's function `version` is found first.
    await root.query(`CREATE DATABASE "${name}_old" OWNER baize_owner`)
    const old = new URL(world.superUrl)
    old.pathname = `/${name}_old`
    const client = new pg.Client({ connectionString: old.href })
    await client.connect()
    try {
      await client.query(`CREATE FUNCTION public.current_setting(text) RETURNS text RETURN '150004'`)
      await client.query(`ALTER DATABASE "${name}_old" SET search_path = public, pg_catalog`)
      const urls = [world.ownerUrl, world.appUrl].map((url) => url.replace(`/${name}`, `/${name}_old`))
      const [ownerUrl = '', appUrl = ''] = urls
      const config = await loadConfig({
        DATABASE_URL: appUrl,
        DATABASE_OWNER_URL: ownerUrl,
        APP_SECRET: `k1:${randomBytes(32).toString('base64')}`,
      })
      await expect(openPlatform(config, { appUrl, ownerUrl })).rejects.toThrow(
        /is PostgreSQL 15; this program needs 18/,
      )
      const { rows } = await client.query(`SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'`)
      expect(rows).toEqual([{ tables: 0 }])
    } finally {
      await client.end()
      await root.query(`DROP DATABASE "${name}_old"`)
    }
  })

  test('an absent server, a wrong password and a missing database are reported in one sentence each', async () => {
    await expect(assertServerFit(['postgres://someone:x@127.0.0.1:9/baize'])).rejects.toThrow(
      'The database at 127.0.0.1:9 does not answer (ECONNREFUSED).',
    )
    const wrong = new URL(world.appUrl)
    wrong.password = 'wrong'
    await expect(assertServerFit([wrong.href])).rejects.toThrow(/refuses baize_app: password authentication failed/)
    await expect(assertServerFit([world.appUrl.replace(`/${name}`, '/nowhere')])).rejects.toThrow(
      /refuses baize_app: database "nowhere" does not exist\.$/,
    )
  })
})

describe('room for the connections of all processes', () => {
  const refusalFor = async (connections: number): Promise<string> =>
    assertConnectionsFit(world.pool, connections).then(
      () => 'fit',
      (error: unknown) => String(error),
    )

  test('refuses a process for which the database, the role or the server has too few', async () => {
    expect(await refusalFor(13)).toBe('fit')
    await root.query(`ALTER DATABASE "${name}" CONNECTION LIMIT 30`)
    expect(await refusalFor(13)).toBe('fit')
    expect(await refusalFor(30)).toMatch(/CONNECTION LIMIT of the database is 30; 3\d are needed/)
    await root.query(`ALTER DATABASE "${name}" CONNECTION LIMIT -1`)
    expect(await refusalFor(2_000)).toMatch(/^DatabaseUnfit: [\s\S]*max_connections[\s\S]*lower DATABASE_CONNECTIONS/)
  })

  test('counts the processes that run already, by their links', async () => {
    const links = [0, 1].map(() => linkEvents(createEvents(), { url: world.appUrl, onFailure: () => {} }))
    try {
      await expect.poll(() => links.every((link) => link.isUp()), { timeout: scaledMs(5_000) }).toBe(true)
      await root.query(`ALTER DATABASE "${name}" CONNECTION LIMIT 45`)
      expect(await refusalFor(13)).toBe('fit')
      expect(await refusalFor(15)).toContain('for 3 processes of 15 connections')
    } finally {
      await root.query(`ALTER DATABASE "${name}" CONNECTION LIMIT -1`)
      await Promise.all(links.map((link) => link.close()))
    }
  })
})

test('refuses a secret that does not decrypt existing values, and accepts any for an empty database', async () => {
  const keys = { old: randomBytes(32).toString('base64'), other: randomBytes(32).toString('base64') }
  const configOf = (secret: string) =>
    loadConfig({ DATABASE_URL: world.appUrl, DATABASE_OWNER_URL: world.ownerUrl, APP_SECRET: secret })
  // The world is signed with a key of its own.
  const right = await configOf(`old:${keys.old},${testSecretText}`)
  const others = [
    await configOf(`old:${keys.other},${testSecretText}`),
    await configOf(`new:${keys.other},${testSecretText}`),
  ]
  for (const config of others) await assertSecretFits(world.pool, config.secret)

  const site = { db: world.ownerDb, config: right }
  const member = await makeMember(site, await makeBrand(site))
  await beginFirstPair(site, member)
  await assertSecretFits(world.pool, right.secret)
  await assertSecretFits(world.pool, (await configOf(`new:${keys.other},old:${keys.old},${testSecretText}`)).secret)
  for (const config of others) {
    await expect(assertSecretFits(world.pool, config.secret)).rejects.toThrow(/APP_SECRET does not decrypt .* key old/)
  }
})

test('names a missing migration', async () => {
  await world.ownerPool.query('DELETE FROM migration WHERE number = (SELECT max(number) FROM migration)')
  expect(await faultsAs(world.appUrl)).toMatch(/Not applied yet: \d{3}_.*DATABASE_OWNER_URL/)
})
