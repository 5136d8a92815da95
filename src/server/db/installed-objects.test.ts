import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { testSecret } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { compareGuards } from './guards.ts'
import { migrate } from './migrate.ts'

/** Objects that were replaced and put back: the comparison is with what the program installed, not only with its files. */

let world: World
let thief: pg.Client
beforeAll(async () => {
  world = await createWorld()
  thief = new pg.Client(world.superUrl)
  await thief.connect()
})
afterAll(async () => {
  await thief.end()
  await world.close()
})

async function faults(): Promise<string[]> {
  return (await compare()).faults
}

async function compare(): Promise<{ faults: string[]; tuned: string[] }> {
  const read = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await thief.query<Row>(sql, [...values])).rows
  await thief.query('BEGIN')
  try {
    const found = await compareGuards(read, { withInstalled: true })
    return { ...found, faults: found.faults.map(({ subject, detail }) => `${subject}: ${detail}`) }
  } finally {
    await thief.query('ROLLBACK')
  }
}

test('what an installation does to its database without changing an object of the program is no fault', async () => {
  expect(await faults()).toEqual([])
  for (const sql of [
    'VACUUM FREEZE',
    'VACUUM FULL pg_proc',
    'VACUUM FULL pg_trigger',
    'VACUUM FULL pg_constraint',
    'VACUUM FULL pg_attrdef',
    'VACUUM FULL pg_rewrite',
    'VACUUM FULL pg_attribute',
    'VACUUM FULL pg_type',
    'VACUUM FULL pg_operator',
    'VACUUM FULL journal',
    'ANALYZE',
    'REINDEX TABLE CONCURRENTLY journal',
    'REINDEX TABLE CONCURRENTLY member',
    'REINDEX TABLE CONCURRENTLY act_signature',
    'REINDEX SYSTEM',
    'CLUSTER journal USING journal_pkey',
    'CREATE INDEX own_index ON journal (at)',
    'CREATE STATISTICS own_statistics ON title, member_id FROM note',
    'ALTER TABLE journal SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_enabled = on)',
    'ALTER INDEX journal_pkey SET (fillfactor = 80)',
    'ALTER INDEX audit_unsealed SET (fillfactor = 80, deduplicate_items = off)',
    `COMMENT ON TABLE journal IS 'of the installation'`,
    `COMMENT ON COLUMN journal.at IS 'of the installation'`,
    'ALTER TABLE note ADD COLUMN own_mark text',
    'CREATE ROLE object_reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO object_reader',
    'CREATE TABLE own_table (member_id bigint)',
    'CREATE PUBLICATION own_copy FOR TABLE journal',
    'CREATE VIEW own_report AS SELECT member_id, cash FROM wallet',
    'VACUUM FULL pg_namespace',
    'VACUUM (FREEZE) pg_namespace',
    'CREATE SCHEMA own_schema',
  ])
    await thief.query(sql)
  expect(await faults()).toEqual([])
  await thief.query('DROP TABLE own_table')
  expect(await faults()).toEqual([])
})

test('columns that were rewritten for an honest reason are accepted by the next start as the owner', async () => {
  // It revokes rights on tables, which writes the columns of those that have rights on columns, too.
  await thief.query('DROP OWNED BY object_reader; DROP ROLE object_reader')
  expect(await faults()).toContain(
    'columns audit: was replaced, altered or switched off since the program installed it',
  )
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await faults()).toEqual([])
  for (const [sql, subject] of [
    ['GRANT SELECT (at) ON audit TO PUBLIC', 'columns audit'],
    // It writes the defaults of columns that were added later into the rows.
    ['VACUUM FULL wallet', 'columns wallet'],
    ['ALTER TABLE note DROP COLUMN own_mark', 'columns note'],
    ['REVOKE EXECUTE ON FUNCTION pg_catalog.pg_sleep(float8) FROM PUBLIC', 'system pg_proc'],
  ] as const) {
    await thief.query(sql)
    expect(await faults()).toEqual([`${subject}: was replaced, altered or switched off since the program installed it`])
    await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
    expect(await faults()).toEqual([])
  }
  await thief.query('VACUUM FULL wallet')
  expect(await faults()).toEqual([])
})

test('statistics and storage that somebody sets are no fault, but do not hide that anything else was written', async () => {
  const tuned = async () => (await compare()).tuned.toSorted()
  expect(await tuned()).toEqual(['wallet'])
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await compare()).toEqual({ faults: [], tuned: [] })
  for (const sql of [
    'ALTER TABLE note ALTER COLUMN title SET STATISTICS 500',
    'ALTER TABLE journal ALTER COLUMN member_id SET (n_distinct = -0.1)',
    'ALTER TABLE note ALTER COLUMN contents SET STORAGE EXTERNAL',
    'ALTER TABLE member ALTER COLUMN status SET COMPRESSION pglz',
  ])
    await thief.query(sql)
  expect(await faults()).toEqual([])
  expect(await tuned()).toEqual(['journal.member_id', 'member.status', 'note.contents', 'note.title'])

  const isFault = [expect.stringMatching(/^columns note: was replaced/)]
  for (const sql of [
    // Taken back, it is written like any other alteration that was.
    'ALTER TABLE note ALTER COLUMN title SET STATISTICS -1',
    'GRANT SELECT (title) ON note TO PUBLIC; REVOKE SELECT (title) ON note FROM PUBLIC',
    'ALTER TABLE note RENAME COLUMN sent_by TO other; ALTER TABLE note RENAME COLUMN other TO sent_by',
    'ALTER TABLE note RENAME TO other; ALTER TABLE other RENAME TO note',
    'ALTER TABLE note ADD COLUMN own int; ALTER TABLE note DROP COLUMN own',
  ]) {
    await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
    await thief.query('ALTER TABLE note ALTER COLUMN contents SET STATISTICS 300')
    expect(await faults()).toEqual([])
    await thief.query(sql)
    expect(await faults()).toEqual(expect.arrayContaining(isFault))
  }
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await compare()).toEqual({ faults: [], tuned: [] })
})

test('a table that was rewritten, or has other options or rights, is named; one whose row was written and put back is a fault', async () => {
  for (const sql of [
    'VACUUM FULL journal',
    'ALTER TABLE member SET (fillfactor = 90)',
    'CREATE ROLE object_reader; GRANT SELECT ON money_request TO object_reader',
    'ALTER TABLE popup ADD COLUMN own_mark text',
  ])
    await thief.query(sql)
  expect(await faults()).toEqual([])
  expect((await compare()).tuned.toSorted()).toEqual(['journal', 'journal_archive', 'member', 'money_request', 'popup'])
  await thief.query('DROP OWNED BY object_reader; DROP ROLE object_reader; ALTER TABLE popup DROP COLUMN own_mark')

  const values = `(SELECT reltoastrelid FROM pg_class WHERE oid = 'popup'::regclass)`
  const [journal, round] = ['journal', 'round'].map((name) => `oid = '${name}'::regclass`)
  for (const [name, there, back] of [
    // Rows that a policy hid from the books and the program.
    [
      'journal',
      `UPDATE pg_class SET relrowsecurity = true WHERE ${journal}`,
      `UPDATE pg_class SET relrowsecurity = false WHERE ${journal}`,
    ],
    // Large values that were altered in a table which no statement may write.
    [
      'popup',
      `UPDATE pg_class SET relkind = 'r' WHERE oid = ${values}`,
      `UPDATE pg_class SET relkind = 't' WHERE oid = ${values}`,
    ],
    // Another table in its place.
    [
      'round',
      `UPDATE pg_class SET relname = 'away' WHERE ${round}`,
      `UPDATE pg_class SET relname = 'round' WHERE oid = 'away'::regclass`,
    ],
  ] as const) {
    await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
    expect(await compare()).toEqual({ faults: [], tuned: [] })
    await thief.query('SET allow_system_table_mods = on')
    await thief.query(there)
    await thief.query(back)
    expect(await faults()).toEqual([
      `relation ${name}: was replaced, altered or switched off since the program installed it`,
    ])
  }
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
})

test('a schema that has other rights is named; one that was renamed and put back is a fault', async () => {
  await thief.query('CREATE ROLE schema_reader; GRANT USAGE ON SCHEMA public TO schema_reader')
  expect(await compare()).toEqual({ faults: [], tuned: ['schema public'] })
  await thief.query('DROP OWNED BY schema_reader; DROP ROLE schema_reader')
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await compare()).toEqual({ faults: [], tuned: [] })
  await thief.query(
    `ALTER SCHEMA public RENAME TO away; CREATE SCHEMA public; CREATE VIEW public.brand AS TABLE away.brand`,
  )
  await thief.query('DROP SCHEMA public CASCADE; ALTER SCHEMA away RENAME TO public')
  expect(await faults()).toEqual([
    'schema public: was replaced, altered or switched off since the program installed it',
  ])
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await compare()).toEqual({ faults: [], tuned: [] })
})

test('columns that the release before recorded as one digest are not named as replaced at an upgrade', async () => {
  const accepted = async () =>
    (await thief.query<{ count: number }>(`SELECT count(*)::int FROM audit WHERE act = 'guards.accept'`)).rows[0]?.count
  const before = await accepted()
  await thief.query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE installed_object SET version = (SELECT concat_ws('/', c.oid, t.oid, t.xmin,
        encode(sha256(convert_to(string_agg(a.attnum || '/' || a.xmin, ' ' ORDER BY a.attnum), 'UTF8')), 'hex'))
      FROM pg_class c JOIN pg_type t ON t.oid = c.reltype JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.oid = 'wallet'::regclass GROUP BY c.oid, t.oid, t.xmin)
    WHERE name = 'columns wallet'; COMMIT`)
  expect(await faults()).toEqual([expect.stringMatching(/^columns wallet: was replaced/)])
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await faults()).toEqual([])
  expect(await accepted()).toBe(before)
})

test('a trigger that was switched off for a moment is a fault until the next start as the owner, which names it in the audit', async () => {
  const accepted = async () =>
    (
      await thief.query<{ detail: unknown }>(`SELECT detail FROM audit WHERE act = 'guards.accept' AND id > $1`, [
        before,
      ])
    ).rows
  const before = (await thief.query<{ id: string }>('SELECT max(id) AS id FROM audit')).rows[0]?.id
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await accepted()).toEqual([])
  await thief.query('ALTER TABLE journal DISABLE TRIGGER journal_is_final')
  await thief.query('ALTER TABLE journal ENABLE TRIGGER journal_is_final')
  expect(await faults()).toEqual([
    'trigger journal.journal_is_final: was replaced, altered or switched off since the program installed it',
  ])
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await faults()).toEqual([])
  expect(await accepted()).toEqual([{ detail: { replaced: ['trigger journal.journal_is_final'] } }])
})

test('an index whose condition has the form of storage options in a text is another one', async () => {
  await thief.query(`DROP INDEX help_item_open;
    CREATE INDEX help_item_open ON help_item USING btree (brand_id, filed_at) WHERE (state <> 'answered) WITH (x)')`)
  expect(await faults()).toEqual([expect.stringMatching(/^lookup help_item.help_item_open: is not as the program/)])
})
