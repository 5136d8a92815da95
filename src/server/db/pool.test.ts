import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { openProxy, throughPort } from '../../../scripts/faults/proxy.ts'
import { isDatabaseUnavailable } from '#server/http/refusal.ts'
import { createDb, createPool } from './pool.ts'
import { scaledMs } from '#test/machine.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('its settings hold on each connection, below its own search path', async () => {
  const settings = { enable_sort: 'off', search_path: 'pg_catalog' }
  const pool = createPool(world.appUrl, { max: 1, settings })
  try {
    expect((await pool.query('SHOW enable_sort')).rows).toEqual([{ enable_sort: 'off' }])
    expect((await pool.query('SHOW search_path')).rows).toEqual([{ search_path: 'public, pg_temp' }])
  } finally {
    await pool.end()
  }
})

test('what changes the meaning of a statement, or logs its values where it fails, is set on each connection, whatever is set for the database', async () => {
  const own = await createWorld()
  const settings = [
    [`timezone = 'Asia/Seoul'`, 'SHOW timezone', 'UTC'],
    [`datestyle = 'SQL, DMY'`, `SELECT '2026-11-20'::date::text`, '2026-11-20'],
    [`bytea_output = 'escape'`, `SELECT '\\x61'::bytea::text`, '\\x61'],
    ['transform_null_equals = on', 'SELECT (1 = NULL) IS NULL', true],
    // The values of a statement that is cancelled are in no log: a round that was drawn and not booked would be known.
    ['log_parameter_max_length_on_error = -1', 'SHOW log_parameter_max_length_on_error', '0'],
    [`default_transaction_isolation = 'serializable'`, 'SHOW transaction_isolation', 'read committed'],
  ] as const
  const name = new URL(own.ownerUrl).pathname.slice(1)
  for (const [setting] of settings) await own.ownerPool.query(`ALTER DATABASE "${name}" SET ${setting}`)
  const pool = createPool(own.appUrl, { max: 1 })
  try {
    for (const [, query, value] of settings)
      expect(Object.values((await pool.query<Record<string, unknown>>(query)).rows[0] ?? {})).toEqual([value])
  } finally {
    await pool.end()
    await own.close()
  }
})

test.each([0n, 5n, -5n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'the int8 %s survives the round trip',
  async (value) => {
    const { rows } = await world.pool.query<{ one: bigint; many: (bigint | null)[] }>(
      'SELECT $1::int8 AS one, ARRAY[$1::int8, NULL, 5] AS many',
      [value],
    )
    expect(rows[0]?.one).toBe(value)
    expect(rows[0]?.many).toEqual([value, null, 5n])
  },
)

test('takes an array of bigint as a parameter and returns an empty one as empty', async () => {
  const { rows } = await world.pool.query<{ total: bigint; none: bigint[] }>(
    'SELECT sum(x)::int8 AS total, ARRAY[]::int8[] AS none FROM unnest($1::int8[]) AS x',
    [[2n ** 53n + 1n, 5n]],
  )
  expect(rows[0]).toEqual({ total: 2n ** 53n + 6n, none: [] })
})

test('a prepared statement by name and Kysely return bigint alike', async () => {
  const { rows } = await world.pool.query<{ n: bigint }>({ name: 'five', text: 'SELECT 5::int8 AS n' })
  expect(rows[0]?.n).toBe(5n)
  const answer = await sql<{ n: bigint }>`SELECT ${2n ** 53n + 1n}::int8 AS n`.execute(world.db)
  expect(answer.rows[0]?.n).toBe(2n ** 53n + 1n)
})

test('the parser is the pool’s own: other users of pg still get text', async () => {
  const client = new pg.Client({ connectionString: world.appUrl })
  await client.connect()
  const { rows } = await client.query<{ n: unknown }>('SELECT 5::int8 AS n')
  await client.end()
  expect(rows[0]?.n).toBe('5')
})

test('a date is its text, a moment is a Date, JSON is read', async () => {
  const { rows } = await world.pool.query(
    `SELECT '2026-11-20'::date AS day, '2026-11-20T00:00:00Z'::timestamptz AS at, '{"a":1}'::jsonb AS doc, true AS yes`,
  )
  expect(rows[0]).toEqual({ day: '2026-11-20', at: new Date('2026-11-20T00:00:00Z'), doc: { a: 1 }, yes: true })
})

test('cancels a statement that takes too long', async () => {
  const pool = createPool(world.appUrl, { max: 1, statementTimeoutMs: 200 })
  await expect(pool.query('SELECT pg_sleep(30)')).rejects.toThrow(/statement timeout/)
  await pool.end()
})

test('a caller waits for a connection only for a limited time', async () => {
  const pool = createPool(world.appUrl, { max: 1, connectionTimeoutMs: 2_000 })
  const held = await pool.connect()
  await expect(pool.query('SELECT 1')).rejects.toThrow(/timeout exceeded when trying to connect/)
  held.release()
  await pool.end()
})

test('an idle connection that the server closes is replaced', async () => {
  const pool = createPool(world.appUrl, { max: 1 })
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const cut = new Promise((resolve) => pool.once('error', resolve))
  const superPool = createPool(world.superUrl, { max: 1 })
  await superPool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await cut
  await superPool.end()
  expect((await createDb(pool, null).selectFrom('migration').select('name').execute()).length).toBeGreaterThan(0)
  await pool.end()
})

test('a connection that breaks inside a transaction ends the transaction, not the process', async () => {
  const pool = createPool(world.appUrl, { max: 1 })
  const superPool = createPool(world.superUrl, { max: 1 })
  const cut = createDb(pool, null)
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await superPool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await new Promise((resolve) => setTimeout(resolve, 100))
      await sql`SELECT 1`.execute(tx)
    })
  await expect(cut).rejects.toThrow(/connection/i)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await Promise.all([pool.end(), superPool.end()])
})

test('a transaction without a next statement ends with its connection, and its locks with it', async () => {
  const pool = createPool(world.appUrl, { max: 1, idleInTransactionMs: 200 })
  const stopped = await pool.connect()
  const lost = new Promise((resolve) => stopped.once('error', resolve))
  await stopped.query('BEGIN')
  await stopped.query('SELECT pg_advisory_xact_lock(1)')
  await world.pool.query('SELECT pg_advisory_lock(1), pg_advisory_unlock(1)')
  expect(await lost).toMatchObject({ message: expect.stringMatching(/terminat/i) })
  stopped.release(true)
  const { rows } = await pool.query('SHOW idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '200ms' }])
  await pool.end()
  // Every pool requests the limit, unless it is given another.
  const usual = createPool(world.appUrl, { max: 1 })
  const shown = await usual.query('SHOW idle_in_transaction_session_timeout')
  expect(shown.rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
  await usual.end()
})

test('closes a connection that falls silent, and the next statement uses another one', async () => {
  const proxy = await openProxy({
    delayMs: () => 0,
    choose: (piece) => (piece.includes('vanish') ? 'swallow-responses' : null),
  })
  const { target, url } = throughPort(world.appUrl, proxy.port)
  proxy.aim(target)
  const pool = createPool(url, { max: 1, statementTimeoutMs: 400 })
  try {
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    const before = performance.now()
    const lost = await pool.query("SELECT 'vanish'").catch((error: unknown) => error)
    expect(isDatabaseUnavailable(lost)).toBe(true)
    expect(performance.now() - before).toBeLessThan(scaledMs(5_000))
    expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(createDb(pool, null))).rows).toEqual([{ one: 1 }])
    // A statement of Kysely outside a transaction leaves no silent connection in the pool either.
    await expect(sql`SELECT 'vanish'`.execute(createDb(pool, null))).rejects.toThrow(/terminated/)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  } finally {
    await pool.end()
    await proxy.close()
  }
})

test.each(['ROLE baize_app', 'DATABASE'])(
  'a search path set for %s hides no table from the program',
  async (subject) => {
    const { rows } = await world.pool.query<{ name: string }>('SELECT current_database() AS name')
    const target =
      subject === 'DATABASE' ? `${subject} "${rows[0]?.name}"` : `${subject} IN DATABASE "${rows[0]?.name}"`
    const superPool = createPool(world.superUrl, { max: 1 })
    await superPool.query(`CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC;
    CREATE VIEW evil.migration AS SELECT 'hidden'::text AS name; GRANT SELECT ON evil.migration TO PUBLIC;
    ALTER ${target} SET search_path = evil, public`)
    const pool = createPool(world.appUrl, { max: 1 })
    try {
      expect((await pool.query('SHOW search_path')).rows).toEqual([{ search_path: 'public, pg_temp' }])
      expect((await pool.query(`SELECT 1 FROM migration WHERE name = 'hidden'`)).rows).toEqual([])
    } finally {
      await pool.end()
      await superPool.query(`ALTER ${target} RESET search_path; DROP SCHEMA evil CASCADE`)
      await superPool.end()
    }
  },
)
