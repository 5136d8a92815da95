import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAnchor, writeAnchor, type Anchor, type AnchorStore } from '#server/ledger/anchor.ts'
import { acceptChain } from '#server/ledger/anchored-chain.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { linkEvents } from '#server/live/event-link.ts'
import { createEvents } from '#server/live/events.ts'
import { appHandlers } from '#server/handlers.ts'
import { exchangeOf } from '#test/exchanged-database.ts'
import { testSecret } from '#test/test-secret.ts'
import { createTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { createDatabaseIdentity } from '#server/ledger/kept-database.ts'
import { ForeignDatabase, identityOf, identitySql, type DatabaseIdentity } from './database-identity.ts'
import { compareGuards } from './guards.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

/** Two databases of one cluster: the anchor holds which of them is the installation's. */

let world: World
let copy: World
let store: AnchorStore
/** The identities of both. */
let own: string
let other: string

beforeAll(async () => {
  ;[world, copy] = await Promise.all([createWorld(), createWorld()])
  ;[own, other] = await Promise.all([identityIn(world.pool), identityIn(copy.pool)])
})
afterAll(() => Promise.all([world.close(), copy.close()]))
beforeEach(async () => {
  store = { dir: join(tmpdir(), 'baize-test', `anchor-${randomUUID()}`), secret: testSecret }
})

async function identityIn(pool: pg.Pool): Promise<string> {
  return identityOf((await pool.query<object>(identitySql)).rows)
}

/** Whether a new connection to a world is given to its caller. */
async function connects({ appUrl }: Pick<World, 'appUrl'>, identity: DatabaseIdentity): Promise<boolean> {
  const pool = createPool(appUrl, { max: 1, identity })
  try {
    await pool.query('SELECT 1')
    return true
  } catch (error) {
    if (error instanceof ForeignDatabase) return false
    throw error
  } finally {
    await pool.end()
  }
}

async function asSuperuser<Result>(
  { superUrl }: Pick<World, 'superUrl'>,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(superUrl)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** What the guards find in a world. */
function compareAs(of: World): Promise<{ faults: string[]; tuned: string[] }> {
  return asSuperuser(of, async (client) => {
    await client.query('BEGIN')
    const read = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query<Row>(sql, [...values])).rows
    const { faults, tuned } = await compareGuards(read, { withInstalled: true })
    return { faults: faults.map(({ subject, detail }) => `${subject}: ${detail}`), tuned }
  })
}

async function kept(): Promise<Anchor> {
  const state = await readAnchor(store)
  if (state.status !== 'present') throw new Error(state.status)
  return state.anchor
}

test('names the cluster and the number of the database, as any role may read them', async () => {
  const { rows } = await world.ownerPool.query<{ identity: string }>(
    `SELECT concat_ws('/', c.system_identifier, d.oid) AS identity FROM pg_control_system() c, pg_database d WHERE datname = current_database()`,
  )
  expect(own).toBe(rows[0]?.identity)
  expect(other).not.toBe(own)
  expect(other.split('/')[0]).toBe(own.split('/')[0])
})

test('a database that is renamed while its identity is read has none', () => {
  expect(() => identityOf([{ oid: 7, datname: 'away', name: 'baize', system: 1n }])).toThrow(ForeignDatabase)
  expect(identityOf([{ oid: 7, datname: 'baize', name: 'baize', system: 1n }])).toBe('1/7')
})

test('without an anchor the first connection decides, and another database is refused until its process ends', async () => {
  const identity = createDatabaseIdentity(store)
  expect(await connects(world, identity)).toBe(true)
  expect(await connects(copy, identity)).toBe(false)
  expect(identity.isForeign()).toBe(true)
  expect(await connects(world, identity)).toBe(true)
  expect(identity.isForeign()).toBe(false)
  expect(await connects(copy, createDatabaseIdentity(store))).toBe(true)
})

test('a process that starts while another database has the name is refused by what is kept, and changes nothing', async () => {
  await acceptChain(world.db, store)
  const identity = createDatabaseIdentity(store)
  expect(await connects(copy, identity)).toBe(false)
  await copy.ownerPool.query(`DELETE FROM function_file WHERE path = (SELECT min(path) FROM function_file)`)
  const files = async () => (await copy.ownerPool.query('SELECT FROM function_file')).rowCount
  const before = await files()
  await expect(migrate({ ownerUrl: copy.ownerUrl, secret: testSecret, identity })).rejects.toThrow(ForeignDatabase)
  expect(await files()).toBe(before)
  await migrate({ ownerUrl: copy.ownerUrl, secret: testSecret })
  expect(await files()).toBe((before ?? 0) + 1)
  expect(await connects(world, identity)).toBe(true)
})

test('a process whose connections stay is not ready while a new one leads to another database', async () => {
  const app = await createTestApp({ handlers: appHandlers, pool: { max: 1 } })
  const thief = await exchangeOf(app)
  try {
    const isReady = async () =>
      (await app.listeners.member.inject({ method: 'GET', url: '/readyz' })).statusCode === 200
    await thief.exchangeInCatalogue(() => until(isReady))
    expect(await connects(app, app.deps.identity)).toBe(false)
    await until(async () => !(await isReady()))
    expect(app.deps.moneyOut.heldSince).not.toBe(null)
    await thief.giveBackInCatalogue()
    await until(isReady)
    expect(app.deps.identity.isForeign()).toBe(false)
    expect(app.errors.splice(0)).toEqual([expect.stringContaining('a connection leads to another database')])
  } finally {
    await thief.close()
    await app.close()
  }
})

test('what honest statements do to the row of the database is no fault; an exchange by its name is, after the names are back', async () => {
  const third = await createWorld()
  const thief = await exchangeOf(third)
  const faults = (): Promise<unknown> => compareAs(third)
  try {
    await migrate({ ownerUrl: third.ownerUrl, secret: testSecret })
    const name = new URL(third.superUrl).pathname.slice(1)
    for (const sql of [
      'VACUUM FREEZE',
      'VACUUM FULL pg_database',
      'VACUUM (FREEZE) pg_database',
      `ALTER DATABASE "${name}" SET work_mem = '8MB'`,
      `ALTER ROLE baize_app IN DATABASE "${name}" SET work_mem = '8MB'`,
      `ALTER ROLE baize_app IN DATABASE "${name}" RESET work_mem`,
      `COMMENT ON DATABASE "${name}" IS 'of the installation'`,
    ])
      await asSuperuser(third, (client) => client.query(sql))
    expect(await faults()).toEqual({ faults: [], tuned: [] })

    await asSuperuser(third, (client) => client.query(`ALTER DATABASE "${name}" CONNECTION LIMIT 500`))
    expect(await faults()).toEqual({ faults: [], tuned: ['database'] })
    await migrate({ ownerUrl: third.ownerUrl, secret: testSecret })

    await thief.exchange()
    await thief.giveBack()
    expect(await faults()).toEqual({
      faults: ['database: was replaced, altered or switched off since the program installed it'],
      tuned: [],
    })
    await migrate({ ownerUrl: third.ownerUrl, secret: testSecret })
    expect(await faults()).toEqual({ faults: [], tuned: [] })
    const { rows } = await third.ownerPool.query(
      `SELECT detail->'replaced' AS replaced FROM audit WHERE act = 'guards.accept' ORDER BY id`,
    )
    expect(rows.map(({ replaced }: { replaced: unknown }) => replaced)).toEqual([['database'], ['database']])
  } finally {
    await thief.close()
    await third.close()
  }
})

test('events of another database are not listened to', async () => {
  const identity = createDatabaseIdentity(store)
  expect(await connects(world, identity)).toBe(true)
  const failures: unknown[] = []
  const link = linkEvents(createEvents(), { url: copy.appUrl, identity, onFailure: (error) => failures.push(error) })
  await until(() => failures.length > 0)
  expect(failures).toEqual([expect.any(ForeignDatabase)])
  expect(link.isUp()).toBe(false)
  await link.close()
})

test('another database that an operator accepts is taken over without a restart; an older file that was put back is not', async () => {
  await acceptChain(world.db, store)
  const older = await kept()
  const identity = createDatabaseIdentity(store)
  expect(await connects(world, identity)).toBe(true)
  expect(await connects(copy, identity)).toBe(false)
  const { rows } = await copy.ownerPool.query<{ id: string }>('SELECT max(id) AS id FROM audit')
  await acceptChain(copy.db, store)
  expect(await connects(copy, identity)).toBe(true)
  const acts = await copy.ownerPool.query(
    `SELECT detail->>'database' AS now, detail->>'databaseBefore' AS before FROM audit WHERE act = 'books.accept-heads' AND id > $1`,
    [rows[0]?.id],
  )
  expect(acts.rows).toEqual([{ now: other, before: own }])
  await writeAnchor(store, older)
  expect(await connects(world, identity)).toBe(false)
  expect(await connects(copy, identity)).toBe(true)
})

test('the books name a database that is another than the one that is kept', async () => {
  await acceptChain(world.db, store)
  const faults = async () =>
    (await checkKnownBooks(world.pool, { secret: testSecret, anchor: store })).faults.map(({ subject, detail }) => [
      subject,
      detail,
    ])
  expect(await faults()).toEqual([])
  await writeAnchor(store, { ...(await kept()), database: other })
  expect(await faults()).toEqual([
    ['kept head', expect.stringContaining(`the database is ${own} (system identifier/OID), and ${other}`)],
  ])
})
