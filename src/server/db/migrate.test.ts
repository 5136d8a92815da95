import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase } from './embedded.ts'
import { createGapCheck, findMigrationGap, findMissingMigrations, migrate, readMigrations } from './migrate.ts'

let folder = ''
let ownerUrl = ''
let owner: pg.Client
let root: pg.Client
let count = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-migrations-'))
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'functions'))
  const server = inject('testServer')
  const name = `migrate_${process.pid}_${(count += 1)}`
  root = new pg.Client({ connectionString: server.superUrl })
  await root.connect()
  await createDatabase(root, name)
  ownerUrl = server.ownerUrl.replace(/[^/]*$/, name)
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await root.query(`DROP DATABASE "${ownerUrl.split('/').at(-1)}" WITH (FORCE)`)
  await root.end()
  await rm(folder, { recursive: true, force: true })
})

const file = (name: string, text: string): Promise<void> => writeFile(join(folder, 'migrations', name), text)
const tables = async (): Promise<string[]> =>
  (await owner.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows.map((row) =>
    String(row.tablename),
  )

test('applies and reports missing migrations once, in order', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int);\nCREATE TABLE b (id int);')
  expect(await migrate({ ownerUrl, folder })).toEqual(['001_first.sql'])
  await file('002_second-thing.sql', 'ALTER TABLE a ADD COLUMN n bigint;')
  const reported: string[] = []
  expect(await migrate({ ownerUrl, folder, report: (line) => reported.push(line) })).toEqual(['002_second-thing.sql'])
  expect(reported).toEqual(['Migration 002_second-thing.sql'])
  expect(await migrate({ ownerUrl, folder })).toEqual([])
  expect(await findMigrationGap(owner, folder)).toBeNull()
})

test('fails when the connection ends between two statements, and leaves the process running', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int);')
  const onEmpty = async (): Promise<void> => {
    await root.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'baize-migrate' AND datname = $1`,
      [ownerUrl.split('/').at(-1)],
    )
    // What the server sent at the end has arrived then.
    await pause(50)
  }
  await expect(migrate({ ownerUrl, folder, onEmpty })).rejects.toThrow(/connection/i)
  expect(await tables()).toEqual([])
})

test('reports dropped functions of an earlier program, and none at the first start of a fresh database', async () => {
  const declare = (name: string): string =>
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS int LANGUAGE sql STABLE AS $$ SELECT 2 $$;`
  await file('001_first.sql', declare('former'))
  await writeFile(join(folder, 'functions/two.sql'), declare('two'))
  const reported: string[] = []
  const start = async (): Promise<string[]> => {
    await migrate({ ownerUrl, folder, report: (line) => reported.push(line) })
    return reported.splice(0)
  }
  expect(await start()).toEqual(['Migration 001_first.sql', 'Functions of two.sql'])
  const { rows } = await owner.query(`SELECT proname FROM pg_proc WHERE proname IN ('former', 'two')`)
  expect(rows).toEqual([{ proname: 'two' }])
  await writeFile(join(folder, 'functions/two.sql'), declare('second'))
  expect(await start()).toEqual(['Functions of two.sql', 'Dropping the function two, which no file declares'])
})

test('a running program compares the database with the files it was started from', async () => {
  const two = (result: number): string =>
    `CREATE OR REPLACE FUNCTION two() RETURNS int LANGUAGE sql STABLE AS $$ SELECT ${result} $$;`
  await file('001_first.sql', 'CREATE TABLE a (id int);')
  await writeFile(join(folder, 'functions/two.sql'), two(2))
  await migrate({ ownerUrl, folder })
  const findGap = createGapCheck(folder)
  expect(await findGap(owner)).toBeNull()
  await writeFile(join(folder, 'functions/two.sql'), two(3))
  await file('002_second.sql', 'CREATE TABLE b (id int);')
  expect(await findGap(owner)).toBeNull()
  expect(await findMigrationGap(owner, folder)).toBe('Not applied yet: 002_second.sql.')
  await migrate({ ownerUrl, folder })
  expect(await findGap(owner)).toMatch(/002_second\.sql was applied to the database, and this program does not have it/)
})

test('two programs at once apply everything once', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int); SELECT pg_sleep(0.2);')
  const both = await Promise.all([migrate({ ownerUrl, folder }), migrate({ ownerUrl, folder })])
  expect(both.flat()).toEqual(['001_first.sql'])
})

test('a migration that fails leaves nothing, and the message names file and line', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int);')
  await file('002_bad.sql', 'CREATE TABLE b (id int);\n\nCREATE TABLE c (id integgger);')
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(/002_bad\.sql failed at line 3: .*integgger/)
  expect(await tables()).toEqual(['a', 'migration'])
  expect(await findMigrationGap(owner, folder)).toBe('Not applied yet: 002_bad.sql.')
})

test('a migration must not rewrite a recorded table: its rows would be those of another transaction', async () => {
  await file(
    '001_first.sql',
    `CREATE TABLE a (id int); INSERT INTO a VALUES (1);
     CREATE FUNCTION state_recorded() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER a_is_recorded AFTER UPDATE ON a FOR EACH ROW EXECUTE FUNCTION state_recorded();`,
  )
  await file('002_column.sql', 'ALTER TABLE a ADD COLUMN b int DEFAULT 7; UPDATE a SET b = 8;')
  await migrate({ ownerUrl, folder })
  await file('003_type.sql', 'ALTER TABLE a ALTER id TYPE bigint;')
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(/003_type\.sql failed: it rewrites the recorded table a/)
})

test('a migration must not end its transaction itself', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int); COMMIT; BEGIN;')
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(/001_first\.sql failed: it ends its transaction/)
})

test('an applied migration that was edited, renamed or removed is refused by name', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int);')
  await migrate({ ownerUrl, folder })
  await file('001_first.sql', 'CREATE TABLE a (id bigint);')
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(/001_first\.sql has been edited/)
  await file('001_first.sql', 'CREATE TABLE a (id int);')
  await rename(join(folder, 'migrations/001_first.sql'), join(folder, 'migrations/001_other.sql'))
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(/001_first\.sql has been renamed to 001_other\.sql/)
  await rm(join(folder, 'migrations/001_other.sql'))
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(
    /001_first\.sql was applied .* this program does not have it/,
  )
})

test('Windows line endings do not count as an edit', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int);\n-- and so on\n')
  await migrate({ ownerUrl, folder })
  await file('001_first.sql', 'CREATE TABLE a (id int);\r\n-- and so on\r\n')
  expect(await migrate({ ownerUrl, folder })).toEqual([])
})

test('names and numbers are checked before anything is applied', async () => {
  await file('001_first.sql', '')
  await file('003_third.sql', '')
  await expect(readMigrations(folder)).rejects.toThrow(/003_third\.sql is out of order: number 002/)
  await rm(join(folder, 'migrations/003_third.sql'))
  await file('001_twice.sql', '')
  await expect(readMigrations(folder)).rejects.toThrow(/001_twice\.sql is out of order/)
  await rm(join(folder, 'migrations/001_twice.sql'))
  await file('Second.sql', '')
  await expect(readMigrations(folder)).rejects.toThrow(/Second\.sql is not named like/)
})

test('currency and the application’s role are those of the installation', async () => {
  const role = `Odd "role" ${process.pid}`
  await root.query(`CREATE ROLE ${pg.escapeIdentifier(role)}`)
  await file(
    '001_first.sql',
    `-- baize_app may read.
     CREATE TABLE money AS SELECT current_setting('baize.currency') AS currency, current_setting('baize.app_role') AS role;
     CREATE TABLE baize_apples (id int);
     GRANT SELECT ON money TO baize_app;`,
  )
  await migrate({ ownerUrl, folder, appRole: role, currency: 'JPY' })
  expect((await owner.query('SELECT * FROM money')).rows).toEqual([{ currency: 'JPY', role }])
  const { rows } = await owner.query(
    `SELECT has_table_privilege($1, 'money', 'SELECT') AS money, has_table_privilege($1, 'migration', 'SELECT') AS list,
            has_table_privilege('baize_app', 'money', 'SELECT') AS usual, to_regclass('baize_apples') IS NOT NULL AS apples`,
    [role],
  )
  expect(rows[0]).toEqual({ money: true, list: true, usual: false, apples: true })
  await owner.query('DROP TABLE money, migration, function_file')
  await root.query(`DROP ROLE ${pg.escapeIdentifier(role)}`)
})

test('a database without migrations is reported as such', async () => {
  expect(await findMigrationGap(owner, folder)).toBe('No migration has been applied yet.')
})

test('names what a database of an older release lacks, and nothing for one that has other migrations', async () => {
  await file('001_first.sql', 'CREATE TABLE a (id int);')
  await migrate({ ownerUrl, folder })
  expect(await findMissingMigrations(owner, folder)).toEqual([])
  await file('002_second.sql', 'CREATE TABLE b (id int);')
  await file('003_third.sql', 'CREATE TABLE c (id int);')
  expect(await findMissingMigrations(owner, folder)).toEqual(['002_second.sql', '003_third.sql'])
  await owner.query(`UPDATE migration SET checksum = 'other'`)
  expect(await findMissingMigrations(owner, folder)).toEqual([])
})
