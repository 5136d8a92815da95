import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { readCatalogueFile } from './catalogue.ts'
import type { ReadRows } from './read-rows.ts'
import { findGuardFaults, isOfOtherRelease, plainForm } from './guards.ts'

let world: World
let client: pg.Client
beforeAll(async () => {
  world = await createWorld()
  client = new pg.Client({ connectionString: world.superUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world.close()
})

const read: ReadRows = async (sql, values = []) => (await client.query(sql, [...values])).rows

/** The faults after a change, as `subject: detail`; the change is undone. */
async function faultsAfter(sql: string, session = client): Promise<string[]> {
  const read: ReadRows = async (statement, values = []) => (await session.query(statement, [...values])).rows
  await session.query('BEGIN')
  try {
    await session.query(sql)
    const faults = await findGuardFaults(read)
    return faults.map(({ subject, detail }) => `${subject}: ${detail}`)
  } finally {
    await session.query('ROLLBACK')
  }
}

/** The faults that a new session of the superuser finds after a change, with options of the connection. */
async function faultsInSession(sql: string, options = ''): Promise<string[]> {
  const session = new pg.Client({ connectionString: world.superUrl, options })
  await session.connect()
  try {
    return await faultsAfter(sql, session)
  } finally {
    await session.end()
  }
}

const changed = (text: string): string => `is not as the program declares it: ${text}`

describe('the guards of the money', () => {
  test('a migrated database has no fault, and the role of the application can compare it', async () => {
    expect(await faultsAfter('SELECT 1')).toEqual([])
    expect(await faultsAfter('SET LOCAL ROLE baize_app')).toEqual([])
  })

  test.each([
    ['a view of its own', 'CREATE VIEW own_report AS SELECT member_id, cash FROM wallet'],
    [
      'a view that others read, and a function with rights of its own',
      `CREATE ROLE own_reader; CREATE VIEW own_report AS SELECT member_id, cash FROM wallet; GRANT SELECT ON own_report TO own_reader, baize_app;
       CREATE FUNCTION own_sum() RETURNS numeric LANGUAGE sql SECURITY DEFINER AS $$ SELECT sum(cash) FROM wallet $$; REVOKE ALL ON FUNCTION own_sum() FROM PUBLIC`,
    ],
    ['an index of its own', 'CREATE INDEX own_index ON journal (at)'],
    ['a function of its own', 'CREATE FUNCTION own_sum() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    [
      'a table with a trigger of its own',
      `CREATE TABLE own_table (id int); CREATE TRIGGER own_copy BEFORE UPDATE ON own_table FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    ],
    ['a column of its own', 'ALTER TABLE note ADD COLUMN own_mark varchar(20000)'],
    ['statistics of its own', 'CREATE STATISTICS own_statistics ON lower(title), member_id FROM note'],
    [
      'a table about members',
      'CREATE TABLE own_table (id int PRIMARY KEY, member_id bigint, text text CHECK (own_table.text <> $$x$$)); CREATE RULE own_rule AS ON DELETE TO own_table DO INSTEAD NOTHING',
    ],
    [
      'a setting that costs or gains time',
      `ALTER ROLE baize_app SET work_mem = '16MB'; ALTER ROLE baize_app SET statement_timeout = '20s'; ALTER ROLE baize_owner SET log_min_duration_statement = '1s';
       ALTER ROLE baize_app SET synchronous_commit = remote_apply; ALTER ROLE baize_app SET timezone = 'utc'; ALTER ROLE baize_app SET session_preload_libraries = 'auto_explain';
       ALTER ROLE baize_app SET auto_explain.log_min_duration = '1s'`,
    ],
    ['a setting of another role', 'CREATE ROLE own_reader; ALTER ROLE own_reader SET search_path = own, public'],
    [
      'a role that reads',
      'CREATE ROLE own_reader; GRANT SELECT ON journal, wallet TO own_reader; ALTER DEFAULT PRIVILEGES FOR ROLE baize_owner GRANT SELECT ON TABLES TO own_reader',
    ],
    [
      'an owner who administers a managed server',
      `CREATE ROLE own_admins; GRANT own_admins, pg_monitor, pg_write_all_data TO baize_owner; ALTER ROLE baize_owner CREATEROLE CREATEDB VALID UNTIL '2100-01-01' CONNECTION LIMIT 20`,
    ],
    ['a publication', 'CREATE PUBLICATION own_copy FOR TABLE journal'],
  ])('%s of an installation is no fault', async (_what, sql) => {
    expect(await faultsAfter(sql)).toEqual([])
  })

  test.each([
    ['an expression', 'CREATE INDEX own_index ON money_out ((1 / (CASE WHEN stopped_at IS NULL THEN 1 ELSE 0 END)))'],
    ['a condition', 'CREATE INDEX own_index ON money_out (one) WHERE 1 / (bad_runs + 1) > 0'],
    ['values of any length', 'CREATE INDEX own_index ON money_out (one); CREATE INDEX own_long ON round (events)'],
    ['a long value beside its keys', 'CREATE INDEX own_index ON book_run (began_at) INCLUDE (problem)'],
  ])('an index of an installation with %s may refuse the program’s rows, and is a fault', async (_what, sql) => {
    expect(await faultsAfter(sql)).toEqual([expect.stringMatching(/^index .+\.own_(index|long): may refuse rows/)])
  })

  test.each([
    'CREATE INDEX own_index ON journal USING hash (kind)',
    'CREATE INDEX own_index ON journal USING brin (at)',
  ])('an index of an installation that is no B-tree may lack rows, and is a fault: %s', async (sql) => {
    expect(await faultsAfter(sql)).toEqual([
      'index journal.own_index: may lack rows: an index of an installation is a B-tree',
    ])
  })

  test.each([
    ['filters rows', 'CREATE PUBLICATION own_copy FOR TABLE money_out WHERE (stopped_at IS NULL)'],
    ['names columns', 'CREATE PUBLICATION own_copy FOR TABLE money_out (stopped_at)'],
  ])('a publication that %s makes PostgreSQL refuse updates, and is a fault', async (_what, sql) => {
    expect(await faultsAfter(sql)).toEqual([
      expect.stringContaining('publication own_copy: may refuse statements on money_out'),
    ])
  })

  test('a foreign key of an installation refuses deletions, and is a fault', async () => {
    expect(await faultsAfter('CREATE TABLE own_table (id int REFERENCES brand)')).toEqual([
      expect.stringContaining('constraint own_table_id_fkey: refuses or follows statements on brand'),
    ])
  })

  test('an extension in a schema of its own is no fault; its library is one where a session of the program has it', async () => {
    await faultsInSession('CREATE SCHEMA own; CREATE EXTENSION hstore SCHEMA own; COMMIT')
    expect(await faultsInSession('SELECT 1')).toEqual([])
    expect(await faultsInSession(`SELECT 'a=>1'::own.hstore`)).toEqual([
      'library hstore: is loaded, and unknown to the program',
    ])
    await faultsInSession('DROP SCHEMA own CASCADE; COMMIT')
  })

  test('an index method that nothing uses is no fault, although its library is loaded', async () => {
    await faultsInSession('CREATE SCHEMA own; CREATE EXTENSION bloom SCHEMA own; COMMIT')
    expect(await faultsInSession('SELECT 1')).toEqual([])
    await faultsInSession('DROP SCHEMA own CASCADE; COMMIT')
  })

  test.each([
    ['dblink', 'public', ['extension dblink: is in the schema public: put it into a schema of its own']],
    ['pg_stat_statements', 'public', []],
    ['postgres_fdw', 'own', []],
    ['pg_surgery', 'own', ['extension pg_surgery: can alter rows or read pages past the program']],
    ['pageinspect', 'own', ['extension pageinspect: can alter rows or read pages past the program']],
  ])('the extension %s in %s: %s', async (name, schema, faults) => {
    const found = await faultsInSession(`CREATE SCHEMA own; CREATE EXTENSION ${name} SCHEMA ${schema}`)
    // Its library is loaded in the session that creates it.
    expect(found.filter((fault) => !fault.startsWith('library '))).toEqual(faults)
  })

  test('an observing library and one that PostgreSQL itself uses are no fault', async () => {
    expect(await faultsInSession(`LOAD 'auto_explain'; SELECT convert('x', 'LATIN1', 'UTF8')`)).toEqual([])
  })

  test.each([
    ['-c transform_null_equals=on -c work_mem=16MB -c lc_messages=C -c baize.act_group=signed', []],
    ['-c zero_damaged_pages=on', ['setting zero_damaged_pages: is on']],
    ['-c allow_system_table_mods=on', ['setting allow_system_table_mods: is on']],
    ['-c plpgsql.variable_conflict=use_column', ['setting plpgsql.variable_conflict: is use_column']],
    ['-c lo_compat_privileges=on', ['setting lo_compat_privileges: is on']],
    ['-c synchronous_commit=off', ['setting synchronous_commit: is off']],
  ])('a session with %s', async (options, faults) => {
    // Settings that the program sets itself on each connection are no fault of the server's configuration.
    expect(await faultsInSession('SELECT 1', options)).toEqual(faults)
  })

  test('an unknown trigger is found on every table and view of the program', async () => {
    const { objects } = await readCatalogueFile()
    const tables = objects.filter(({ kind }) => kind === 'table').map(({ name }) => name)
    const triggers = tables.map(
      (name) =>
        `CREATE TRIGGER own_copy AFTER INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    )
    expect(await faultsAfter(triggers.join(';'))).toEqual(
      tables.map((name) => `trigger ${name}.own_copy: is unknown to the program`),
    )
  })

  test.each([
    ['ALTER TABLE journal DISABLE TRIGGER journal_is_final', ['trigger journal.journal_is_final']],
    ['ALTER TABLE journal ENABLE REPLICA TRIGGER journal_stays', ['trigger journal.journal_stays']],
    ['DROP TRIGGER book_run_is_final ON book_run', ['trigger book_run.book_run_is_final']],
    [
      `CREATE OR REPLACE TRIGGER round_stays BEFORE DELETE ON round FOR EACH ROW WHEN (OLD.pay = 0) EXECUTE FUNCTION round_may_leave()`,
      ['trigger round.round_stays'],
    ],
    [
      `CREATE TRIGGER own_copy AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      ['trigger journal.own_copy'],
    ],
    [
      'ALTER TABLE transfer DISABLE TRIGGER ALL',
      [
        'constraint transfer.transfer_member_id_fkey',
        'constraint transfer.transfer_provider_id_fkey',
        'trigger transfer.transfer_is_recorded',
      ],
    ],
    ['ALTER TABLE wallet DROP CONSTRAINT wallet_check', ['constraint wallet.wallet_check']],
    [
      'ALTER TABLE wallet DROP CONSTRAINT wallet_check, ADD CONSTRAINT wallet_check CHECK (held >= -1)',
      ['constraint wallet.wallet_check'],
    ],
    [
      `ALTER TABLE wallet DROP CONSTRAINT wallet_check, ADD CONSTRAINT wallet_check
         CHECK (least(cash, held, in_play, comp, turnover_due, unseen) >= 0) NOT VALID`,
      ['constraint wallet.wallet_check'],
    ],
    [
      'ALTER TABLE journal ALTER COLUMN request_hash DROP NOT NULL',
      [
        'column journal.request_hash',
        'column journal_archive.request_hash',
        'constraint journal.journal_ask_not_null',
        'constraint journal_archive.journal_ask_not_null',
      ],
    ],
    [
      'ALTER TABLE journal DROP CONSTRAINT journal_member_id_source_key_key',
      ['constraint journal.journal_member_id_source_key_key', 'index journal.journal_member_id_source_key_key'],
    ],
    ['DROP INDEX money_request_one_open', ['index money_request.money_request_one_open']],
    ['ALTER TABLE wallet ALTER COLUMN cash SET DEFAULT 5', ['column wallet.cash']],
    ['ALTER TABLE wallet ENABLE ROW LEVEL SECURITY', ['table wallet']],
    ['CREATE RULE own_rule AS ON INSERT TO audit DO INSTEAD NOTHING', ['rule audit.own_rule']],
    ['CREATE TABLE own_child () INHERITS (journal)', ['table own_child']],
    ['GRANT UPDATE ON journal TO baize_app', ['rights journal']],
    ['GRANT UPDATE (cash) ON wallet TO baize_app', ['rights wallet']],
    ['GRANT DELETE ON round TO PUBLIC', ['rights round', 'rights round']],
    ['CREATE ROLE own_writer; GRANT INSERT ON audit TO own_writer', ['rights audit']],
    ['CREATE ROLE own_writer; GRANT UPDATE (cash) ON wallet TO own_writer', ['rights wallet']],
    ['ALTER TABLE wallet OWNER TO CURRENT_USER', ['table wallet']],
    ['ALTER FUNCTION ledger_post OWNER TO CURRENT_USER', ['function ledger_post']],
    ['ALTER FUNCTION ledger_post RESET search_path', ['function ledger_post']],
    ['ALTER FUNCTION ledger_post SECURITY INVOKER', ['function ledger_post']],
    ['ALTER FUNCTION scale_ppm_floor VOLATILE', ['function scale_ppm_floor']],
    ['GRANT EXECUTE ON FUNCTION ledger_seed TO baize_app', ['function ledger_seed']],
    ['GRANT EXECUTE ON FUNCTION jackpot_add TO PUBLIC', ['function jackpot_add']],
    ['DROP FUNCTION seed_abandon', ['function seed_abandon']],
    [
      'CREATE FUNCTION scale_ppm_floor(amount bigint, ppm bigint) RETURNS bigint LANGUAGE sql AS $$ SELECT 0::bigint $$',
      ['function scale_ppm_floor', 'function scale_ppm_floor'],
    ],
    [
      `CREATE OR REPLACE FUNCTION scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 0::bigint $$`,
      ['function scale_ppm_floor'],
    ],
    [
      `DROP FUNCTION jackpot_add; CREATE FUNCTION jackpot_add(p_major bigint, p_mega bigint, p_minor bigint) RETURNS void
       LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS ''`,
      ['function jackpot_add', 'function jackpot_add'],
    ],
    ['ALTER VIEW posting SET (security_invoker = true)', ['view posting']],
    [`ALTER ROLE baize_app SET session_replication_role = replica`, ['setting session_replication_role']],
    [`UPDATE function_file SET app_role = 'nobody'`, ['function_file']],
  ])('finds: %s', async (sql, subjects) => {
    const found = (await faultsAfter(sql)).map((fault) => fault.slice(0, fault.indexOf(': ')))
    expect(found).toEqual(subjects)
  })

  test('compares every sequence with the numbers of its table, also as the application', async () => {
    const { objects } = await readCatalogueFile()
    const sequences = objects.flatMap(({ kind, name }) => (kind === 'sequence' ? [name] : []))
    expect(sequences).not.toEqual([])
    for (const name of sequences) {
      const numbers = `numbers ${name.replace(/_id_seq$/, '.id')}: `
      const far = `ALTER SEQUENCE ${name} MAXVALUE 30001 RESTART WITH 30000; SET LOCAL ROLE baize_app`
      expect(await faultsAfter(far)).toContain(`${numbers}are nearly used up: 29999 of 30001`)
    }
  })

  test('finds a sequence that was set back, with and without a statement that alters it', async () => {
    const { rows } = await client.query<{ last: string }>(`SELECT last_value AS last FROM audit_id_seq`)
    const [last, highest] = [rows[0]?.last, (await client.query('SELECT max(id) AS id FROM audit')).rows[0].id]
    try {
      // No rollback undoes it.
      const back = await faultsAfter(`SELECT setval('audit_id_seq', 1)`)
      expect(back).toEqual([`numbers audit.id: come again: the next is 2, and ${highest} is there`])
      expect(await faultsAfter(`SELECT setval('audit_id_seq', ${highest})`)).toEqual([])
      expect(await faultsAfter(`SELECT setval('audit_id_seq', ${highest}, false)`)).toEqual([
        `numbers audit.id: come again: the next is ${highest}, and ${highest} is there`,
      ])
      expect(await faultsAfter('ALTER SEQUENCE audit_id_seq RESTART')).toEqual([
        `numbers audit.id: come again: the next is 1, and ${highest} is there`,
      ])
    } finally {
      await client.query(`SELECT setval('audit_id_seq', $1)`, [last])
    }
    expect(await faultsAfter('SELECT 1')).toEqual([])
  })

  test('finds that the application may act as the owner', async () => {
    const faults = await faultsAfter(
      `DO $$ BEGIN EXECUTE format('GRANT %I TO baize_app', (SELECT tableowner FROM pg_tables WHERE tablename = 'journal')); END $$`,
    )
    expect(faults).toContain('role baize_app: is a member of baize_owner')
    expect(faults.filter((fault) => fault.startsWith('rights wallet: '))).toHaveLength(1)
  })

  test('names what is different', async () => {
    expect(await faultsAfter('ALTER FUNCTION ledger_post RESET ALL')).toEqual([
      'function ledger_post: is not as the program declares it: its SET clauses',
    ])
    expect(await faultsAfter('ALTER TABLE journal DISABLE TRIGGER journal_stays')).toEqual([
      `trigger journal.journal_stays: ${changed('CREATE TRIGGER journal_stays BEFORE DELETE ON public.journal FOR EACH ROW EXECUTE FUNCTION public.journal_may_leave() (enabled: D)')}`,
    ])
  })

  test.each([
    ['SELECT 1', false],
    ['ALTER TABLE journal DISABLE TRIGGER journal_stays', false],
    [`UPDATE function_file SET checksum = 'other' WHERE path = 'ledger/post.sql'`, true],
    [`INSERT INTO migration VALUES (999, '999_next.sql', '')`, true],
  ])('a database is of another release after %s: %s', async (sql, isOther) => {
    await client.query('BEGIN')
    await client.query(sql)
    expect(await isOfOtherRelease(read)).toBe(isOther)
    await client.query('ROLLBACK')
  })

  test('compares descriptions of other versions of PostgreSQL without casts and parentheses', () => {
    const one = `CHECK (((state = ANY (ARRAY['open'::text, 'shut'::character varying(10)])) AND (a IS NOT NULL)))`
    expect(plainForm(one)).toBe(plainForm(`CHECK (state = ANY (ARRAY['open', 'shut']) AND a IS NOT NULL)`))
    expect(plainForm(one)).not.toBe(plainForm(one.replace('shut', 'open')))
  })
})
