import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectCleanBooks } from '#test/books.ts'
import { testSecret } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { createDatabase } from './embedded.ts'
import { findMigrationGap, migrate, readMigrations } from './migrate.ts'
import { createDb, createPool } from './pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { openSeatGames } from '#domain/games/seat-games.ts'
import { lobbyOf, openTables, tableByCode } from '#domain/games/table/tables.ts'

/**
 * A database that was created and used by a release with migration 012 becomes equal to a fresh one. `rows-at-012.txt`
 * holds the rows of every table after all calls of that release, a line per table: its name, then the rows as JSON.
 */

const fixture = join(import.meta.dirname, 'rows-at-012.txt')
let fresh: World
let name = ''
let root: pg.Client
let upgraded: { ownerUrl: string; owner: pg.Pool; superuser: pg.Client }

beforeAll(async () => {
  fresh = await createWorld()
  const server = inject('testServer')
  name = `upgrade_${process.pid}`
  root = new pg.Client({ connectionString: server.superUrl })
  await root.connect()
  await createDatabase(root, name)
  const at = (url: string): string => url.replace(/[^/]*$/, name)
  upgraded = {
    ownerUrl: at(server.ownerUrl),
    owner: createPool(at(server.ownerUrl), { max: 2 }),
    superuser: new pg.Client({ connectionString: at(server.superUrl) }),
  }
  await upgraded.superuser.connect()
  await migrateAsAt012(upgraded.owner)
  await loadRows(upgraded.superuser, await readFile(fixture, 'utf8'))
})
afterAll(async () => {
  await upgraded.owner.end()
  await upgraded.superuser.end()
  await root.query(`DROP DATABASE "${name}" WITH (FORCE)`)
  await root.end()
  await fresh.close()
})

test('a used database of migration 012 and a fresh one end with the same catalogue and clean books', async () => {
  expect(await findMigrationGap(upgraded.owner)).toMatch(/^Not applied yet|^The functions have not been applied yet/)
  const before = await countEvents(upgraded.owner)
  expect(before).toBeGreaterThan(20)

  const { rows: approved } = await upgraded.owner.query(
    `SELECT id AS subject, approved_by AS proposed_by, state FROM money_request WHERE approved_by IS NOT NULL ORDER BY id`,
  )
  expect(approved.length).toBeGreaterThan(1)
  const browsers = 'SELECT count(*)::int AS browsers FROM member_device'
  expect((await upgraded.owner.query(browsers)).rows).not.toEqual([{ browsers: 0 }])

  // Its encrypted values are from another program, so their key is declared lost.
  await migrate({ ownerUrl: upgraded.ownerUrl, secret: { ...testSecret, lost: new Set(['k1']) } })

  // First approvals moved to the table of all acts that take two operators.
  const { rows: moved } = await upgraded.owner.query(
    `SELECT a.subject, a.proposed_by, q.state, a.state AS outcome, q.sums_judged FROM approval a
     JOIN money_request q ON q.id = a.subject AND q.amount = (a.command ->> 'credited')::numeric * 10000 ORDER BY a.subject`,
  )
  const outcomes: Record<string, string> = { paid: 'approved', rejected: 'refused' }
  expect(moved).toEqual(approved.map((one) => ({ ...one, outcome: outcomes[one.state] ?? 'open', sums_judged: false })))
  // Their hashes have no key: anyone with rights on the database can have made them.
  expect((await upgraded.owner.query(browsers)).rows).toEqual([{ browsers: 0 }])
  expect(await findMigrationGap(upgraded.owner)).toBeNull()
  expect(await countEvents(upgraded.owner)).toBe(before)
  const expected = await readCatalogue(fresh.ownerPool)
  const actual = await readCatalogue(upgraded.owner)
  expect(actual.filter((line) => !expected.includes(line))).toEqual([])
  expect(expected.filter((line) => !actual.includes(line))).toEqual([])
  expect(actual.length).toBeGreaterThan(500)
  // The start of the program fills in what a round of each version may pay.
  const bounds = 'SELECT count(*)::int AS versions, count(most_units)::int AS filled FROM game_version'
  expect((await upgraded.owner.query(bounds)).rows).toEqual([{ versions: 1, filled: 0 }])
  await publishGames(createDb(upgraded.owner, testSecret))
  const versions = catalogue.length + openTables.length + openSeatGames.length
  expect((await upgraded.owner.query(bounds)).rows).toEqual([{ versions, filled: versions }])
  // Games that were planned then are released: offered to the brand, new in the lobby, and named in the audit.
  const { rows: offered } = await upgraded.owner.query<{ code: string; is_new: boolean }>(
    `SELECT g.code, g.released_at > (SELECT max(applied_at) FROM migration) AS is_new FROM game g
       JOIN brand_game b ON b.game_code = g.code JOIN brand_company c USING (brand_id, company_code) WHERE b.used AND c.used ORDER BY g.sort`,
  )
  const isSport = (code: string): boolean => {
    const entry = tableByCode(code)
    return entry !== undefined && lobbyOf(entry.game).kind === 'sport'
  }
  const codes = [...openTables.filter((code) => !isSport(code)), ...openSeatGames, ...openTables.filter(isSport)]
  const tables = codes.map((code) => ({ code, is_new: true }))
  expect(offered).toEqual([...catalogue.map(({ game }, index) => ({ code: game.code, is_new: index > 0 })), ...tables])
  const { rows: named } = await upgraded.owner.query<{ subject: string }>(
    `SELECT subject FROM audit WHERE act = 'game.publish' ORDER BY id`,
  )
  expect(named.map(({ subject }) => subject)).toEqual([
    ...catalogue.slice(1).map(({ game }) => game.code),
    ...openTables,
    ...openSeatGames,
  ])
  await expectCleanBooks(upgraded.owner)
  await expectCleanBooks(fresh.ownerPool)
  expect(await migrate({ ownerUrl: upgraded.ownerUrl, secret: testSecret })).toEqual([])
})

test('the migration of a later release is recorded and signed, like every other row that rules begin with', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baize-later-'))
  try {
    await cp(join(import.meta.dirname, '../../../db'), folder, { recursive: true })
    const name = `${String((await readMigrations()).length + 1).padStart(3, '0')}_later.sql`
    await writeFile(join(folder, 'migrations', name), 'SELECT 1;')
    expect(await migrate({ ownerUrl: upgraded.ownerUrl, folder, secret: testSecret })).toEqual([name])
    const { rows } = await upgraded.owner.query(
      `SELECT c.digest IS NOT NULL AS recorded FROM migration m JOIN state_change c ON c.relation = 'migration' AND c.row_key = m.number::text
       JOIN act_signature USING (act_group) WHERE m.name = $1`,
      [name],
    )
    expect(rows).toEqual([{ recorded: true }])
    const { faults } = await checkBooks(upgraded.owner, { secret: { ...testSecret, lost: new Set(['k1']) } })
    // Only this program is without the migration.
    expect(faults.filter(({ check }) => check !== 'guards')).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the seed pairs of migration 012 keep their rounds and are marked as the old scheme', async () => {
  const pairs = await upgraded.owner.query(
    `SELECT ordinal, (row_number() OVER (PARTITION BY member_id ORDER BY s.id))::int AS place, scheme, first_nonce, begun_at = created_at AS begun, revealed_at IS NULL AS in_use, coalesce(w.seed_id = s.id, false) AS of_wallet
     FROM member_seed s JOIN wallet w USING (member_id) ORDER BY s.id`,
  )
  expect(pairs.rows.length).toBeGreaterThan(1)
  for (const pair of pairs.rows) {
    expect(pair).toMatchObject({ ordinal: pair.place, scheme: 'old', begun: true, in_use: pair.of_wallet })
  }
  const outside = await upgraded.owner.query(
    'SELECT FROM round r JOIN member_seed s ON s.id = r.seed_id WHERE r.nonce < s.first_nonce',
  )
  expect(outside.rowCount).toBe(0)
})

/**
 * Migrates as the program of migration 012 did: the files in order, with a row for each, and without function files.
 */
async function migrateAsAt012(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`CREATE TABLE migration (number integer PRIMARY KEY, name text NOT NULL UNIQUE, checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`)
    for (const { number, name: file, text, checksum } of (await readMigrations()).filter((one) => one.number <= 12)) {
      await client.query('BEGIN')
      await client.query(
        `SELECT set_config('baize.currency', 'KRW', true), set_config('baize.app_role', 'baize_app', true)`,
      )
      await client.query(text)
      await client.query('INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)', [number, file, checksum])
      await client.query('COMMIT')
    }
    await client.query('GRANT SELECT ON migration TO baize_app')
  } finally {
    client.release()
  }
}

/** Inserts the rows without triggers and foreign keys, and sets the identities beyond them. */
async function loadRows(client: pg.Client, lines: string): Promise<void> {
  await client.query(`SET session_replication_role = replica`)
  const { rows: all } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migration'`,
  )
  await client.query(`TRUNCATE ${all.map(({ relname }) => relname).join(', ')}`)
  for (const line of lines.trimEnd().split('\n')) {
    const table = line.slice(0, line.indexOf(' '))
    // The rows stay text, because JSON.parse would round numbers of 63 bits.
    await client.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
      [line.slice(table.length + 1)],
    )
  }
  const { rows: identities } = await client.query<{ table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attidentity <> '' AND c.relnamespace = 'public'::regnamespace`,
  )
  for (const { table, column } of identities) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce((SELECT max(${column}) FROM ${table}), 0) + 1, false)`,
      [table, column],
    )
  }
  await client.query(`SET session_replication_role = origin`)
}

async function countEvents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ events: number }>('SELECT count(*)::int AS events FROM journal')
  return rows[0]?.events ?? 0
}

/** Every function, trigger, view, column, constraint, index, type and right of the schema, one per line. */
async function readCatalogue(pool: pg.Pool): Promise<string[]> {
  const rights = (acl: string, kind: string, owner: string): string =>
    `(SELECT string_agg(format('%s:%s:%s', a.grantee::regrole, a.privilege_type, a.is_grantable), ',' ORDER BY a.grantee::regrole::text, a.privilege_type)
      FROM aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a)`
  const { rows } = await pool.query<{ line: string }>(`
    SELECT format('function %s owner %s config %s rights %s %s', p.oid::regprocedure, p.proowner::regrole, p.proconfig,
      ${rights('p.proacl', 'f', 'p.proowner')}, pg_get_functiondef(p.oid)) AS line
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('trigger %s %s %s', t.tgrelid::regclass, t.tgenabled, pg_get_triggerdef(t.oid))
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('relation %s %s owner %s options %s rights %s %s', c.relname, c.relkind, c.relowner::regrole, c.reloptions,
      ${rights('c.relacl', 'r', 'c.relowner')}, CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid) END)
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'c')
    UNION ALL
    SELECT format('column %s.%s number %s %s not null %s identity %s default %s rights %s options %s', c.relname, a.attname, a.attnum,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid), a.attacl, a.attoptions)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'c') AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('constraint %s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k WHERE k.connamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('index %s', pg_get_indexdef(i.indexrelid))
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('enum or domain %s', y.typname) FROM pg_type y WHERE y.typnamespace = 'public'::regnamespace AND y.typtype IN ('e', 'd')
    ORDER BY 1`)
  return rows.map(({ line }) => line)
}
